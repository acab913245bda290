// Receipts as one PDF document, in pieces as they are drawn.
import { setImmediate } from 'node:timers/promises';
import { drawReceipt } from './draw-receipt.ts';
import { openPen, type Pen } from '../pen.ts';
import type { Receipt } from './receipt.ts';

/** No page is drawn before the ones before it are taken, and between two of them others have their turn. */
export async function* drawReceipts(
  pages: AsyncIterable<{ readonly receipts: readonly Receipt[] }>,
  title: string,
  createdAt: Date,
): AsyncGenerator<Uint8Array> {
  const pen = openPen(title, createdAt);
  for await (const { receipts } of pages) {
    for (const receipt of receipts) {
      drawReceipt(pen, receipt);
      yield* whatIsDone(pen);
      await setImmediate();
    }
  }
  pen.doc.end();
  for await (const chunk of pen.doc) yield chunk as Uint8Array;
}

function* whatIsDone({ doc }: Pen): Generator<Uint8Array> {
  const chunk = doc.read() as Uint8Array | null;
  if (chunk !== null) yield chunk;
}

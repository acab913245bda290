// Receipts as one PDF document, in pieces as they are drawn.
import { setImmediate } from 'node:timers/promises';
import { drawReceipt } from './draw-receipt.ts';
import { openPen, type Pen } from '../pen.ts';
import type { Receipt } from './receipt.ts';

type Page = { readonly receipts: readonly Receipt[] };

export type Drawing = {
  readonly title: string;
  readonly createdAt: Date;
  /** Whether the PDF outline has the first page of each house. */
  readonly namesHouses?: boolean;
};

/** Draws lazily, as fast as the output is consumed, and yields to other work between pages. */
export async function* drawReceipts(
  pages: AsyncIterable<Page>,
  { title, createdAt, namesHouses = false }: Drawing,
): AsyncGenerator<Uint8Array> {
  const pen = openPen(title, createdAt);
  let named = '';
  for await (const { receipts } of pages) {
    for (const receipt of receipts) {
      const { address } = receipt.house;
      drawReceipt(pen, receipt, namesHouses && address !== named ? address : undefined);
      named = address;
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

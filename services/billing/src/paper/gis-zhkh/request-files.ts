// Requests to the state's system put on disk as they are written: one file, or a zip of numbered ones when there is more than a request takes.
import { XML } from '@kvartplata/contracts/billing/gis-zhkh.ts';
import { ZIP } from '@kvartplata/contracts/billing/kept-files.ts';
import { Readable } from 'node:stream';
import { sendSpooled, spool, type SpooledFile } from '@kvartplata/platform/http/spooled-answer.ts';
import { zipStream, type ZipEntry } from '@kvartplata/platform/archives/zip-stream.ts';
import type { FastifyReply } from 'fastify';

export type RequestFile = SpooledFile & { readonly isZip: boolean };

/** Without an ending. */
export type NamedFile = RequestFile & { readonly name: string };

/** One request as it is, several in a zip. */
export function sendRequests(
  reply: FastifyReply,
  { name, isZip, ...file }: NamedFile,
): FastifyReply {
  const [mediaType, ending] = isZip ? [ZIP, 'zip'] : [XML, 'xml'];
  return sendSpooled(reply, file, { mediaType, fileName: `${name}.${ending}` });
}

/**
 * @param items in their order, taken one by one: however many there are, they are never in memory together
 * @param most items of a request
 * @param write a request of some of the items, in pieces
 * @throws whatever the items throw; nothing is left on the disk then
 */
export async function spoolRequests<Item>(
  items: AsyncIterable<Item>,
  most: number,
  write: (some: AsyncIterable<Item>) => AsyncIterable<string>,
  madeAt: Date,
): Promise<RequestFile> {
  const parts: SpooledFile[] = [];
  const left = items[Symbol.asyncIterator]();
  try {
    for (let next = await left.next(); next.done !== true;) {
      const some = async function* (): AsyncGenerator<Item> {
        for (let taken = 0; taken < most && next.done !== true; taken += 1) {
          yield next.value;
          next = await left.next();
        }
      };
      parts.push(await spool(Readable.from(inBytes(write(some())))));
    }
    const only = parts.length === 1 ? parts.pop() : undefined;
    if (only !== undefined) return { ...only, isZip: false };
    return { ...(await spool(zipStream(entriesOf(parts), madeAt))), isZip: true };
  } finally {
    for (const { handle } of parts) await handle.close();
  }
}

async function* inBytes(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text);
}

async function* entriesOf(parts: readonly SpooledFile[]): AsyncGenerator<ZipEntry> {
  for (const [at, { handle }] of parts.entries())
    yield {
      name: `${String(at + 1).padStart(2, '0')}.xml`,
      content: handle.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Uint8Array>,
    };
}

// Requests to ГИС ЖКХ, written to disk as they are generated: one file, or a zip of numbered files when there are more items than
// one request may have.
import { XML } from '@kvartplata/contracts/billing/gis-zhkh.ts';
import { ZIP } from '@kvartplata/contracts/billing/kept-files.ts';
import { Readable } from 'node:stream';
import { sendSpooled, spool, type SpooledFile } from '@kvartplata/platform/http/spooled-answer.ts';
import { zipStream, type ZipEntry } from '@kvartplata/platform/archives/zip-stream.ts';
import type { FastifyReply } from 'fastify';

export type RequestFile = SpooledFile & { readonly isZip: boolean };

/** The name has no extension. */
export type NamedFile = RequestFile & { readonly name: string };

/** A single request as a file, several as a zip. */
export function sendRequests(
  reply: FastifyReply,
  { name, isZip, ...file }: NamedFile,
): FastifyReply {
  const [mediaType, ending] = isZip ? [ZIP, 'zip'] : [XML, 'xml'];
  return sendSpooled(reply, file, { mediaType, fileName: `${name}.${ending}` });
}

/**
 * @param items in order, consumed one by one: they are never all in memory
 * @param most items per request
 * @param write a request with some of the items, in pieces
 * @throws whatever the items throw, leaving nothing on the disk
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

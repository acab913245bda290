// A file made for a response is first written to disk, then sent: its database snapshot is held only while it is made, however
// slow the download, and an error still gets a problem document.
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { createBoundedQueue, type BoundedQueue } from './bounded-queue.ts';
import { openNameless, writeWhole } from './nameless-file.ts';

export type SpooledFile = { readonly handle: FileHandle; readonly bytes: number };

/** How many files are made at once; the others wait without holding resources. */
const MAKING = { running: 2, waiting: 100, waitMs: 30_000 };

const PIECE_BYTES = 65_536;

export function createSpool(): BoundedQueue {
  return createBoundedQueue(MAKING, 'Too many files are being made at this moment');
}

/** Writes all of the content to a nameless file. @throws Refusal dependency-unavailable when the disk is full */
export async function spool(content: Readable): Promise<SpooledFile> {
  const handle = await openNameless();
  try {
    return { handle, bytes: await writeAll(content, handle) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Gathers small pieces into larger writes. */
async function writeAll(content: Readable, handle: FileHandle): Promise<number> {
  let [bytes, gathered] = [0, 0];
  let pieces: Buffer[] = [];
  const write = async (): Promise<void> => {
    await writeWhole(handle, Buffer.concat(pieces), bytes);
    bytes += gathered;
    [pieces, gathered] = [[], 0];
  };
  for await (const piece of content as AsyncIterable<Buffer>) {
    pieces.push(piece);
    gathered += piece.length;
    if (gathered >= PIECE_BYTES) await write();
  }
  await write();
  return bytes;
}

export type FileHead = {
  readonly mediaType: string;
  /** ASCII only; without a name the browser shows the file instead of saving it. */
  readonly fileName?: string;
};

export function sendSpooled(
  reply: FastifyReply,
  { handle, bytes }: SpooledFile,
  { mediaType, fileName }: FileHead,
): FastifyReply {
  if (fileName !== undefined)
    void reply.header('content-disposition', `attachment; filename="${fileName}"`);
  return reply
    .type(mediaType)
    .header('content-length', bytes)
    .send(handle.createReadStream({ start: 0 }));
}

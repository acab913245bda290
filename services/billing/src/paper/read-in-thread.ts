// Files that are read whole, in a thread, one at a time and within limits: one that was made to be hard to read holds up nobody
// but its sender.
import { createBoundedQueue } from '@kvartplata/platform/http/bounded-queue.ts';
import type { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { readUploaded, type UploadedFile } from '@kvartplata/platform/http/uploaded-file.ts';
import {
  LimitExceeded,
  openStreamingThreads,
  type StreamLimits,
} from '@kvartplata/platform/threads/streaming-threads.ts';

export type Reading = {
  /** A module whose stream has one piece: what was read in the bytes that it is given. */
  readonly entry: URL;
  readonly limits: StreamLimits;
  /** What is told of a file that goes past them. */
  readonly refuse: (cause: Error) => Refusal;
};

const TURNS = { running: 1, waiting: 20, waitMs: 20_000 };

/** @returns reads a file in the organization's turn; it throws the Refusal of the module, that of `refuse`, and overloaded */
export function readingInThread<Read>(
  app: HttpServer,
  { entry, limits, refuse }: Reading,
): (organizationId: number, file: UploadedFile) => Promise<Read> {
  const turns = createBoundedQueue(TURNS, 'Too many files are being read at this moment');
  const threads = openStreamingThreads<Uint8Array, Read>(entry, limits);
  app.addHook('onClose', async () => threads.close());
  return async (organizationId, file) =>
    turns.runFor(organizationId, async () => {
      try {
        // To its end: the thread then rests for the next one.
        const [read] = await Array.fromAsync(threads.open(await readUploaded(file)));
        return read as Read;
      } catch (error) {
        throw error instanceof LimitExceeded ? refuse(error) : error;
      }
    });
}

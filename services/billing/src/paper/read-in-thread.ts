// Parses uploaded files whole in a thread, one at a time and within limits, so that a maliciously complex file delays nobody but
// its sender.
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
  /** A module whose stream yields one piece: the result of parsing the given bytes. */
  readonly entry: URL;
  readonly limits: StreamLimits;
  /** The Refusal for a file that exceeds the limits. */
  readonly refuse: (cause: Error) => Refusal;
};

const TURNS = { running: 1, waiting: 20, waitMs: 20_000 };

/**
 * @returns a function that parses a file in the organization's turn; it throws the module's Refusal, that of `refuse`, or
 * overloaded
 */
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
        // Read to the end, so that the thread is idle and can be reused.
        const [read] = await Array.fromAsync(threads.open(await readUploaded(file)));
        return read as Read;
      } catch (error) {
        throw error instanceof LimitExceeded ? refuse(error) : error;
      }
    });
}

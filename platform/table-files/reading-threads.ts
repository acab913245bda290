// Uploaded files are read in threads with limits: a file that would exceed them is refused, and delays nobody but its sender.
import { Refusal } from '../http/refusal.ts';
import {
  LimitExceeded,
  openStreamingThreads,
  type StreamingThreads,
  type StreamLimits,
} from '../threads/streaming-threads.ts';

/** Several times what the largest ordinary file takes. */
const FILE_LIMITS: StreamLimits = { cpuMs: 60_000, memoryMb: 256 };

/**
 * @param entry a module that calls `streamInThread`
 * @returns threads whose streams throw Refusal file-too-demanding beyond the limits
 */
export function openReadingThreads<Input, Piece>(
  entry: URL,
  limits = FILE_LIMITS,
): StreamingThreads<Input, Piece> {
  const threads = openStreamingThreads<Input, Piece>(entry, limits);
  return {
    open: async function* open(input) {
      try {
        yield* threads.open(input);
      } catch (error) {
        if (!(error instanceof LimitExceeded)) throw error;
        const asked =
          error.limit === 'cpuMs'
            ? `more than ${limits.cpuMs / 1000} s of processor time`
            : 'too much memory';
        throw new Refusal(
          'file-too-demanding',
          `Reading the file takes ${asked}: split it, or save it as CSV`,
          { cause: error },
        );
      }
    },
    close: threads.close,
  };
}

// What is asked again without asking the caller: what nobody has begun to do, and what may be done twice.
import type { RequestFailure } from './request-failure.ts';

const FIRST_PAUSE_MS = 100;
/** Who is told to wait longer has tried too often. */
const LONGEST_PAUSE_SECONDS = 10;

/**
 * How long to wait before the next try; undefined when there is to be none.
 * @param tries how often it was tried
 * @param isRepeatable whether doing it twice does no more than doing it once
 */
export function pauseMs(
  { status, code, retryAfter }: RequestFailure,
  tries: number,
  isRepeatable: boolean,
): number | undefined {
  if (code === 'given-up') return undefined;
  if (status === 0) return isRepeatable ? FIRST_PAUSE_MS * 2 ** (tries - 1) : undefined;
  const wasNotBegun = status === 429 || code === 'overloaded';
  const mayPass = wasNotBegun || (status === 503 && isRepeatable);
  if (!mayPass || retryAfter === undefined || retryAfter > LONGEST_PAUSE_SECONDS) return undefined;
  return retryAfter * 1000;
}

/** @throws the reason of `signal` */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  let end = (): void => undefined;
  try {
    // Promise.withResolvers is not there before Node 22, on which programs of others may run.
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      const stop = (): void => reject(signal?.reason);
      signal?.addEventListener('abort', stop, { once: true });
      end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
      };
    });
  } finally {
    end();
  }
}

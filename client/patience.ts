// What is retried without involving the caller: requests that the service did not begin, and those that may safely be done twice.
import type { RequestFailure } from './request-failure.ts';

const FIRST_PAUSE_MS = 100;
/** A service that asks for a longer wait has had too many requests, so the client gives up. */
const LONGEST_PAUSE_SECONDS = 10;

/**
 * How long to wait before the next try; undefined if there should be none.
 * @param tries how many tries there were
 * @param isRepeatable whether doing it twice has the same effect as doing it once
 */
export function pauseMs(
  { status, code, retryAfter }: RequestFailure,
  tries: number,
  isRepeatable: boolean,
): number | undefined {
  if (code === 'given-up') return undefined;
  // The first try of a write may still be running when the connection is lost.
  if (status === 0 || code === 'idempotency-key-in-use')
    return isRepeatable ? FIRST_PAUSE_MS * 2 ** (tries - 1) : undefined;
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
    // Promise.withResolvers needs Node 22, and other people's programs may run on an older one.
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

// Retries what a busy machine refuses, as a client would: a 429 or 503 says in Retry-After when to come back.
import { setTimeout } from 'node:timers/promises';

/** Only a response that never comes takes this long. */
const PATIENCE_MS = 60_000;
/** A longer wait means too many attempts, not load. */
const LONGEST_WAIT_SECONDS = 10;

/** A response of `fetch`, of Fastify's `inject`, or of a test's own. */
type Answer = ({ readonly status: number } | { readonly statusCode: number }) & {
  readonly headers: Headers | Readonly<Record<string, unknown>>;
};

/**
 * The first response that is no such refusal.
 * @param statuses the refusals to retry
 * @throws when it is refused for longer than a minute: tests about a refusal send the request without this, and do not wait
 */
export async function askAgain<A extends Answer>(
  ask: () => Promise<A>,
  statuses: readonly number[] = [429, 503],
  patienceMs: number = PATIENCE_MS,
): Promise<A> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    const status = 'status' in answer ? answer.status : answer.statusCode;
    const waitMs = statuses.includes(status) ? retryAfterMs(answer) : undefined;
    if (waitMs === undefined) return answer;
    if (performance.now() + waitMs > deadline)
      throw new Error(`still ${status} after ${patienceMs} ms: a test of a refusal asks once`);
    await setTimeout(waitMs);
  }
}

function retryAfterMs({ headers }: Answer): number | undefined {
  const told = headers instanceof Headers ? headers.get('retry-after') : headers['retry-after'];
  const seconds = Number(told ?? Number.NaN);
  return seconds >= 0 && seconds <= LONGEST_WAIT_SECONDS ? seconds * 1_000 : undefined;
}

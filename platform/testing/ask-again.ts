// What a busy machine refuses is asked again, as a client would: a 429 or 503 says in Retry-After when to come back.
import { setTimeout } from 'node:timers/promises';

/** Only an answer that never comes takes as long. */
const PATIENCE_MS = 60_000;
/** Whoever is told to wait longer has tried too often: that is no matter of load. */
const LONGEST_WAIT_SECONDS = 10;

/** As `fetch` and as Fastify's `inject` tell it, or as a test does. */
type Answer = ({ readonly status: number } | { readonly statusCode: number }) & {
  readonly headers: Headers | Readonly<Record<string, unknown>>;
};

/**
 * The first answer that is no such refusal.
 * @param statuses which refusals may pass
 * @throws when it is refused for longer than a minute: a test about a refusal asks without this, and does not wait
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

// What a limit does. A try counts as a failure before its outcome is known, so that many at once are counted too.
import { Refusal } from '@kvartplata/platform/http/refusal.ts';

export type Limit = {
  /** @throws Refusal too-many-attempts */
  readonly reserve: (key: string) => Promise<Reservation>;
};

/** A try that counts as a failure unless one of these is called. */
export type Reservation = {
  readonly succeed: () => Promise<void>;
  /** The try ended without an outcome, neither right nor wrong. */
  readonly giveBack: () => Promise<void>;
};

/** Makes a try under a limit; one that finds nothing has failed. */
export async function tryUnder<T>(
  limit: Limit,
  key: string,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const reservation = await limit.reserve(key);
  let found: T | undefined;
  try {
    found = await attempt();
  } catch (error) {
    await reservation.giveBack();
    throw error;
  }
  if (found !== undefined) await reservation.succeed();
  return found;
}

export function tooManyAttempts(waitMs: number): Refusal {
  return new Refusal('too-many-attempts', undefined, {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}

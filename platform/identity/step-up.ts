// Money above an organization's limit: only by a person who has proved their second factor a moment ago. When that was, the
// access token says, so that nobody is asked.
import { STEP_UP_SECONDS } from '@kvartplata/contracts/auth/two-factor.ts';
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { Refusal } from '../http/refusal.ts';
import type { Session } from './session.ts';

/** Who asks. */
export type Proven = Pick<Session, 'apiKey' | 'secondFactorAt'>;

/**
 * @param amount in roubles, whatever its sign
 * @param limit in roubles; null where the organization has none
 * @throws Refusal step-up-needed, step-up-by-person for a program
 */
export function requireStepUp(who: Proven, amount: string, limit: string | null, now: Date): void {
  if (limit === null || !isAbove(amount, limit)) return;
  if (who.apiKey !== undefined)
    throw new Refusal('step-up-by-person', `Above ${limit} a person has to do it, not a program`);
  if (!isProvenNow(who, now))
    throw new Refusal('step-up-needed', `Above ${limit} a code of the second factor is needed`);
}

/** Whether the second factor was proved a moment ago. */
export function isProvenNow({ secondFactorAt }: Proven, now: Date): boolean {
  return (
    secondFactorAt !== undefined &&
    now.getTime() - secondFactorAt.getTime() <= STEP_UP_SECONDS * 1000
  );
}

function isAbove(amount: string, limit: string): boolean {
  const kopecks = parseKopecks(amount);
  return (kopecks < 0n ? -kopecks : kopecks) > parseKopecks(limit);
}

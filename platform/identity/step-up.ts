// Amounts above an organization's limit need a person who has proved their second factor a moment ago. The access token has the
// time of the proof, so no lookup is needed.
import { STEP_UP_SECONDS } from '@kvartplata/contracts/auth/two-factor.ts';
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { Refusal } from '../http/refusal.ts';
import type { Session } from './session.ts';

/** The caller. */
export type Proven = Pick<Session, 'apiKey' | 'secondFactorAt'>;

/**
 * @param amount in roubles, of either sign
 * @param limit in roubles; null when the organization has none
 * @throws Refusal step-up-needed, step-up-by-person for a program
 */
export function requireStepUp(who: Proven, amount: string, limit: string | null, now: Date): void {
  if (limit !== null && isAbove(amount, limit)) requireProof(who, now, `Above ${limit}`);
}

/**
 * Requires the proof for any amount.
 * @param when it is needed, for the message
 * @throws Refusal step-up-needed, step-up-by-person for a program
 */
export function requireProof({ apiKey, secondFactorAt }: Proven, now: Date, when = 'Here'): void {
  if (apiKey !== undefined)
    throw new Refusal('step-up-by-person', `${when} a person has to do it, not a program`);
  const isRecent =
    secondFactorAt !== undefined &&
    now.getTime() - secondFactorAt.getTime() <= STEP_UP_SECONDS * 1000;
  if (!isRecent)
    throw new Refusal('step-up-needed', `${when} a code of the second factor is needed`);
}

function isAbove(amount: string, limit: string): boolean {
  const kopecks = parseKopecks(amount);
  return (kopecks < 0n ? -kopecks : kopecks) > parseKopecks(limit);
}

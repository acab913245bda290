// Which checks are of the ordinary course of a month, and no remark on it.
import type { CheckCode } from '@kvartplata/contracts/billing/closing-checks.ts';

/** They keep a month from being closed until its last day has passed and it is applied: nothing is wrong. */
const AHEAD = new Set<CheckCode>(['month-not-over', 'draft-charges']);

/** Whether a month still has this before it in its ordinary course. */
export function isAhead(code: CheckCode): boolean {
  return AHEAD.has(code);
}

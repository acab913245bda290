// The day by which the next step of a court case should be taken.
import type { CaseState } from '@kvartplata/contracts/billing/court-cases.ts';
import { formatDay, parseDay } from '@kvartplata/domain/calendar/day.ts';

/** Days that a claim letter allows for payment, from its receipt. */
export const DAYS_TO_PAY = 30;

/**
 * Days until a person should check again. For bailiffs: two months to collect (Federal Law 229-FZ art. 36 p. 1); for a court:
 * five days to give an order and ten to object to it (Code of Civil Procedure art. 126, 128), plus the post; the others are
 * practice.
 */
const DAYS: Readonly<Record<CaseState, number | null>> = {
  opened: 7,
  claimed: 30,
  filed: 30,
  ordered: 30,
  cancelled: 30,
  bailiff: 60,
  ended: null,
};

/** Null for a case that has ended. */
export function dueAfter(state: CaseState, since: string): string | null {
  const days = DAYS[state];
  return days === null ? null : formatDay(parseDay(since).add({ days }));
}

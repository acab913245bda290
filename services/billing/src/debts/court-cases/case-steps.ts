// Which step of a court case may follow, and by when it is to be taken.
import {
  STEPS_AFTER,
  type CaseState,
  type CaseStep,
} from '@kvartplata/contracts/billing/court-cases.ts';
import { formatDay, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';

/** Those by which the court is paid. */
export const FEE_STEPS: readonly CaseStep[] = ['filed', 'ordered'];

/**
 * Days until a person should look again. Of the bailiffs: two months to collect (Federal Law 229-FZ art. 36 p. 1); of a court:
 * five days to give an order and ten to object to it (Code of Civil Procedure art. 126, 128), with the post; the others are
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

/** Null of a case that has ended. */
export function dueAfter(state: CaseState, since: string): string | null {
  const days = DAYS[state];
  return days === null ? null : formatDay(parseDay(since).add({ days }));
}

/**
 * @param on of the step; one of the same day as the last is in order
 * @throws Refusal step-out-of-order
 */
export function assertFollows(
  { state, stateSince }: { readonly state: CaseState; readonly stateSince: string },
  { step, on }: { readonly step: CaseStep; readonly on: string },
): void {
  const allowed = STEPS_AFTER[state];
  if (!allowed.includes(step)) {
    const may = allowed.length === 0 ? 'nothing' : allowed.join(', ');
    throw new Refusal('step-out-of-order', `After ${state} comes ${may}, and not ${step}`);
  }
  if (on < stateSince)
    throw new Refusal('step-out-of-order', `${on} is before ${stateSince}, the day of ${state}`);
}

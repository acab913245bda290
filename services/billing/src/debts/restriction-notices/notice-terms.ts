// The terms of a notice: which of them a step begins, and which steps have to wait for the end of one.
import type { NoticeStep } from '@kvartplata/contracts/billing/restriction-notices.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import {
  lastDayRestricted,
  lastDayToPay,
  RestrictionNotKnownError,
} from '@kvartplata/domain/regulation/restriction-notice/restriction-notice.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';

/** Checks that the running term allows the step; a notice may be ended at any time. @throws Refusal term-runs */
export function requireTermOver(
  termEndsOn: string | null,
  { step, on }: { readonly step: NoticeStep; readonly on: string },
): void {
  if (step !== 'ended' && termEndsOn !== null && on <= termEndsOn)
    throw new Refusal(
      'term-runs',
      `The term ends on ${termEndsOn}: ${step} is possible from the day after`,
    );
}

/**
 * The last day of the term that the step begins; null when it begins none.
 * @throws Refusal law-not-known
 */
export function termAfter(step: NoticeStep, on: Temporal.PlainDate): string | null {
  try {
    if (step === 'delivered') return formatDay(lastDayToPay(on));
    if (step === 'restricted') return formatDay(lastDayRestricted(on));
    return null;
  } catch (error) {
    if (error instanceof RestrictionNotKnownError)
      throw new Refusal('law-not-known', `The terms of ${formatDay(on)} are not known`);
    throw error;
  }
}

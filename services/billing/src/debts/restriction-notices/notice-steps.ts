// Which step of a notice may follow, and the term that it begins.
import {
  NOTICE_STEPS_AFTER,
  type NoticeState,
  type NoticeStep,
} from '@kvartplata/contracts/billing/restriction-notices.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import {
  lastDayRestricted,
  lastDayToPay,
  RestrictionNotKnownError,
} from '@kvartplata/domain/regulation/restriction-notice/restriction-notice.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';

type Standing = {
  readonly state: NoticeState;
  /** Of the last step, or the day on which the notice was made. */
  readonly since: string;
  readonly termEndsOn: string | null;
};

/** @throws Refusal step-out-of-order, term-runs */
export function assertFollows(
  { state, since, termEndsOn }: Standing,
  { step, on }: { readonly step: NoticeStep; readonly on: string },
): void {
  const allowed = NOTICE_STEPS_AFTER[state];
  if (!allowed.includes(step)) {
    const may = allowed.length === 0 ? 'nothing' : allowed.join(', ');
    throw new Refusal('step-out-of-order', `After ${state} comes ${may}, and not ${step}`);
  }
  if (on < since)
    throw new Refusal('step-out-of-order', `${on} is before ${since}, the day of ${state}`);
  if (step !== 'ended' && termEndsOn !== null && on <= termEndsOn)
    throw new Refusal(
      'term-runs',
      `The term runs to ${termEndsOn}: ${step} may be the day after it`,
    );
}

/**
 * The last day of the term that the step begins; null where none runs.
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

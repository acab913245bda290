// How a court case or a restriction notice proceeds: by steps in a fixed order, none of them on a future day.
import { compareDays, formatDay } from '@kvartplata/domain/calendar/day.ts';
import { invalidField, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Once } from '@kvartplata/platform/idempotency/once.ts';
import type { Caller } from '../access/access.service.ts';

/** The caller, their idempotency key, and the current day. */
export type Asker = {
  readonly caller: Caller;
  readonly once: Once;
  readonly now: Date;
  readonly today: Temporal.PlainDate;
};

/** @throws Refusal validation-failed */
export function requireNotInFuture(on: Temporal.PlainDate, today: Temporal.PlainDate): void {
  if (compareDays(on, today) > 0)
    throw invalidField('/on', `must not be after today, ${formatDay(today)}`, {
      code: 'after-today',
    });
}

type Standing<State extends string, Step> = {
  readonly state: State;
  /** The day on which it entered this state. */
  readonly since: string;
  /** The steps that may follow. */
  readonly next: readonly Step[];
};

/**
 * @param on the day of the step; it may be the same day as the last step
 * @throws Refusal step-out-of-order
 */
export function assertFollows<State extends string, Step extends string>(
  { state, since, next }: Standing<State, Step>,
  { step, on }: { readonly step: Step; readonly on: string },
): void {
  if (!next.includes(step)) {
    const may = next.length === 0 ? 'nothing' : next.join(', ');
    throw new Refusal('step-out-of-order', `${step} cannot follow ${state}; possible: ${may}`);
  }
  if (on < since)
    throw new Refusal('step-out-of-order', `${on} is before ${since}, the day of ${state}`);
}

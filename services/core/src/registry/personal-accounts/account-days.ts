// The days that a change of a personal account affects.
import {
  dayBefore,
  differenceOf,
  earlierOf,
  hullOf,
  laterOf,
} from '@kvartplata/domain/calendar/day-span.ts';
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import type { RegisteredPersons } from '@kvartplata/contracts/core/registered-persons.ts';
import type { FactDays } from '../../access/applied-months/applied-months.service.ts';

/** The days, `YYYY-MM-DD`, on which an account is open; null means open-ended. */
export type Life = Pick<PersonalAccount, 'openedOn' | 'closedOn'>;

export function daysOfLife({ openedOn, closedOn }: Life): FactDays {
  return { from: openedOn, to: closedOn };
}

/** The day of the account's life that is nearest to the day. */
export function nearestDay(day: string, { openedOn, closedOn }: Life): string {
  if (day < openedOn) return openedOn;
  return closedOn !== null && day > closedOn ? closedOn : day;
}

/** The fields of an account that charges follow from. */
export type ChargedAccount = Life & Pick<PersonalAccount, 'roomId' | 'share' | 'owners'>;

/** Null when no charge is affected. Registered persons have a history of their own. */
export function changedDays(before: ChargedAccount, after: ChargedAccount): FactDays | null {
  const isSame = (['roomId', 'share', 'owners'] as const).every(
    (name) => before[name] === after[name],
  );
  const compare = isSame ? differenceOf : hullOf;
  return compare(daysOfLife(before), daysOfLife(after));
}

/** The days on which an entry of the history is in force within the account's life; null when there are none. */
export function daysOfPersons(
  history: readonly RegisteredPersons[],
  validFrom: string,
  { openedOn, closedOn }: Life,
): FactDays | null {
  const next = history.find((entry) => entry.validFrom > validFrom);
  const from = laterOf(openedOn, validFrom);
  const last = next === undefined ? null : dayBefore(next.validFrom);
  const to = last === null || closedOn === null ? (last ?? closedOn) : earlierOf(last, closedOn);
  return to !== null && to < from ? null : { from, to };
}

/** How many persons are registered on the day; undefined before the first entry. */
export function personsOn(history: readonly RegisteredPersons[], day: string): number | undefined {
  return history.findLast((entry) => entry.validFrom <= day)?.count;
}

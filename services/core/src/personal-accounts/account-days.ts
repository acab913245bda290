// On which days a change of a personal account counts.
import { formatDay, parseDay } from '@kvartplata/domain/calendar/day.ts';
import type {
  PersonalAccount,
  RegisteredPersons,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import type { FactDays } from '../books/books.service.ts';

/** The days, `YYYY-MM-DD`, on which an account is open; null is for good. */
export type Life = Pick<PersonalAccount, 'openedOn' | 'closedOn'>;

/** The last day that there is. */
const LAST_DAY = '2999-12-31';

export function daysOfLife({ openedOn, closedOn }: Life): FactDays {
  return { from: openedOn, to: closedOn };
}

/** The day of the account's life that is next to the day. */
export function nearestDay(day: string, { openedOn, closedOn }: Life): string {
  if (day < openedOn) return openedOn;
  return closedOn !== null && day > closedOn ? closedOn : day;
}

/** Null when no charge can tell the two apart. Registered persons have a history of their own. */
export function changedDays(before: PersonalAccount, after: PersonalAccount): FactDays | null {
  const isSame = (['roomId', 'share', 'owners'] as const).every(
    (name) => before[name] === after[name],
  );
  if (!isSame) return hullOf(daysOfLife(before), daysOfLife(after));
  return hullOf(
    openingDays(before.openedOn, after.openedOn),
    closingDays(before.closedOn, after.closedOn),
  );
}

/** The days on which the entry of a history counts in an account's life; null when it counts on none. */
export function daysOfPersons(
  history: readonly RegisteredPersons[],
  validFrom: string,
  { openedOn, closedOn }: Life,
): FactDays | null {
  const next = history.find((entry) => entry.validFrom > validFrom);
  const from = later(openedOn, validFrom);
  const to = next === undefined ? closedOn : soonest(dayBefore(next.validFrom), closedOn);
  return to !== null && to < from ? null : { from, to };
}

/** How many persons are registered on the day; undefined before the first entry. */
export function personsOn(history: readonly RegisteredPersons[], day: string): number | undefined {
  return history.findLast((entry) => entry.validFrom <= day)?.count;
}

/** All days from the first to the last of both. */
export function hullOf(a: FactDays | null, b: FactDays | null): FactDays | null {
  if (a === null || b === null) return a ?? b;
  return {
    from: a.from === null || b.from === null ? null : earlier(a.from, b.from),
    to: a.to === null || b.to === null ? null : later(a.to, b.to),
  };
}

function openingDays(before: string, after: string): FactDays | null {
  if (before === after) return null;
  return { from: earlier(before, after), to: dayBefore(later(before, after)) };
}

function closingDays(before: string | null, after: string | null): FactDays | null {
  if (before === after) return null;
  const first = soonest(before ?? LAST_DAY, after) ?? LAST_DAY;
  return {
    from: dayAfter(first),
    to: before === null || after === null ? null : later(before, after),
  };
}

function soonest(day: string, other: string | null): string | null {
  return other === null ? day : earlier(day, other);
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}

function later(a: string, b: string): string {
  return a < b ? b : a;
}

function dayBefore(day: string): string {
  return formatDay(parseDay(day).subtract({ days: 1 }));
}

function dayAfter(day: string): string {
  return day === LAST_DAY ? day : formatDay(parseDay(day).add({ days: 1 }));
}

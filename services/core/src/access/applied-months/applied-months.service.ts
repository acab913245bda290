// How a change of the registry affects billing's books: which applied months it comes too late for, and whether a record may be
// deleted at all.
import { formatBillingMonth, monthOf } from '@kvartplata/domain/calendar/billing-month.ts';
import type { DaySpan } from '@kvartplata/domain/calendar/day-span.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { BooksClient, BooksQuestion } from '../books-client.ts';
import type { HousePlace } from '../places.ts';

/** The days on which a fact is in force. */
export type FactDays = DaySpan;

export const ALL_DAYS: FactDays = { from: null, to: null };

/** No books are older, although a fact may be. */
const FIRST_DAY = '2000-01-01';

/**
 * The applied months that the fact affects: they stay as they are until they are corrected. Null when billing is unavailable,
 * which does not prevent the change.
 */
export async function findAppliedMonths(
  books: BooksClient,
  { organizationId, houseId }: HousePlace,
  days: FactDays,
  requestId: string,
): Promise<string[] | null> {
  if (days.to !== null && days.to < FIRST_DAY) return [];
  const question = {
    organizationId,
    houseId,
    from: days.from === null || days.from < FIRST_DAY ? undefined : monthOfDay(days.from),
    to: days.to === null ? undefined : monthOfDay(days.to),
  };
  try {
    return (await books.getHouseBooks(question, requestId)).appliedMonths;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'dependency-unavailable') return null;
    throw error;
  }
}

/**
 * What billing has charged for must not be deleted.
 * @throws Refusal has-charges; dependency-unavailable when billing is unavailable
 */
export async function requireNoCharges(
  books: BooksClient,
  question: BooksQuestion,
  requestId: string,
): Promise<void> {
  const { hasCharges } = await books.getHouseBooks(question, requestId);
  if (hasCharges) throw new Refusal('has-charges');
}

/** Whether the caller has confirmed the loss. */
export type Confirmable = { readonly isConfirmed: boolean };

/** The days of an account or a service before and after a change. */
export type ChangeOfDays = Confirmable & {
  readonly question: BooksQuestion;
  readonly before: FactDays;
  readonly after: FactDays;
};

/**
 * The charges of a month that is no longer within the days would be kept without the record that they are for: the caller has to
 * confirm that.
 * @throws Refusal months-charged; dependency-unavailable when billing is unavailable
 */
export async function requireConfirmedLoss(
  books: BooksClient,
  requestId: string,
  { question, before, after, isConfirmed }: ChangeOfDays,
): Promise<void> {
  if (isConfirmed || !losesMonths(before, after)) return;
  const { chargedMonths } = await books.getHouseBooks(question, requestId);
  const months = chargedMonths.filter((month) => touches(before, month) && !touches(after, month));
  if (months.length === 0) return;
  throw new Refusal(
    'months-charged',
    `Charged, and without a day left: ${months.join(', ')}. With confirmed=true the days are changed all the same; correct the months then`,
    { months },
  );
}

function losesMonths(before: FactDays, after: FactDays): boolean {
  return monthFrom(after) > monthFrom(before) || monthTo(after) < monthTo(before);
}

function touches(days: FactDays, month: string): boolean {
  return monthFrom(days) <= month && month <= monthTo(days);
}

const monthFrom = ({ from }: FactDays): string =>
  monthOfDay(from === null || from < FIRST_DAY ? FIRST_DAY : from);
const monthTo = ({ to }: FactDays): string => (to === null ? '9999' : monthOfDay(to));

function monthOfDay(day: string): string {
  return formatBillingMonth(monthOf(parseDay(day)));
}

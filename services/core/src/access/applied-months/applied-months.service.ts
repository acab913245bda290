// What a change of the registry means for billing's books: which months it comes too late for, and whether a thing may
// vanish at all.
import { formatBillingMonth, monthOf } from '@kvartplata/domain/calendar/billing-month.ts';
import type { DaySpan } from '@kvartplata/domain/calendar/day-span.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { BooksClient, BooksQuestion } from '../books-client.ts';
import type { HousePlace } from '../places.ts';

/** The days on which a fact counts. */
export type FactDays = DaySpan;

export const ALL_DAYS: FactDays = { from: null, to: null };

/** No books are older; a fact may be. */
const FIRST_DAY = '2000-01-01';

/**
 * The months that are in the ledger already and that the fact counts in: they stay as they are until they are
 * corrected. Null when billing cannot be asked: the change is made all the same.
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
 * Nothing that billing has charged may vanish under its ledger.
 * @throws Refusal has-charges; dependency-unavailable when billing cannot be asked
 */
export async function requireNoCharges(
  books: BooksClient,
  question: BooksQuestion,
  requestId: string,
): Promise<void> {
  const { hasCharges } = await books.getHouseBooks(question, requestId);
  if (hasCharges) throw new Refusal('has-charges');
}

/** Whether the caller knows what is lost. */
export type Confirmable = { readonly isConfirmed: boolean };

/** The days of an account or a service before and after a change. */
export type ChangeOfDays = Confirmable & {
  readonly question: BooksQuestion;
  readonly before: FactDays;
  readonly after: FactDays;
};

/**
 * A charged month that has no day left would keep its charges without what they are for: the caller has to confirm that.
 * @throws Refusal months-charged; dependency-unavailable when billing cannot be asked
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

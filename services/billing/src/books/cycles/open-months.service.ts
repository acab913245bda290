// In which month something is booked: in that of its day while it is not closed, else in the first that is not closed.
import { firstDayOf, type BillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import type { Trx } from '../../tables.ts';
import * as repository from './open-months.repository.ts';

/** So early a day is before all cycles, and only core knows the organization's first month. */
export class FirstMonthUnknownError extends Error {
  override readonly name = 'FirstMonthUnknownError';
}

/**
 * Asks for the organization's first month only where it matters, after a first attempt without it.
 * @param book with the first day of the first month
 * @throws Refusal not-found of an organization that has no accounts any more
 */
export async function withFirstMonth<T>(
  findFirstMonth: () => Promise<BillingMonth | undefined>,
  book: (firstMonth: string | null) => Promise<T>,
): Promise<T> {
  try {
    return await book(null);
  } catch (error) {
    if (!(error instanceof FirstMonthUnknownError)) throw error;
    const firstMonth = await findFirstMonth();
    if (firstMonth === undefined) throw notFound('The personal account');
    return book(formatDay(firstDayOf(firstMonth)));
  }
}

/**
 * The first day of the month for each of the days, which are not in the future; it stays open until the transaction ends.
 * @param firstMonth the first day of the organization's first month; null where a cycle is known to be as early as the days
 * @throws FirstMonthUnknownError
 */
export async function monthsToBookIn(
  trx: Trx,
  organizationId: number,
  days: Iterable<string>,
  firstMonth: string | null,
): Promise<(day: string) => string> {
  const rows = await repository.listMonthsToBookIn(
    trx,
    organizationId,
    [...new Set(days)],
    firstMonth,
  );
  const months = new Map(rows.map(({ day, month }) => [day, month]));
  return (day) => {
    const month = months.get(day) ?? null;
    if (month === null) throw new FirstMonthUnknownError(`no cycle is as early as ${day}`);
    return month;
  };
}

/** None of the organization's months is closed until the transaction ends. */
export async function holdMonthsOpen(trx: Trx, organizationId: number): Promise<void> {
  await repository.holdMonthsOpen(trx, organizationId);
}

// In which month something is booked: in that of its day while it is not closed, else in the first that is not closed.
import { firstDayOf, type BillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import type { Db, Trx } from '../../tables.ts';
import * as repository from './open-months.repository.ts';
import type { MonthToBookIn } from './open-months.repository.ts';

export type { MonthToBookIn };

/** So early a day is before all cycles, and only core knows the organization's first month. */
export class FirstMonthUnknownError extends Error {
  override readonly name = 'FirstMonthUnknownError';
}

/** A month that is booked in for the first time: its partitions are made outside of the booking's transaction. */
class MonthNotMadeError extends Error {
  override readonly name = 'MonthNotMadeError';
  readonly month: string;

  constructor(month: string) {
    super(`the month ${month} has no partitions yet`);
    this.month = month;
  }
}

/** The partitions of so many months may be missing at once: an import names days of many. */
const MOST_MONTHS = 1_200;

/** A transaction that books: again, once a month that it needs is made. */
export async function inBooking<Result>(
  db: Db,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  return makingMonths(db, async () => inTransaction(db, work));
}

/** @param book in a transaction of its own */
export async function makingMonths<Result>(db: Db, book: () => Promise<Result>): Promise<Result> {
  for (let made = 0; ; made += 1) {
    try {
      return await book();
    } catch (error) {
      if (!(error instanceof MonthNotMadeError) || made === MOST_MONTHS) throw error;
      await repository.makeMonth(db, error.month);
    }
  }
}

/** Makes the partitions of months, each in a transaction of its own. @param months their first days */
export async function makeMonths(db: Db, months: readonly string[]): Promise<void> {
  for (const month of months) await repository.makeMonth(db, month);
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
  const asked = [...new Set(days)];
  const months = repository.listMonthsToBookIn(organizationId, asked, firstMonth);
  const { rows } = await months.execute(trx);
  return monthOfDay(rows);
}

/**
 * The first day of the month that adjustments are booked in, the open one; it stays open until the transaction ends: the first
 * that is not closed, or the last that is applied where that is later.
 */
export async function monthForAdjustments(
  trx: Trx,
  organizationId: number,
  today: Temporal.PlainDate,
): Promise<string> {
  const day = formatDay(today);
  const found = await repository.findMonthForAdjustments(trx, organizationId, day);
  return monthOfDay([found])(day);
}

/** @returns for each of the days the month to book in; it throws FirstMonthUnknownError where none is known */
export function monthOfDay(rows: readonly MonthToBookIn[]): (day: string) => string {
  const missing = rows.find(({ month, isMade }) => month !== null && !isMade);
  if (missing?.month !== undefined && missing.month !== null)
    throw new MonthNotMadeError(missing.month);
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

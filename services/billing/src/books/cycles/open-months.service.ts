// The month in which something is booked: the month of its day unless that is closed, otherwise the first open one.
import { firstDayOf, type BillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import type { Db, Trx } from '../../tables.ts';
import { makeMonths } from './month-partitions.service.ts';
import * as repository from './open-months.repository.ts';
import type { MonthToBookIn } from './open-months.repository.ts';

export type { MonthToBookIn };

/** The day is before all cycles, so the organization's first month is needed, which only core knows. */
export class FirstMonthUnknownError extends Error {
  override readonly name = 'FirstMonthUnknownError';
}

/** The first booking in a month: its partitions have to be created outside the booking's transaction. */
class MonthNotMadeError extends Error {
  override readonly name = 'MonthNotMadeError';
  readonly month: string;

  constructor(month: string) {
    super(`the month ${month} has no partitions yet`);
    this.month = month;
  }
}

const BEFORE_ALL_MONTHS = '2000-01-01';

/** The most months whose partitions may be missing at once: an import may name days of many months. */
const MOST_MONTHS = 1_200;

/** Runs a booking transaction, and retries it after creating the partitions of a month that it needs. */
export async function inBooking<Result>(
  db: Db,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  return makingMonths(db, async () => inTransaction(db, work));
}

/** @param book runs in a transaction of its own */
export async function makingMonths<Result>(db: Db, book: () => Promise<Result>): Promise<Result> {
  for (let made = 0; ; made += 1) {
    try {
      return await book();
    } catch (error) {
      if (!(error instanceof MonthNotMadeError) || made === MOST_MONTHS) throw error;
      await makeMonths(db, [error.month]);
    }
  }
}

/**
 * Requests the organization's first month only where it matters, after a first attempt without it.
 * @param book gets the first day of the first month
 * @throws Refusal not-found when the organization no longer has any accounts
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
 * The first day of the month to book in, for each of the days, none of which is in the future; these months stay open until the
 * transaction ends.
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
 * The first day of the month in which adjustments are booked: the first open month, or the last applied one if that is later. It
 * stays open until the transaction ends.
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

/** @returns a function from a day to the month to book in; it throws FirstMonthUnknownError where the month is not known */
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

/** Prevents any month of the organization from being closed until the transaction ends. */
export async function holdMonthsOpen(trx: Trx, organizationId: number): Promise<void> {
  await repository.holdMonthsOpen(trx, organizationId);
}

/** The first day of the last closed month at or after the given one; null when none of them is closed. */
export async function findClosedMonth(
  db: Db,
  organizationId: number,
  since: string,
): Promise<string | null> {
  return repository.findClosedMonth(db, organizationId, since);
}

/** The first day of the last closed month; null when none is closed. */
export async function findLastClosedMonth(db: Db, organizationId: number): Promise<string | null> {
  return findClosedMonth(db, organizationId, BEFORE_ALL_MONTHS);
}

/** The first day of the month after the last closed one; null when none is closed. */
export async function findFirstOpenMonth(db: Db, organizationId: number): Promise<string | null> {
  const closed = await findLastClosedMonth(db, organizationId);
  return closed === null ? null : firstDayAfter(closed);
}

/** @param month its first day */
export function firstDayAfter(month: string): string {
  return formatDay(parseDay(month).add({ months: 1 }));
}

/** Finds the same as `findClosedMonth`, after which no month is closed until the transaction ends. */
export async function holdMonthsSince(
  trx: Trx,
  organizationId: number,
  since: string,
): Promise<string | null> {
  await holdMonthsOpen(trx, organizationId);
  return findClosedMonth(trx, organizationId, since);
}

// The months in which documents are booked, in SQL.
import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../tables.ts';

/** Days, and first days of months. */
export type MonthToBookIn = {
  readonly day: string;
  /** Null where only the organization's first month could determine it. */
  readonly month: string | null;
  /** Whether its partitions exist. */
  readonly isMade: boolean;
};

/** The returned months stay open until the transaction ends. */
export function listMonthsToBookIn(
  organizationId: number,
  days: readonly string[],
  firstMonth: string | null,
): RawBuilder<MonthToBookIn> {
  return sql`select /* kept: months-to-book-in */ *
    from app.months_to_book_in(${organizationId}, ${days}::date[], ${firstMonth}::date)
  `;
}

/** The month in which adjustments are booked; it stays open until the transaction ends. */
export async function findMonthForAdjustments(
  trx: Trx,
  organizationId: number,
  today: string,
): Promise<MonthToBookIn> {
  const { rows } = await sql<MonthToBookIn>`
    select * from app.month_for_adjustments(${organizationId}, ${today}::date)
  `.execute(trx);
  const [found] = rows;
  if (found === undefined) throw new Error('an organization has no month for adjustments');
  return { ...found, day: today };
}

/** Prevents any month of the organization from being closed until the transaction ends. */
export async function holdMonthsOpen(trx: Trx, organizationId: number): Promise<void> {
  await sql`select app.hold_months_open(${organizationId})`.execute(trx);
}

/** The first day of the last closed month at or after the given one; null when none of them is closed. */
export async function findClosedMonth(
  db: Db,
  organizationId: number,
  since: string,
): Promise<string | null> {
  const { rows } = await sql<{ closed: string | null }>`
    select app.closed_month_from(${organizationId}, ${since}::date) as closed
  `.execute(db);
  return rows[0]?.closed ?? null;
}

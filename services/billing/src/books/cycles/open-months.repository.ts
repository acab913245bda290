// In which months something is booked, in SQL.
import { sql } from 'kysely';
import type { Trx } from '../../tables.ts';

/** Days, and first days of months. */
export type MonthToBookIn = { readonly day: string; readonly month: string | null };

/** Months that are booked in stay open until the transaction ends. */
export async function listMonthsToBookIn(
  trx: Trx,
  organizationId: number,
  days: readonly string[],
  firstMonth: string | null,
): Promise<readonly MonthToBookIn[]> {
  const { rows } = await sql<MonthToBookIn>`
    select days.day, app.month_to_book_in(${organizationId}, days.day, ${firstMonth}::date) as month
    from unnest(${days}::date[]) as days (day)
  `.execute(trx);
  return rows;
}

/** None of the organization's months is closed until the transaction ends. */
export async function holdMonthsOpen(trx: Trx, organizationId: number): Promise<void> {
  await sql`select app.hold_months_open(${organizationId})`.execute(trx);
}

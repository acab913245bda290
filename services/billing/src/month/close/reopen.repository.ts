// Reopening a closed month in SQL.
import { sql } from 'kysely';
import type { OwnCycle } from '../../books/cycles/cycles.repository.ts';
import type { Trx } from '../../tables.ts';

export type NewReopening = OwnCycle & {
  readonly reason: string;
  readonly userId: number;
};

export type Reopened = { readonly closedAt: Date; readonly period: string };

/** Records that the month's closing is undone; undefined when it is not closed. */
export async function insertReopening(
  trx: Trx,
  { organizationId, cycleId, reason, userId }: NewReopening,
): Promise<Reopened | undefined> {
  const { rows } = await sql<Reopened>`
    select billing_cycles.closed_at, billing_cycles.period
    from billing_cycles
    where billing_cycles.organization_id = ${organizationId} and billing_cycles.id = ${cycleId}
      and billing_cycles.status = 'CLOSED'
    for update
  `.execute(trx);
  // Copies `closed_at` within SQL, to keep its microseconds.
  await sql`
    insert into month_reopenings (organization_id, billing_cycle_id, closed_at, reason, reopened_by)
    select billing_cycles.organization_id, billing_cycles.id, billing_cycles.closed_at, ${reason}, ${userId}
    from billing_cycles
    where billing_cycles.organization_id = ${organizationId} and billing_cycles.id = ${cycleId}
      and billing_cycles.status = 'CLOSED'
  `.execute(trx);
  return rows[0];
}

/** After waiting for bookings in progress in the organization. */
export async function markReopened(trx: Trx, { organizationId, cycleId }: OwnCycle): Promise<void> {
  await sql`
    update billing_cycles set status = 'APPLIED', closed_at = null, closed_on = null
    where billing_cycles.organization_id = ${organizationId} and billing_cycles.id = ${cycleId}
  `.execute(trx);
}

/**
 * Whether anything effective on or before the month's last day was booked in a later month since the closing. Transactions that
 * waited for the closing began a little before it.
 */
export async function isBuiltUpon(
  trx: Trx,
  organizationId: number,
  { closedAt, period }: Reopened,
): Promise<boolean> {
  const { rows } = await sql<{ isBuiltUpon: boolean }>`
    select exists (
      select from ledger_entries
      where ledger_entries.organization_id = ${organizationId} and ledger_entries.period > ${period}::date
        and ledger_entries.effective_on < ${period}::date + interval '1 month'
        and ledger_entries.created_at > ${closedAt}::timestamptz - interval '2 minutes'
    ) as is_built_upon
  `.execute(trx);
  return rows[0]?.isBuiltUpon ?? false;
}

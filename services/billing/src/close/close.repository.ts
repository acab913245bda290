// Closing a month in SQL.
import { sql } from 'kysely';
import type { Trx } from '../tables.ts';

/**
 * Takes the cycle from APPLIED to CLOSED, after whoever is booking in the organization has done; false when it was not
 * applied.
 */
export async function markClosed(trx: Trx, cycleId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update billing_cycles set status = 'CLOSED', closed_at = now()
    where billing_cycles.id = ${cycleId} and billing_cycles.status = 'APPLIED'
  `.execute(trx);
  return numAffectedRows === 1n;
}

/** The earliest month before the cycle's, as `YYYY-MM`, with charges that are not applied. */
export async function findEarlierDraft(trx: Trx, cycleId: number): Promise<string | undefined> {
  const { rows } = await sql<{ month: string }>`
    select to_char(earlier.period, 'YYYY-MM') as month
    from billing_cycles
    join billing_cycles as earlier on earlier.organization_id = billing_cycles.organization_id
      and earlier.period < billing_cycles.period and earlier.status = 'DRAFT'
    where billing_cycles.id = ${cycleId} and exists (
      select from house_months where house_months.billing_cycle_id = earlier.id and house_months.charges > 0
    )
    order by earlier.period
    limit 1
  `.execute(trx);
  return rows[0]?.month;
}

// Applying a cycle in SQL: the guard and the sums.
import { sql } from 'kysely';
import type { Trx } from '../tables.ts';

/**
 * Takes the cycle from DRAFT to APPLIED; nothing when it was not a draft. Of two callers at once one waits here and then
 * gets nothing.
 * @returns the first day of its month
 */
export async function markApplied(trx: Trx, cycleId: number): Promise<string | undefined> {
  const { rows } = await sql<{ period: string }>`
    update billing_cycles set status = 'APPLIED', applied_at = now()
    where billing_cycles.id = ${cycleId} and billing_cycles.status = 'DRAFT'
    returning billing_cycles.period
  `.execute(trx);
  return rows[0]?.period;
}

/** What the cycle's charges add up to, and how many of its jobs are not finished. */
export async function sumCharges(
  trx: Trx,
  cycleId: number,
): Promise<{ charges: number; amount: string; jobsUnderWay: number }> {
  const { rows } = await sql<{ charges: number; amount: string; jobsUnderWay: number }>`
    select coalesce(sum(house_months.charges), 0)::integer as charges,
      coalesce(sum(house_months.amount), 0)::numeric(14, 2) as amount,
      (select count(*)::integer from calculation_jobs
       where calculation_jobs.billing_cycle_id = ${cycleId}
         and calculation_jobs.status in ('QUEUED', 'RUNNING')) as "jobsUnderWay"
    from house_months
    where house_months.billing_cycle_id = ${cycleId}
  `.execute(trx);
  return rows[0] ?? { charges: 0, amount: '0.00', jobsUnderWay: 0 };
}

export type HouseToBook = { readonly houseId: number; readonly charges: number };

/** The cycle's houses in the order of their ids. */
export async function listHousesToBook(trx: Trx, cycleId: number): Promise<readonly HouseToBook[]> {
  const { rows } = await sql<HouseToBook>`
    select house_months.house_id as "houseId", house_months.charges
    from house_months
    where house_months.billing_cycle_id = ${cycleId}
    order by house_months.house_id
  `.execute(trx);
  return rows;
}

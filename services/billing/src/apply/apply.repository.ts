// Applying a cycle in SQL: the guard and the sums.
import { sql } from 'kysely';
import type { Trx } from '../tables.ts';

/**
 * Takes the cycle from DRAFT to APPLIED; false when it was not a draft. Of two callers at once one waits here
 * and then gets false.
 */
export async function markApplied(trx: Trx, cycleId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update billing_cycles set status = 'APPLIED', applied_at = now()
    where billing_cycles.id = ${cycleId} and billing_cycles.status = 'DRAFT'
  `.execute(trx);
  return numAffectedRows === 1n;
}

/** For the statements over a whole month that follow: room to sort in, and no compiling of what runs once. */
export async function makeRoom(trx: Trx): Promise<void> {
  await sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`.execute(
    trx,
  );
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

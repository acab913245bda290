// Closing a month in SQL.
import { sql } from 'kysely';
import type { OwnCycle } from '../../books/cycles/cycles.repository.ts';
import type { Trx } from '../../tables.ts';

/**
 * Takes the cycle from APPLIED to CLOSED, after waiting for bookings in progress in the organization; false when it was not
 * applied.
 */
export async function markClosed(
  trx: Trx,
  { organizationId, cycleId }: OwnCycle,
  today: Temporal.PlainDate,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update billing_cycles set status = 'CLOSED', closed_at = now(), closed_on = ${today.toString()}::date
    where billing_cycles.organization_id = ${organizationId} and billing_cycles.id = ${cycleId}
      and billing_cycles.status = 'APPLIED'
  `.execute(trx);
  return numAffectedRows === 1n;
}

/** The id of the first cycle, up to this one, that has an unfinished job. */
export async function findFirstComputed(
  trx: Trx,
  { organizationId, cycleId }: OwnCycle,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select computed.id
    from billing_cycles
    join billing_cycles as computed on computed.organization_id = billing_cycles.organization_id
      and computed.period <= billing_cycles.period
    where billing_cycles.organization_id = ${organizationId} and billing_cycles.id = ${cycleId} and exists (
      select from calculation_jobs
      where calculation_jobs.organization_id = computed.organization_id
        and calculation_jobs.billing_cycle_id = computed.id and calculation_jobs.status in ('QUEUED', 'RUNNING')
    )
    order by computed.period
    limit 1
  `.execute(trx);
  return rows[0]?.id;
}

export type DraftMonth = { readonly month: string; readonly isEarlier: boolean };

/** The earliest month up to the cycle's, as `YYYY-MM`, with charges of a house that are not applied. */
export async function findFirstDraft(
  trx: Trx,
  { organizationId, cycleId }: OwnCycle,
): Promise<DraftMonth | undefined> {
  const { rows } = await sql<DraftMonth>`
    select to_char(draft.period, 'YYYY-MM') as month, draft.id <> billing_cycles.id as is_earlier
    from billing_cycles
    join billing_cycles as draft on draft.organization_id = billing_cycles.organization_id
      and draft.period <= billing_cycles.period
    where billing_cycles.organization_id = ${organizationId} and billing_cycles.id = ${cycleId}
      and (draft.id = billing_cycles.id or draft.status <> 'CLOSED') and exists (
        select from house_months
        where house_months.organization_id = draft.organization_id and house_months.billing_cycle_id = draft.id
          and house_months.charges > 0 and house_months.applied_at is null
      )
    order by draft.period
    limit 1
  `.execute(trx);
  return rows[0];
}

// The result of the last verification of a month, and whether its seal is at its place in the log, in SQL.
import { sql } from 'kysely';
import type { OwnCycle } from '../cycles/cycles.repository.ts';
import type { Db } from '../../tables.ts';
import type { SealVerificationsTable } from './seals.table.ts';

export type SealVerification = Omit<SealVerificationsTable, 'organizationId' | 'billingCycleId'>;

export async function findVerification(
  db: Db,
  { organizationId, cycleId }: OwnCycle,
): Promise<SealVerification | undefined> {
  return db
    .selectFrom('sealVerifications')
    .select(['startedAt', 'logIndex', 'isValid', 'found', 'chainFaults'])
    .where('organizationId', '=', organizationId)
    .where('billingCycleId', '=', cycleId)
    .executeTakeFirst();
}

/** Replaces the previous one, unless that began later. */
export async function upsertVerification(
  db: Db,
  { organizationId, cycleId }: OwnCycle,
  { startedAt, logIndex, isValid, found, chainFaults }: SealVerification,
): Promise<void> {
  await sql`
    insert into seal_verifications (organization_id, billing_cycle_id, started_at, log_index, is_valid, found, chain_faults)
    values (${organizationId}, ${cycleId}, ${startedAt}, ${logIndex}, ${isValid}, ${JSON.stringify(found)}::jsonb,
      ${JSON.stringify(chainFaults)}::jsonb)
    on conflict on constraint seal_verifications_pkey do update
      set started_at = excluded.started_at, log_index = excluded.log_index, is_valid = excluded.is_valid,
        found = excluded.found, chain_faults = excluded.chain_faults
      where seal_verifications.started_at <= excluded.started_at
  `.execute(db);
}

/** The log's line at the seal's index, if it is the seal's line and the seal belongs to the month's current closing. */
export async function findLoggedLine(
  db: Db,
  { organizationId, cycleId }: OwnCycle,
  logIndex: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ leaf: string }>`
    select seal_log.leaf
    from month_seals
    join billing_cycles on billing_cycles.organization_id = month_seals.organization_id
      and billing_cycles.id = month_seals.billing_cycle_id
    join seal_log on seal_log.index = month_seals.log_index
    where month_seals.organization_id = ${organizationId} and month_seals.billing_cycle_id = ${cycleId}
      and month_seals.log_index = ${logIndex} and billing_cycles.status = 'CLOSED'
      and billing_cycles.closed_at = month_seals.created_at
      and seal_log.leaf = app.seal_leaf(month_seals.organization_id, billing_cycles.period, month_seals.billing_cycle_id,
        month_seals.created_at, month_seals.accounts, month_seals.turnover_hash, month_seals.chain_hash,
        month_seals.papers_hash, month_seals.checks)
  `.execute(db);
  return rows[0]?.leaf;
}

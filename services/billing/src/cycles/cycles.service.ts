// Opens an organization's months and tells how they stand.
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../access/access.service.ts';
import type { Db, Trx } from '../tables.ts';
import * as cycles from './cycles.repository.ts';

export type NewCycle = {
  readonly month: number;
  readonly year: number;
  readonly organizationId?: number | undefined;
};

/** @throws Refusal organization-required, not-found, forbidden, cycle-exists */
export async function createCycle(
  caller: Caller,
  { month, year, organizationId: named }: NewCycle,
): Promise<BillingCycle> {
  const organizationId = await caller.organizationOf(named);
  return inTransaction(caller.db, async (trx) => {
    await cycles.ensureMonth(trx, year, month);
    const id = await cycles.insertCycle(trx, { organizationId, year, month });
    if (id === undefined)
      throw new Refusal(
        'cycle-exists',
        `The organization already has a cycle for ${month}.${year}`,
      );
    const cycle = await readCycle(trx, id);
    await recordChange(trx, caller.actor, {
      action: 'cycle.created',
      object: { type: 'cycle', id },
      organizationId,
      after: cycle,
    });
    return cycle;
  });
}

/** @throws Refusal not-found, forbidden */
export async function getCycle(caller: Caller, cycleId: number): Promise<BillingCycle> {
  const what = `cycle ${cycleId}`;
  return toCycle(await caller.getOwn(what, async () => cycles.findCycle(caller.db, cycleId)));
}

/** A cycle that is known to be there, as it stands in this transaction. */
export async function readCycle(db: Db, cycleId: number): Promise<BillingCycle> {
  const row = await cycles.findCycle(db, cycleId);
  if (row === undefined) throw new Error(`cycle ${cycleId} has vanished`);
  return toCycle(row);
}

/**
 * The month's cycle, made when it is not there, and held against apply until the transaction ends.
 * @throws Refusal cycle-not-draft
 */
export async function openCycleForJob(
  trx: Trx,
  key: cycles.CycleKey,
): Promise<{ readonly id: number; readonly period: string }> {
  await cycles.ensureMonth(trx, key.year, key.month);
  await cycles.insertCycle(trx, key);
  const cycle = await cycles.lockCycleForJob(trx, key);
  if (cycle.status !== 'DRAFT')
    throw new Refusal(
      'cycle-not-draft',
      `The month ${cycle.period.slice(0, 7)} has been applied already`,
    );
  return cycle;
}

export type CycleQuery = {
  readonly organizationId?: number | undefined;
  readonly year?: number | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

export async function listCycles(caller: Caller, query: CycleQuery): Promise<PageOf<BillingCycle>> {
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const [afterId] = decodeCursor(query.cursor, ['number']) ?? [];
  const organizationIds = await caller.organizationsOf(query.organizationId);
  const rows = await cycles.listCycles(caller.db, {
    organizationIds,
    year: query.year,
    afterId,
    limit: limit + 1,
  });
  return pageOf(rows, limit, (row) => [row.id], toCycle);
}

function toCycle(row: cycles.CycleRow): BillingCycle {
  return {
    id: row.id,
    organizationId: row.organization_id,
    month: row.month,
    year: row.year,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    appliedAt: row.applied_at?.toISOString() ?? null,
    closedAt: row.closed_at?.toISOString() ?? null,
    chargesTotal: row.charges_total,
    accounts: row.accounts,
  };
}

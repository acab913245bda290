// Opens an organization's months and tells how they stand.
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Access, Caller } from '../access/access.service.ts';
import type { Db, Trx } from '../tables.ts';
import * as cycles from './cycles.repository.ts';

export type NewCycle = {
  readonly month: number;
  readonly year: number;
  readonly organizationId?: number | undefined;
};

/** @throws Refusal organization-required, not-found, forbidden, cycle-exists */
export async function createCycle(
  db: Db,
  access: Access,
  caller: Caller,
  { month, year, organizationId }: NewCycle,
): Promise<BillingCycle> {
  const organization = organizationId ?? (await onlyOrganization(access, caller));
  await access.requireRole(caller, organization, 'accountant');
  const id = await inTransaction(db, async (trx) => {
    await cycles.ensureMonth(trx, year, month);
    return cycles.insertCycle(trx, { organizationId: organization, year, month });
  });
  if (id === undefined)
    throw new Refusal('cycle-exists', `The organization already has a cycle for ${month}.${year}`);
  return getCycle(db, access, caller, id);
}

/** @throws Refusal not-found, forbidden when the caller's role is less than `role` */
export async function getCycle(
  db: Db,
  access: Access,
  caller: Caller,
  cycleId: number,
  role: OrganizationRole = 'viewer',
): Promise<BillingCycle> {
  const row = await cycles.findCycle(db, cycleId);
  if (row === undefined) throw notFound(`cycle ${cycleId}`);
  await access.requireRole(caller, row.organization_id, role, `cycle ${cycleId}`);
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

export async function listCycles(
  db: Db,
  access: Access,
  caller: Caller,
  query: CycleQuery,
): Promise<PageOf<BillingCycle>> {
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const [afterId] = decodeCursor(query.cursor, ['number']) ?? [];
  const organizationIds = await access.visibleOrganizations(caller, query.organizationId);
  const rows = await cycles.listCycles(db, {
    organizationIds,
    year: query.year,
    afterId,
    limit: limit + 1,
  });
  return pageOf(rows, limit, (row) => [row.id], toCycle);
}

async function onlyOrganization(access: Access, caller: Caller): Promise<number> {
  const [only, ...others] = await access.listOrganizations(caller);
  if (only !== undefined && others.length === 0) return only;
  const detail =
    only === undefined
      ? 'You are a member of no organization'
      : 'You are a member of several organizations: name one';
  throw new Refusal('organization-required', detail, {
    errors: [{ path: '/organizationId', message: 'is required' }],
  });
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

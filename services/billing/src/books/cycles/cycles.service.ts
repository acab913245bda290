// Opens an organization's months and lists them with their states.
import type {
  BillingCycle,
  CycleStatus,
  HouseMonth,
} from '@kvartplata/contracts/billing/cycles.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import {
  compareMonths,
  firstDayOf,
  formatBillingMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import { requireOrganization } from '../../access/places.ts';
import type { Db, Trx } from '../../tables.ts';
import * as cycles from './cycles.repository.ts';
import { monthRangeOf } from './month-range.ts';
import { requireChargesKept } from './archived-months.service.ts';
import { makeMonths } from './month-partitions.service.ts';
import { holdMonthsSince } from './open-months.service.ts';

export type NewCycle = {
  readonly month: number;
  readonly year: number;
  readonly organizationId?: number | undefined;
};

/**
 * @throws Refusal organization-required, not-found, forbidden, month-archived, month-out-of-range, cycle-exists, month-closed,
 * dependency-unavailable
 */
export async function createCycle(
  caller: Caller,
  { month, year, organizationId: named }: NewCycle,
  today: Temporal.PlainDate,
): Promise<BillingCycle> {
  const organizationId = await requireOrganization(caller, named);
  const asked = Temporal.PlainYearMonth.from({ year, month });
  await requireMonthInRange(caller, organizationId, asked, today);
  return inTransaction(caller.db, async (trx) => {
    const id = await cycles.insertCycle(trx, { organizationId, year, month });
    if (id === undefined)
      throw new Refusal(
        'cycle-exists',
        `The organization already has a cycle for ${month}.${year}`,
      );
    await requireOpen(trx, organizationId, formatDay(firstDayOf(asked)));
    const cycle = await readCycle(trx, { organizationId, cycleId: id });
    await recordChange(trx, caller.actor, {
      action: 'cycle.created',
      object: { type: 'cycle', id },
      organizationId,
      after: cycle,
    });
    return cycle;
  });
}

/** @throws Refusal month-archived, month-out-of-range, dependency-unavailable */
export async function requireMonthInRange(
  caller: Pick<Caller, 'core' | 'db' | 'requestId'>,
  organizationId: number,
  month: BillingMonth,
  today: Temporal.PlainDate,
): Promise<void> {
  await requireChargesKept(caller.db, formatDay(firstDayOf(month)));
  const firstMonth = await caller.core.findFirstMonth(organizationId, month, caller.requestId);
  const { first, last } = monthRangeOf(firstMonth, today);
  if (compareMonths(first, month) <= 0 && compareMonths(month, last) <= 0) return;
  const [asked, from, to] = [month, first, last].map(formatBillingMonth);
  throw new Refusal(
    'month-out-of-range',
    `${asked} is not one of the organization's months, which go from ${from} to ${to}`,
  );
}

/** @throws Refusal not-found, forbidden */
export async function getCycle(caller: Caller, cycleId: number): Promise<BillingCycle> {
  const what = `cycle ${cycleId}`;
  const find = async () => cycles.findCycle(caller.db, caller.ownOrganizations(), cycleId);
  return toCycle(await caller.getOwn(what, find));
}

/** A cycle that is known to exist, as seen by this transaction. */
export async function readCycle(
  db: Db,
  { organizationId, cycleId }: cycles.OwnCycle,
): Promise<BillingCycle> {
  const row = await cycles.findCycle(db, [organizationId], cycleId);
  if (row === undefined) throw new Error(`cycle ${cycleId} has vanished`);
  return toCycle(row);
}

/**
 * Creates the month's partitions, before the transaction that writes to them: it takes locks on all nodes, as the tables' owner.
 */
export async function prepareMonth(db: Db, month: BillingMonth): Promise<void> {
  await makeMonths(db, [formatDay(firstDayOf(month))]);
}

/**
 * The month's cycle, created if it does not exist, and locked against apply until the transaction ends. While it is not closed,
 * those of its houses that are not applied may be computed. The month's partitions exist.
 * @throws Refusal cycle-not-draft
 */
export async function openCycleForJob(trx: Trx, key: cycles.CycleKey): Promise<cycles.LockedCycle> {
  await cycles.insertCycle(trx, key);
  const cycle = await cycles.lockCycleForJob(trx, key);
  if (cycle.status === 'CLOSED') throw monthApplied(cycle.period);
  return cycle;
}

/**
 * Makes sure that no later month is closed, or will be until the transaction ends. The month's cycle has to be locked first,
 * since closing takes both locks.
 * @param period its first day
 * @throws Refusal month-closed
 */
export async function requireOpen(trx: Trx, organizationId: number, period: string): Promise<void> {
  const closed = await holdMonthsSince(trx, organizationId, period);
  if (closed !== null)
    throw new Refusal(
      'month-closed',
      `${closed.slice(0, 7)} is closed: ${period.slice(0, 7)} before it takes no charges any more`,
    );
}

/**
 * The same for a write to a month of which nothing is applied.
 * @throws Refusal cycle-not-draft
 */
export async function openDraftCycle(trx: Trx, key: cycles.CycleKey): Promise<cycles.LockedCycle> {
  const cycle = await openCycleForJob(trx, key);
  if (cycle.status !== 'DRAFT') throw monthApplied(cycle.period);
  return cycle;
}

/** Holds a cycle against apply and close until the transaction ends. @throws Refusal forbidden */
export async function holdCycle(trx: Trx, cycle: cycles.OwnCycle): Promise<CycleStatus> {
  const status = await cycles.holdCycle(trx, cycle);
  // A caller who may read the cycle but not change it gets no row to lock.
  if (status === undefined) throw new Refusal('forbidden');
  return status;
}

/** @throws Refusal forbidden, month-closed */
export async function holdOpenCycle(trx: Trx, cycle: cycles.OwnCycle): Promise<void> {
  if ((await holdCycle(trx, cycle)) === 'CLOSED')
    throw new Refusal('month-closed', `The month of cycle ${cycle.cycleId} is closed already`);
}

/**
 * Holds houses until the transaction ends: what any of their months is charged is stored, corrected or reversed by one after
 * another. Taken before every other lock.
 */
export async function holdHouses(trx: Trx, houseIds: readonly number[]): Promise<void> {
  await cycles.lockHouses(trx, houseIds);
}

/** @param period its first day */
export function monthApplied(period: string): Refusal {
  return new Refusal('cycle-not-draft', `The month ${period.slice(0, 7)} has been applied already`);
}

export type CycleQuery = {
  readonly organizationId?: number | undefined;
  readonly year?: number | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

export async function listCycles(caller: Caller, query: CycleQuery): Promise<PageOf<BillingCycle>> {
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const [afterId] = decodeCursor(query.cursor, ['id']) ?? [];
  const organizationIds = await caller.organizationsOf(query.organizationId);
  const rows = await cycles.listCycles(caller.db, {
    organizationIds,
    year: query.year,
    afterId,
    limit: limit + 1,
  });
  return pageOf(rows, limit, (row) => [row.id], toCycle);
}

/** @throws Refusal not-found */
export async function listHousesOf(
  caller: Caller,
  cycleId: number,
): Promise<{ readonly items: HouseMonth[] }> {
  const { organizationId } = await getCycle(caller, cycleId);
  const rows = await cycles.listHouseMonths(caller.db, { organizationId, cycleId });
  return {
    items: rows.map((row) => ({
      houseId: row.houseId,
      accounts: row.accounts,
      charges: row.charges,
      amount: row.amount,
      computedAt: row.computedAt?.toISOString() ?? null,
      appliedAt: row.appliedAt?.toISOString() ?? null,
    })),
  };
}

function toCycle(row: cycles.CycleRow): BillingCycle {
  return {
    id: row.id,
    organizationId: row.organizationId,
    month: row.month,
    year: row.year,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    appliedAt: row.appliedAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
    chargesTotal: row.chargesTotal,
    accounts: row.accounts,
    housesNotApplied: row.housesNotApplied,
  };
}

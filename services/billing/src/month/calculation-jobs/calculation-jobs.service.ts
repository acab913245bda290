// Requests calculations, reports their progress, and ends them.
import type {
  AccountSkips,
  CalculationJob,
} from '@kvartplata/contracts/billing/calculation-jobs.ts';
import type { Overrides } from '@kvartplata/contracts/billing/dry-runs.ts';
import type { SkippedAccount } from '@kvartplata/contracts/billing/skipped-accounts.ts';
import type { FaultyHouse, JobError } from '@kvartplata/contracts/job-errors.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { firstDayOf, type BillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { invalidField, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import { assertMayWait, lockLine } from '@kvartplata/platform/jobs/waiting-jobs.repository.ts';
import type { Caller } from '../../access/access.service.ts';
import { listCountedHouses, requireAccount, requireHouse } from '../../access/places.ts';
import type { LockedCycle } from '../../books/cycles/cycles.repository.ts';
import {
  monthApplied,
  openCycleForJob,
  prepareMonth,
  requireMonthInRange,
  requireOpen,
} from '../../books/cycles/cycles.service.ts';
import type { Db, Trx } from '../../tables.ts';
import { deleteBatches, insertBatches } from './calculation-batches.repository.ts';
import {
  findJob,
  findSame,
  insertJob,
  listJobs,
  lockJobForEnd,
  updateEndedJob,
  type JobRow,
  type OwnJob,
} from './calculation-jobs.repository.ts';
import { listAppliedHouses, listCorrectedHouses } from './house-months.repository.ts';
import {
  findLastComputed,
  listFirstSkipped,
  listSkipped,
  listSkippedOf,
  type SkippedRow,
} from './skipped-accounts.repository.ts';
import { splitHouses, type HouseSize } from './split-houses.ts';

/** The queue of batches. */
export const CALCULATION_QUEUE = 'calculation-batches';

/** How many skipped accounts are shown with a job, alone or in a list; a separate paged list has all of them. */
const MOST_SKIPPED_SHOWN = 1_000;
const MOST_SKIPPED_LISTED = 10;
/** How many of the houses that could not be computed a job's error names. */
const MOST_FAULTS_TOLD = 5;
/** The audit log records only the length of a longer list of houses. */
const MOST_HOUSES_RECORDED = 100;

export type NewCalculation = {
  readonly month: number;
  readonly year: number;
  readonly houseId?: number | undefined;
  readonly organizationId?: number | undefined;
  readonly houseIds?: readonly number[] | undefined;
  readonly overrides?: Overrides | undefined;
};

/**
 * Queues a calculation of one house, or of all or some houses of an organization; creates the month's cycle if absent. A repeated
 * request returns the same job if that has not begun before it.
 * @throws Refusal validation-failed, not-found, forbidden, month-out-of-range, unprocessable-reference, cycle-not-draft,
 * month-closed, too-many-jobs, dependency-unavailable
 */
export async function requestCalculation(
  queue: JobQueue,
  caller: Caller,
  request: NewCalculation,
  today: Temporal.PlainDate,
): Promise<CalculationJob> {
  if (request.overrides !== undefined)
    throw invalidField('/overrides', 'are for dryRun=true: a job computes what core tells', {
      code: 'contradicts',
    });
  const { organizationId, houses: asked } = await placeOf(caller, request, today);
  await prepareMonth(caller.db, Temporal.PlainYearMonth.from(request));
  return inTransaction(caller.db, async (trx) => {
    const cycle = await openCycleForJob(trx, {
      organizationId,
      year: request.year,
      month: request.month,
    });
    const houses = await leaveOutApplied(trx, { ...cycle, organizationId }, asked, request);
    const { id: cycleId, period } = cycle;
    await requireOpen(trx, organizationId, period);
    const houseIds = houses.map(({ houseId }) => houseId);
    const totalAccounts = houses.reduce((sum, { accounts }) => sum + accounts, 0);
    const { userId: requestedBy, requestId } = caller;
    const job = {
      organizationId,
      cycleId,
      period,
      houseIds,
      totalAccounts,
      requestedBy,
      requestId,
    };
    await lockLine(trx, CALCULATION_QUEUE, organizationId);
    const sameId = await findSame(trx, job);
    if (sameId !== undefined) return readJob(trx, { organizationId, id: sameId });
    await assertMayWait(trx, 'calculation_jobs', organizationId);
    const id = await insertJob(trx, job);
    await queueBatches(trx, queue, { id, organizationId }, houses);
    await recordChange(trx, caller.actor, {
      action: 'calculation-job.requested',
      object: { type: 'calculation-job', id },
      organizationId,
      after: {
        period,
        totalAccounts,
        ...(houseIds.length > MOST_HOUSES_RECORDED ? { houses: houseIds.length } : { houseIds }),
      },
    });
    return readJob(trx, { organizationId, id });
  });
}

/**
 * For a whole organization: the houses that can still be computed. A house that is named must be one of them.
 * @throws Refusal cycle-not-draft
 */
async function leaveOutApplied(
  trx: Trx,
  { organizationId, period, status }: LockedCycle & { readonly organizationId: number },
  houses: readonly HouseSize[],
  { houseId, houseIds }: NewCalculation,
): Promise<readonly HouseSize[]> {
  const month = { organizationId, houseIds: houses.map((house) => house.houseId), period };
  const settled = new Set(await listAppliedHouses(trx, month));
  if (status !== 'DRAFT') for (const id of await listCorrectedHouses(trx, month)) settled.add(id);
  if (settled.size === 0) return houses;
  const left = houses.filter((house) => !settled.has(house.houseId));
  const isNamed = houseId !== undefined || houseIds !== undefined;
  if (isNamed || left.length === 0) throw monthApplied(period);
  return left;
}

/** A one-batch job goes before the many batches of a large one of the same organization. */
async function queueBatches(
  trx: Trx,
  queue: JobQueue,
  job: { readonly id: number; readonly organizationId: number },
  houses: readonly HouseSize[],
): Promise<void> {
  const batchIds = await insertBatches(trx, job, splitHouses(houses));
  const [reference, ...others] = batchIds;
  const { organizationId } = job;
  if (reference !== undefined && others.length === 0)
    await queue.enqueue(trx, CALCULATION_QUEUE, { organizationId, reference });
  else await queue.enqueueMany(trx, CALCULATION_QUEUE, organizationId, batchIds);
}

/** @throws Refusal not-found */
export async function getJob(caller: Caller, jobId: number): Promise<CalculationJob> {
  const row = await getOwnJob(caller, jobId);
  return toJob(row, await listFirstSkipped(caller.db, [row], MOST_SKIPPED_SHOWN));
}

/** Re-reads a job that is known to exist. */
export async function readJob(db: Db, { organizationId, id }: OwnJob): Promise<CalculationJob> {
  const row = await findJob(db, [organizationId], id);
  if (row === undefined) throw new Error(`calculation job ${id} has vanished`);
  return toJob(row, await listFirstSkipped(db, [row], MOST_SKIPPED_SHOWN));
}

/**
 * Ends a job that is under way: houses already computed keep their charges, the others are not computed.
 * @throws Refusal not-found, forbidden, job-finished
 */
export async function cancelJob(caller: Caller, jobId: number): Promise<CalculationJob> {
  const job = await getOwnJob(caller, jobId);
  const { organizationId, status } = job;
  return inTransaction(caller.db, async (trx) => {
    if (!(await endJob(trx, job, 'CANCELLED')))
      throw new Refusal('job-finished', `Calculation job ${jobId} has ended already`);
    await recordChange(trx, caller.actor, {
      action: 'calculation-job.cancelled',
      object: { type: 'calculation-job', id: jobId },
      organizationId,
      before: { status },
      after: { status: 'CANCELLED' },
    });
    return readJob(trx, job);
  });
}

/** Ends the job with the totals of its batches; false when it has already ended. */
export async function endJob(
  trx: Trx,
  job: OwnJob,
  status: 'COMPLETED' | 'FAILED' | 'CANCELLED',
  error: JobError | null = null,
): Promise<boolean> {
  if (!(await lockJobForEnd(trx, job))) return false;
  const { faults, someFaults, ...sums } = await deleteBatches(trx, job, MOST_FAULTS_TOLD);
  const isFaulty = status === 'COMPLETED' && faults > 0;
  await updateEndedJob(trx, job, {
    ...sums,
    status: isFaulty ? 'FAILED' : status,
    error: isFaulty ? notComputed(faults, someFaults) : error,
  });
  return true;
}

export type JobsQuery = {
  readonly organizationId?: number | undefined;
  readonly period?: BillingMonth | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

export async function listJobsFor(
  caller: Caller,
  query: JobsQuery,
): Promise<PageOf<CalculationJob>> {
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const [beforeId] = decodeCursor(query.cursor, ['id']) ?? [];
  const organizationIds = await caller.organizationsOf(query.organizationId);
  const period = query.period === undefined ? undefined : formatDay(firstDayOf(query.period));
  const filter = { organizationIds, period, beforeId, limit: limit + 1 };
  const rows = await listJobs(caller.db, filter);
  const skipped = await listFirstSkipped(caller.db, rows, MOST_SKIPPED_LISTED);
  const skippedOf = Map.groupBy(skipped, (row) => row.calculationJobId);
  return pageOf(
    rows,
    limit,
    (row) => [row.id],
    (row) => toJob(row, skippedOf.get(row.id) ?? []),
  );
}

export type SkippedQuery = {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** @throws Refusal not-found */
export async function listSkippedFor(
  caller: Caller,
  jobId: number,
  query: SkippedQuery,
): Promise<PageOf<SkippedAccount>> {
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const after = decodeCursor(query.cursor, ['id', 'id', 'number']);
  const job = await getOwnJob(caller, jobId);
  const rows = await listSkipped(caller.db, job, { after, limit: limit + 1 });
  return pageOf(rows, limit, (row) => [row.houseId, row.personalAccountId, row.line], toSkipped);
}

/** For the last month in which the account's house was computed. @throws Refusal not-found */
export async function getAccountSkips(
  caller: Caller,
  personalAccountId: number,
): Promise<AccountSkips> {
  const { organizationId, houseId } = await requireAccount(caller, personalAccountId);
  const account = { organizationId, houseId, personalAccountId };
  const period = await findLastComputed(caller.db, account);
  if (period === undefined) return { period: null, items: [] };
  return { period, items: [...(await listSkippedOf(caller.db, account, period))] };
}

/** @throws Refusal not-found */
export async function getOwnJob(caller: Caller, jobId: number): Promise<JobRow> {
  const what = `calculation job ${jobId}`;
  return caller.getOwn(what, async () => findJob(caller.db, caller.ownOrganizations(), jobId));
}

export type CalculationPlace = {
  readonly organizationId: number;
  readonly houses: readonly HouseSize[];
};

/**
 * The requested houses, once the month is known to be one of their organization's.
 * @throws Refusal validation-failed, not-found, forbidden, month-out-of-range, unprocessable-reference,
 * dependency-unavailable
 */
export async function placeOf(
  caller: Caller,
  request: NewCalculation,
  today: Temporal.PlainDate,
): Promise<CalculationPlace> {
  const { year, month } = request;
  const asked = Temporal.PlainYearMonth.from({ year, month });
  const { houseId, organizationId, houseIds: named } = request;
  if ((houseId === undefined) === (organizationId === undefined))
    throw invalidField('/houseId', 'or organizationId is required, and not both', {
      code: 'either-or',
    });
  if (houseId !== undefined) {
    if (named !== undefined)
      throw invalidField('/houseIds', 'are some of an organization', { code: 'contradicts' });
    const house = await requireHouse(caller, houseId);
    const { organizationId: of, accounts } = house;
    await requireMonthInRange(caller, of, asked, today);
    return { organizationId: of, houses: [{ houseId, accounts }] };
  }
  const organization = organizationId ?? 0;
  await caller.requireRole(organization);
  await requireMonthInRange(caller, organization, asked, today);
  const counted = await listCountedHouses(caller, organization);
  const all = counted.map(({ houseId: id, accounts }) => ({ houseId: id, accounts }));
  if (all.length === 0)
    throw new Refusal('unprocessable-reference', `Organization ${organization} has no houses`);
  return { organizationId: organization, houses: named === undefined ? all : pick(all, named) };
}

function pick(all: readonly HouseSize[], named: readonly number[]): readonly HouseSize[] {
  const wanted = new Set(named);
  const found = all.filter(({ houseId }) => wanted.delete(houseId));
  const [stranger] = wanted;
  if (stranger === undefined) return found;
  throw new Refusal('not-found', `The organization has no house ${stranger}`);
}

function notComputed(count: number, houses: FaultyHouse[]): JobError {
  const moreHouses = count - houses.length;
  return {
    code: 'houses-not-computed',
    facts: { houses, ...(moreHouses > 0 ? { moreHouses } : {}) },
  };
}

function toJob(row: JobRow, skipped: readonly SkippedRow[]): CalculationJob {
  return {
    id: row.id,
    organizationId: row.organizationId,
    billingCycleId: row.billingCycleId,
    status: row.status,
    period: row.period.slice(0, 7),
    houseIds: row.houseIds,
    totalAccounts: row.totalAccounts,
    processedAccounts: row.processedAccounts,
    createdCharges: row.createdCharges,
    skippedCount: row.skippedCount,
    skipped: skipped.map(toSkipped),
    error: row.error,
    errorFacts: row.errorFacts,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

function toSkipped({ houseId, personalAccountId, reason, facts }: SkippedRow): SkippedAccount {
  return { houseId, personalAccountId, reason, facts };
}

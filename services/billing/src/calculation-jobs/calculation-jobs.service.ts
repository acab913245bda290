// Asks for calculations and tells how they stand.
import type { CalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { invalidField, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { Caller } from '../access/access.service.ts';
import { openCycleForJob } from '../cycles/cycles.service.ts';
import { findJob, insertJob, listJobs, type JobRow } from './calculation-jobs.repository.ts';

/** The queue that runs calculation jobs. */
export const CALCULATION_QUEUE = 'calculation';

export type NewCalculation = {
  readonly month: number;
  readonly year: number;
  readonly houseId?: number | undefined;
  readonly organizationId?: number | undefined;
};

/**
 * Queues a calculation of one house or of all houses of an organization; the month's cycle is made when absent.
 * @throws Refusal validation-failed, not-found, forbidden, unprocessable-reference, cycle-not-draft
 */
export async function requestCalculation(
  queue: JobQueue,
  caller: Caller,
  request: NewCalculation,
): Promise<CalculationJob> {
  const { organizationId, houseIds, totalAccounts } = await placeOf(caller, request);
  return inTransaction(caller.db, async (trx) => {
    const cycle = await openCycleForJob(trx, {
      organizationId,
      year: request.year,
      month: request.month,
    });
    const job = await insertJob(trx, {
      organizationId,
      cycleId: cycle.id,
      period: cycle.period,
      houseIds,
      totalAccounts,
      requestedBy: caller.userId,
      requestId: caller.requestId,
    });
    await queue.enqueue(trx, CALCULATION_QUEUE, job.id);
    await recordChange(trx, caller.actor, {
      action: 'calculation-job.requested',
      object: { type: 'calculation-job', id: job.id },
      organizationId,
      after: { period: job.period, houseIds, totalAccounts },
    });
    return toJob(job);
  });
}

/** @throws Refusal not-found */
export async function getJob(caller: Caller, jobId: number): Promise<CalculationJob> {
  const what = `calculation job ${jobId}`;
  return toJob(await caller.getOwn(what, async () => findJob(caller.db, jobId)));
}

export type JobsQuery = {
  readonly organizationId?: number | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

export async function listJobsFor(
  caller: Caller,
  query: JobsQuery,
): Promise<PageOf<CalculationJob>> {
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const [beforeId] = decodeCursor(query.cursor, ['number']) ?? [];
  const organizationIds = await caller.organizationsOf(query.organizationId);
  const rows = await listJobs(caller.db, { organizationIds, beforeId, limit: limit + 1 });
  return pageOf(rows, limit, (row) => [row.id], toJob);
}

type Place = {
  readonly organizationId: number;
  readonly houseIds: readonly number[];
  readonly totalAccounts: number;
};

async function placeOf(
  caller: Caller,
  { houseId, organizationId }: NewCalculation,
): Promise<Place> {
  if ((houseId === undefined) === (organizationId === undefined)) {
    throw invalidField('/houseId', 'or organizationId is required, and not both');
  }
  if (houseId !== undefined) {
    const house = await caller.requireHouse(houseId);
    return {
      organizationId: house.organizationId,
      houseIds: [houseId],
      totalAccounts: house.accounts,
    };
  }
  const organization = organizationId ?? 0;
  await caller.requireRole(organization);
  const houses = await caller.listHouses(organization);
  if (houses.houseIds.length === 0)
    throw new Refusal('unprocessable-reference', `Organization ${organization} has no houses`);
  return {
    organizationId: organization,
    houseIds: houses.houseIds,
    totalAccounts: houses.accounts,
  };
}

function toJob(row: JobRow): CalculationJob {
  return {
    id: row.id,
    organizationId: row.organization_id,
    billingCycleId: row.billing_cycle_id,
    status: row.status,
    period: row.period.slice(0, 7),
    houseIds: row.house_ids,
    totalAccounts: row.total_accounts,
    processedAccounts: row.processed_accounts,
    createdCharges: row.created_charges,
    skipped: row.skipped,
    error: row.error,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

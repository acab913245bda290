// Computes the houses of a batch: fetches them from core in one request, computes them in a thread, asks core whether the data is
// still current, and stores the charges in one transaction together with the batch's progress.
import type { CopyingDatabase } from '@kvartplata/platform/database/copying.ts';
import { JobOverError } from '@kvartplata/platform/jobs/long-jobs.ts';
import type { ComputingThread } from '@kvartplata/platform/threads/computing-thread.ts';
import type { Logger } from 'pino';
import type { CoreClient } from '../../access/core-client.ts';
import { holdCycle } from '../../books/cycles/cycles.service.ts';
import type { BillingTables, Db, Trx } from '../../tables.ts';
import { advanceBatch, type BatchRow, type BatchStep } from './calculation-batches.repository.ts';
import { lockJobForBatch } from './calculation-jobs.repository.ts';
import type { ComputedHouse, HouseFault, HousesAnswer, HousesQuestion } from './compute-houses.ts';
import { readDraftsBefore, storeHouses, storeSkipped, takeMonths } from './house-months.service.ts';
import { readEarlierMonths } from './earlier-months.service.ts';
import { unusableSnapshot } from './unusable-snapshot.ts';

export type Calculator = {
  readonly db: Db;
  readonly copying: CopyingDatabase<BillingTables>;
  readonly core: CoreClient;
  readonly thread: ComputingThread<HousesQuestion, HousesAnswer>;
  /** Buffers that no batch is using now. */
  readonly rowBuffers: Uint8Array<ArrayBuffer>[];
  readonly log: Pick<Logger, 'error' | 'warn'>;
};

/** About what a thousand accounts need. */
const FIRST_BUFFER_BYTES = 6 * 1024 * 1024;
/** How often a house is computed when core keeps changing it. */
const MOST_ROUNDS = 3;

type Computed = {
  readonly houses: readonly ComputedHouse[];
  readonly rowBuffer: Uint8Array<ArrayBuffer>;
  /** Houses that core changed while they were computed. */
  readonly moved: readonly ComputedHouse[];
  readonly faults: readonly HouseFault[];
  /** The drafts of earlier months from which they were computed. */
  readonly draftsBefore: ReadonlyMap<number, string>;
};

/**
 * Computes what is left of the batch, if its job is still under way.
 * @throws Refusal dependency-unavailable: can be retried; the reason of `signal`
 */
export async function computeBatch(
  calculator: Calculator,
  batch: BatchRow,
  signal: AbortSignal,
): Promise<void> {
  let left: readonly number[] = batch.housesLeft;
  for (let round = 1; left.length > 0; round += 1) {
    signal.throwIfAborted();
    try {
      left = await computeRound(calculator, batch, left, { isLast: round >= MOST_ROUNDS, signal });
    } catch (error) {
      if (error instanceof JobOverError) return;
      throw error;
    }
  }
}

/** @returns the houses to be computed again */
async function computeRound(
  calculator: Calculator,
  batch: BatchRow,
  houseIds: readonly number[],
  { isLast, signal }: { readonly isLast: boolean; readonly signal: AbortSignal },
): Promise<readonly number[]> {
  const computed = await computeHouses(calculator, batch, houseIds, signal);
  for (const { houseId, stack } of computed.faults)
    if (stack !== undefined)
      calculator.log.error({ houseId, jobId: batch.jobId, stack }, 'a house cannot be computed');
  const months = {
    period: batch.period,
    organizationId: batch.organizationId,
    cycleId: batch.billingCycleId,
    jobId: batch.jobId,
  };
  const left = await calculator.copying.inTransaction(async (trx, copyIn) => {
    await holdCycle(trx, months);
    const stored = await takeMonths(trx, months, computed.houses);
    const draftsNow = await readDraftsBefore(trx, { ...months, houseIds });
    // Meanwhile another job has stored a newer version of the house, or an earlier month of it. In the last round the version from
    // core counts, since it was requested later: core may have been restored to an older state.
    const isOvertaken = ({ houseId, version }: ComputedHouse): boolean =>
      !isLast &&
      ((stored.get(houseId)?.coreVersion ?? 0) > version ||
        draftsNow.get(houseId) !== computed.draftsBefore.get(houseId));
    const houses = computed.houses.filter((house) => !isOvertaken(house));
    const skipped = isLast ? computed.moved : [];
    await storeHouses(trx, copyIn, months, { houses, rowBuffer: computed.rowBuffer, stored });
    await storeSkipped(trx, months, houses, skipped.map(skipWhole));
    await advance(trx, batch, stepOf(houses, skipped, computed.faults));
    return isLast ? [] : [...computed.moved, ...computed.houses.filter(isOvertaken)];
  });
  calculator.rowBuffers.push(computed.rowBuffer);
  return left.map(({ houseId }) => houseId);
}

async function computeHouses(
  { db, core, thread, rowBuffers }: Calculator,
  batch: BatchRow,
  houseIds: readonly number[],
  signal: AbortSignal,
): Promise<Computed> {
  const { organizationId, period, requestId } = batch;
  const month = period.slice(0, 7);
  const draftsBefore = await readDraftsBefore(db, { organizationId, houseIds, period });
  const snapshot = await core.readSnapshot({ organizationId, houseIds }, month, requestId, signal);
  const question = {
    houseIds,
    period,
    organizationId,
    snapshot,
    earlier: await readEarlierMonths(db, { organizationId, houseIds, period }, snapshot),
    rowBuffer: rowBuffers.pop() ?? new Uint8Array(FIRST_BUFFER_BYTES),
  };
  const answer = await thread.compute(question, [snapshot.buffer, question.rowBuffer.buffer]);
  if (answer.broken !== undefined) throw unusableSnapshot(answer.broken);
  const versions = await core.listHouseVersions({ organizationId, houseIds }, month, requestId);
  const stands = ({ houseId, version }: ComputedHouse): boolean =>
    versions.get(houseId) === version;
  return {
    houses: answer.houses.filter(stands),
    moved: answer.houses.filter((house) => !stands(house)),
    faults: answer.faults,
    draftsBefore,
    rowBuffer: answer.rowBuffer,
  };
}

/** A house that keeps changing keeps its earlier charges; each of its accounts is listed as skipped. */
function skipWhole(house: ComputedHouse): ComputedHouse {
  const skipped = house.accountIds.map((personalAccountId) => ({
    personalAccountId,
    reason: 'house-changing' as const,
    facts: {},
  }));
  return { ...house, skipped };
}

function stepOf(
  houses: readonly ComputedHouse[],
  changing: readonly ComputedHouse[],
  faults: readonly HouseFault[],
): BatchStep {
  const done = [...houses, ...changing];
  return {
    houseIds: [...done, ...faults].map(({ houseId }) => houseId),
    processedAccounts: sum(done.map(({ accountIds }) => accountIds.length)),
    createdCharges: sum(houses.map(({ charges }) => charges)),
    skippedCount:
      sum(houses.map(({ skipped }) => skipped.length)) +
      sum(changing.map(({ accountIds }) => accountIds.length)),
    faults: faults.map(({ houseId, reason }) => ({ houseId, reason })),
  };
}

/** Last in the transaction, so that cancelling the job waits only for a commit. */
async function advance(trx: Trx, batch: BatchRow, step: BatchStep): Promise<void> {
  const goesOn = await lockJobForBatch(trx, { ...batch, id: batch.jobId });
  if (!goesOn || !(await advanceBatch(trx, batch, step)))
    throw new JobOverError('the job has ended, or the houses are done');
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

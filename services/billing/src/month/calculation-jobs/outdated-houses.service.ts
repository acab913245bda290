// Finds the houses of a month whose draft charges were computed from data that core has changed since.
import { MAX_HOUSES_ASKED } from '@kvartplata/contracts/core/billing-snapshot.ts';
import { inChunks } from '@kvartplata/platform/database/batches.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import type { OwnCycle } from '../../books/cycles/cycles.repository.ts';
import type { Db, Trx } from '../../tables.ts';
import {
  listComputedDrafts,
  listOutdatedHouses,
  markOutdated,
  unmarkOutdated,
  type ComputedDraft,
  type ComputedMonth,
  type OutdatedHouse,
} from './outdated-houses.repository.ts';

/** @param period `YYYY-MM` */
type MonthOfCycle = OwnCycle & { readonly period: string };

/**
 * Houses that core has changed since they were computed; only another calculation shows whether that affects the charges.
 * @param houseIds some of the cycle's; undefined for all of them
 * @throws Refusal dependency-unavailable
 */
export async function findOutdated(
  caller: Pick<Caller, 'core' | 'db' | 'requestId'>,
  { period, ...cycle }: MonthOfCycle,
  houseIds?: readonly number[],
): Promise<readonly ComputedDraft[]> {
  const all = await listComputedDrafts(caller.db, cycle);
  const asked = houseIds && new Set(houseIds);
  const drafts = asked === undefined ? all : all.filter(({ houseId }) => asked.has(houseId));
  const outdated: ComputedDraft[] = [];
  for (const some of inChunks(drafts, MAX_HOUSES_ASKED)) {
    const houses = {
      organizationId: cycle.organizationId,
      houseIds: some.map(({ houseId }) => houseId),
    };
    const versions = await caller.core.listHouseVersions(houses, period, caller.requestId);
    outdated.push(...some.filter((draft) => versions.get(draft.houseId) !== draft.coreVersion));
  }
  return outdated;
}

/** Like `findOutdated`, for callers that continue when core is unavailable: then no house counts as outdated. */
export async function findOutdatedIfKnown(
  caller: Pick<Caller, 'core' | 'db' | 'requestId'>,
  month: MonthOfCycle,
  houseIds?: readonly number[],
): Promise<readonly ComputedDraft[]> {
  try {
    return await findOutdated(caller, month, houseIds);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'dependency-unavailable') return [];
    throw error;
  }
}

/** For a cycle: the drafts that are still outdated, and the houses that were applied as outdated. */
export async function listOutdated(
  db: Db,
  cycle: OwnCycle,
  drafts: readonly ComputedDraft[],
): Promise<readonly OutdatedHouse[]> {
  return listOutdatedHouses(db, cycle, drafts);
}

/** Called before they are applied. */
export async function noteOutdated(
  trx: Trx,
  cycle: OwnCycle,
  drafts: readonly ComputedDraft[],
): Promise<void> {
  if (drafts.length > 0) await markOutdated(trx, cycle, drafts);
}

/** Called after a correction has recomputed the house's month. */
export async function noteUpToDate(trx: Trx, month: ComputedMonth): Promise<void> {
  await unmarkOutdated(trx, month);
}

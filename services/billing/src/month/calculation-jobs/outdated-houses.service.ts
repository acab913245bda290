// Finds the houses of a month whose charges were computed from data that core has changed since.
import { MAX_HOUSES_ASKED } from '@kvartplata/contracts/core/billing-snapshot.ts';
import { inChunks } from '@kvartplata/platform/database/batches.ts';
import type { Caller } from '../../access/access.service.ts';
import type { OwnCycle } from '../../books/cycles/cycles.repository.ts';
import type { Db, Trx } from '../../tables.ts';
import {
  listHousesAsComputed,
  listOutdatedHouses,
  markOutdated,
  updateCorrectedVersion,
  type CorrectedMonth,
  type HouseAsComputed,
  type OutdatedHouse,
} from './outdated-houses.repository.ts';

export type { OutdatedHouse };

/** @param period `YYYY-MM` */
type MonthOfCycle = OwnCycle & { readonly period: string };

/**
 * Houses that core has changed since a job, or a correction after it, computed them; only another computation shows whether that
 * affects the charges. None for a closed cycle.
 * @throws Refusal dependency-unavailable
 */
export async function findOutdated(
  caller: Pick<Caller, 'core' | 'db' | 'requestId'>,
  { period, ...cycle }: MonthOfCycle,
): Promise<readonly HouseAsComputed[]> {
  const computed = await listHousesAsComputed(caller.db, cycle);
  const outdated: HouseAsComputed[] = [];
  for (const some of inChunks(computed, MAX_HOUSES_ASKED)) {
    const houses = {
      organizationId: cycle.organizationId,
      houseIds: some.map(({ houseId }) => houseId),
    };
    const versions = await caller.core.listHouseVersions(houses, period, caller.requestId);
    outdated.push(...some.filter((house) => isOutdated(house, versions.get(house.houseId))));
  }
  return outdated;
}

/** @param version undefined for a house that has left the organization: its applied month cannot be corrected any more */
function isOutdated(house: HouseAsComputed, version: number | undefined): boolean {
  return version === undefined ? !house.isApplied : version !== house.coreVersion;
}

/** For a cycle: the houses that are still as they were found, and those that are marked as outdated. */
export async function listOutdated(
  db: Db,
  cycle: OwnCycle,
  found: readonly HouseAsComputed[],
): Promise<readonly OutdatedHouse[]> {
  return listOutdatedHouses(db, cycle, found);
}

/** Called when the cycle is closed, after which changes in core are no longer looked for. */
export async function noteOutdated(
  trx: Trx,
  cycle: OwnCycle,
  found: readonly HouseAsComputed[],
): Promise<void> {
  if (found.length > 0) await markOutdated(trx, cycle, found);
}

/** Called after a correction has computed the house's month again. */
export async function noteCorrected(trx: Trx, month: CorrectedMonth): Promise<void> {
  await updateCorrectedVersion(trx, month);
}

// Stores the outliers of each house's month, so that viewing a month does not read all charges of two.
import { inChunks } from '@kvartplata/platform/database/batches.ts';
import type { Db } from '../../tables.ts';
import * as kept from './found-outliers.repository.ts';
import type { FoundHouse, OutliersOfHouse } from './found-outliers.repository.ts';
import {
  findOutliers,
  listOutlierRows,
  type OutlierKey,
  type OutlierRow,
} from './standing-charges.repository.ts';
import { keysAfter, monthsOf, ODD, type OutliersPage } from './outliers.service.ts';

/** How many houses' charges one statement reads. */
const HOUSES_AT_ONCE = 25;

export type OutliersOf = {
  readonly organizationId: number;
  readonly period: Temporal.PlainYearMonth;
};

/**
 * Finds the outliers where none are stored, or where the charges have changed since. What changes during the run is found by the
 * next reader.
 */
export async function keepOutliers(
  db: Db,
  { organizationId, period }: OutliersOf,
  signal?: AbortSignal,
): Promise<void> {
  const months = { organizationId, ...monthsOf(period) };
  const unknown = (await kept.listFoundHouses(db, months)).filter(isUnknown);
  for (const houses of inChunks(unknown, HOUSES_AT_ONCE)) {
    signal?.throwIfAborted();
    const now = await findNow(db, months, houses);
    await kept.upsertFoundOutliers(
      db,
      months,
      houses.map(({ houseId, basis }) => ({
        houseId,
        basis,
        outliers: idsOf(now.get(houseId) ?? []),
      })),
    );
  }
}

export type Outliers = { readonly count: number; readonly rows: readonly OutlierRow[] };

/** The month's number of outliers, and a page of them, ordered by house, account and service. */
export async function readOutliersOfMonth(
  db: Db,
  { organizationId, period }: OutliersOf,
  page: OutliersPage,
): Promise<Outliers> {
  const months = { organizationId, ...monthsOf(period) };
  const houses = await kept.listFoundHouses(db, months);
  const now = await findNow(db, months, houses.filter(isUnknown));
  const keys = houses.flatMap(({ houseId, found }) =>
    found === null ? (now.get(houseId) ?? []) : keysOf(houseId, found),
  );
  return { count: keys.length, rows: await listOutlierRows(db, months, keysAfter(keys, page)) };
}

function keysOf(houseId: number, { accountIds, serviceIds }: OutliersOfHouse): OutlierKey[] {
  return accountIds.map((personalAccountId, at) => ({
    houseId,
    personalAccountId,
    houseServiceId: serviceIds[at] ?? 0,
  }));
}

function idsOf(keys: readonly OutlierKey[]): OutliersOfHouse {
  return {
    accountIds: keys.map(({ personalAccountId }) => personalAccountId),
    serviceIds: keys.map(({ houseServiceId }) => houseServiceId),
  };
}

function isUnknown({ found }: FoundHouse): boolean {
  return found === null;
}

async function findNow(
  db: Db,
  months: kept.MonthsOf,
  houses: readonly FoundHouse[],
): Promise<ReadonlyMap<number, readonly OutlierKey[]>> {
  if (houses.length === 0) return new Map();
  const houseIds = houses.map(({ houseId }) => houseId);
  const keys = await findOutliers(db, { ...ODD, ...months, houseIds });
  return Map.groupBy(keys, ({ houseId }) => houseId);
}

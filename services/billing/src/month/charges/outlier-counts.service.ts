// Keeps how many outliers each house's month has, so that the checks of a month do not read all charges of two.
import type { Db } from '../../tables.ts';
import * as kept from './outlier-counts.repository.ts';
import type { CountedHouse } from './outlier-counts.repository.ts';
import { countOutliers, findOutliers, type Outliers } from './standing-charges.repository.ts';
import { monthsOf, ODD } from './outliers.service.ts';

/** Whose charges one statement reads. */
const HOUSES_AT_ONCE = 25;

export type OutliersOf = {
  readonly organizationId: number;
  readonly period: Temporal.PlainYearMonth;
};

/**
 * Counts where nothing is kept, or only of charges that are others by now. What changes meanwhile is counted again by whoever
 * asks next.
 */
export async function keepOutlierCounts(
  db: Db,
  { organizationId, period }: OutliersOf,
  signal?: AbortSignal,
): Promise<void> {
  const months = { organizationId, ...monthsOf(period) };
  const unknown = (await kept.listCountedHouses(db, months)).filter(isUnknown);
  for (let start = 0; start < unknown.length; start += HOUSES_AT_ONCE) {
    signal?.throwIfAborted();
    const houses = unknown.slice(start, start + HOUSES_AT_ONCE);
    const counts = await countNow(db, months, houses);
    await kept.upsertOutlierCounts(
      db,
      months,
      houses.map(({ houseId, basis }) => ({
        houseId,
        basis,
        outliers: counts.get(houseId) ?? 0,
      })),
    );
  }
}

export type OutliersPage = {
  /** House, account and service of the last one seen. */
  readonly after: readonly [number, number, number] | undefined;
  readonly limit: number;
};

/** How many the month has, and a page of them, for which only houses that have some are read. */
export async function readOutliersOfMonth(
  db: Db,
  { organizationId, period }: OutliersOf,
  { after, limit }: OutliersPage,
): Promise<Outliers> {
  const months = { organizationId, ...monthsOf(period) };
  const houses = await kept.listCountedHouses(db, months);
  const now = await countNow(db, months, houses.filter(isUnknown));
  const counts = houses.map(({ houseId, outliers }) => ({
    houseId,
    outliers: outliers ?? now.get(houseId) ?? 0,
  }));
  const count = counts.reduce((sum, { outliers }) => sum + outliers, 0);
  const houseIds = firstWith(
    counts.filter(({ houseId, outliers }) => outliers > 0 && houseId >= (after?.[0] ?? 0)),
    limit,
  );
  if (houseIds.length === 0) return { count, rows: [] };
  const { rows } = await findOutliers(db, { ...ODD, ...months, houseIds, after, limit });
  return { count, rows };
}

/** As many houses as have `limit` outliers together, beside the first, of which some may have been seen. */
function firstWith(
  counts: readonly { readonly houseId: number; readonly outliers: number }[],
  limit: number,
): readonly number[] {
  const houseIds: number[] = [];
  let left = limit;
  for (const [index, { houseId, outliers }] of counts.entries()) {
    if (left <= 0) break;
    houseIds.push(houseId);
    if (index > 0) left -= outliers;
  }
  return houseIds;
}

function isUnknown({ outliers }: CountedHouse): boolean {
  return outliers === null;
}

async function countNow(
  db: Db,
  months: kept.MonthsOf,
  houses: readonly CountedHouse[],
): Promise<ReadonlyMap<number, number>> {
  if (houses.length === 0) return new Map();
  const houseIds = houses.map(({ houseId }) => houseId);
  const counts = await countOutliers(db, { ...ODD, ...months, houseIds });
  return new Map(counts.map(({ houseId, outliers }) => [houseId, outliers]));
}

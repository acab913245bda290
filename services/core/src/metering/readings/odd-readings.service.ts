// The odd readings of all houses, or of chosen ones. Oddity is computed, not a column: a house is read as a whole, one at a time,
// and the ids of its odd meters are stored until something in it changes. Meters with stored ids are read together.
import type { OddReading, OddReadings } from '@kvartplata/contracts/core/readings.ts';
import { DEFAULT_PAGE_LIMIT } from '@kvartplata/contracts/page.ts';
import {
  firstDayOf,
  formatBillingMonth,
  lastDayOf,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inBatches } from '@kvartplata/platform/database/batches.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import type { Db } from '../../tables.ts';
import * as kept from './odd-meters.repository.ts';
import type { MonthOf, SearchedHouse } from './odd-meters.repository.ts';
import { toSheetRow } from './reading-shape.ts';
import * as repository from './readings.repository.ts';

export type OddReadingsOf = {
  readonly organizationId: number;
  readonly period: BillingMonth;
  /** All houses unless given. */
  readonly houseIds?: readonly number[] | undefined;
};
type PageRequest = { readonly limit?: number | undefined; readonly cursor?: string | undefined };

/** @throws Refusal not-found for an organization or a house that the caller may not see */
export async function listOddReadingsOfHouses(
  caller: Caller,
  { organizationId, period, houseIds, ...page }: OddReadingsOf & PageRequest,
): Promise<OddReadings> {
  caller.requireRole(organizationId);
  return readOddReadings(caller.db, { organizationId, period, houseIds }, page);
}

/**
 * A page ordered by house and meter, with the total count.
 * @throws Refusal not-found for a house that the caller may not see, validation-failed for a cursor of another list
 */
export async function readOddReadings(
  db: Db,
  of: OddReadingsOf,
  { limit = DEFAULT_PAGE_LIMIT, cursor }: PageRequest,
): Promise<OddReadings> {
  const [afterHouse = 0, afterMeter = 0] = decodeCursor(cursor, ['id', 'id']) ?? [];
  const houses = await findOdd(db, of);
  const ahead = houses.flatMap((house) =>
    house.houseId < afterHouse
      ? []
      : [
          house.houseId > afterHouse
            ? house
            : { ...house, oddMeterIds: house.oddMeterIds.filter((id) => id > afterMeter) },
        ],
  );
  const found = await readMeters(db, monthOf(of), enoughFor(limit + 1, ahead));
  const { items, nextCursor } = pageOf(
    found.slice(0, limit + 1),
    limit,
    (row) => [row.houseId, row.meterId],
    (row) => row,
  );
  return { items: [...items], nextCursor, count: countOf(houses) };
}

/**
 * All of them for a file, house by house, with an entry in the audit log, because the data is exported.
 * @throws Refusal not-found for an organization or a house that the caller may not see
 */
export async function openOddReadings(
  caller: Caller,
  of: OddReadingsOf,
): Promise<AsyncIterable<OddReading>> {
  caller.requireRole(of.organizationId);
  const houses = await findOdd(caller.db, of);
  await recordChange(caller.db, caller.actor, {
    action: 'organization.odd-readings-exported',
    object: { type: 'organization', id: of.organizationId },
    organizationId: of.organizationId,
    after: {
      period: formatBillingMonth(of.period),
      houses: houses.length,
      readings: countOf(houses),
    },
  });
  return readHouses(caller.db, monthOf(of), houses);
}

async function* readHouses(
  db: Db,
  month: Month,
  houses: readonly HouseOfMeters[],
): AsyncGenerator<OddReading> {
  for (const batch of inBatches(houses, ({ oddMeterIds }) => oddMeterIds.length, METERS_AT_ONCE))
    yield* await readMeters(db, month, batch);
}

const METERS_AT_ONCE = 1_000;

/** The shortest list of first houses that together have at least `count` odd meters. */
function enoughFor(count: number, houses: readonly HouseOfMeters[]): readonly HouseOfMeters[] {
  let meters = 0;
  const end = houses.findIndex(({ oddMeterIds }) => (meters += oddMeterIds.length) >= count);
  return end === -1 ? houses : houses.slice(0, end + 1);
}

type HouseOfMeters = Pick<SearchedHouse, 'houseId' | 'address'> & {
  readonly oddMeterIds: readonly number[];
};

function countOf(houses: readonly HouseOfMeters[]): number {
  return houses.reduce((sum, { oddMeterIds }) => sum + oddMeterIds.length, 0);
}

type Month = MonthOf & { readonly lastDay: string };

function monthOf({ organizationId, period }: OddReadingsOf): Month {
  return {
    organizationId,
    period: formatDay(firstDayOf(period)),
    lastDay: formatDay(lastDayOf(period)),
  };
}

/**
 * Reads the houses whose odd meters are not stored, or that have changed since. What changes during the run is found by the next
 * reader.
 * @throws Refusal not-found for a house that the caller may not see
 */
async function findOdd(db: Db, of: OddReadingsOf): Promise<readonly HouseOfMeters[]> {
  const month = monthOf(of);
  const houses = await kept.listSearchedHouses(db, month, of.houseIds);
  if (of.houseIds !== undefined && houses.length < new Set(of.houseIds).size)
    throw notFound('A house');
  const found: HouseOfMeters[] = [];
  for (const { oddMeterIds: known, ...house } of houses) {
    const oddMeterIds =
      known ?? (await readSheets(db, month, [house])).map(({ meterId }) => meterId);
    if (known === null) await kept.upsertOddMeters(db, month, house, oddMeterIds);
    found.push({ ...house, oddMeterIds });
  }
  return found;
}

/** Ordered by house and meter. */
async function readMeters(
  db: Db,
  month: Month,
  houses: readonly HouseOfMeters[],
): Promise<readonly OddReading[]> {
  const meterIds = houses.flatMap(({ oddMeterIds }) => oddMeterIds);
  return meterIds.length === 0 ? [] : readSheets(db, month, houses, meterIds);
}

/** Ordered by house and meter; all meters where none are named. */
async function readSheets(
  db: Db,
  { organizationId, period, lastDay }: Month,
  houses: readonly Pick<HouseOfMeters, 'houseId' | 'address'>[],
  meterIds?: readonly number[],
): Promise<readonly OddReading[]> {
  const addresses = new Map(houses.map(({ houseId, address }) => [houseId, address]));
  const after = { personalAccountId: 0, meterId: 0 };
  const rows = await repository.listSheet(
    db,
    { organizationId, houseIds: [...addresses.keys()] },
    { period, lastDay, after, limit: undefined, meterIds },
  );
  return rows
    .map((row) => {
      const { houseId } = row;
      return Object.assign({ houseId, address: addresses.get(houseId) ?? '' }, toSheetRow(row));
    })
    .filter(({ odd }) => odd !== null)
    .toSorted((one, other) => one.houseId - other.houseId || one.meterId - other.meterId);
}

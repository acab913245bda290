// Common-needs months: stored with the charges, and passed to the later months that follow from them.
import type { CommonNeedsBefore } from '@kvartplata/domain/charging/house-facts.ts';
import { parseScaled } from '@kvartplata/domain/money/scaled.ts';
import { sumOf } from '@kvartplata/domain/money/sums.ts';
import type { Db, Trx } from '../../tables.ts';
import {
  deleteOtherCommonNeeds,
  listCommonNeedsBefore,
  upsertCommonNeeds,
  type CommonNeedsOfHouse,
  type CommonNeedsRow,
} from './common-needs-months.repository.ts';
import type { MonthOfHouses } from './house-months.repository.ts';
import type { CommonNeedsBefores } from './read-house-facts.ts';

/** An earlier month that is recomputed together with this one: replaces what is stored for it. */
export type FoundNeeds = CommonNeedsOfHouse & {
  /** The first day of the month. */
  readonly correctedPeriod: string;
};

const MONTHS = 12;

/** What earlier months pass on to the month, back to the beginning of the previous year. */
export async function readCommonNeedsBefore(
  db: Db,
  month: MonthOfHouses,
  found: readonly FoundNeeds[] = [],
): Promise<CommonNeedsBefores> {
  const year = Number(month.period.slice(0, 4)) - 1;
  const stored = await listCommonNeedsBefore(db, month, `${year}-01-01`);
  const replayed = new Set(found.map(placeOf));
  const months = [
    ...stored.map(toEarlier).filter((row) => !replayed.has(placeOf(row))),
    ...found,
  ].toSorted((a, b) => (a.correctedPeriod < b.correctedPeriod ? -1 : 1));
  const houses = Map.groupBy(months, ({ houseId }) => houseId);
  return new Map(Array.from(houses, ([houseId, ofHouse]) => [houseId, beforesOf(ofHouse, year)]));
}

type Earlier = Pick<
  FoundNeeds,
  'houseId' | 'houseServiceId' | 'correctedPeriod' | 'drawnE6' | 'carriedE6'
>;

function toEarlier({ period, drawn, carried, ...place }: CommonNeedsRow): Earlier {
  return {
    houseId: place.houseId,
    houseServiceId: place.houseServiceId,
    correctedPeriod: period,
    drawnE6: drawn === null ? null : parseScaled(drawn, 6),
    carriedE6: parseScaled(carried, 6),
  };
}

function placeOf({ houseId, houseServiceId, correctedPeriod }: Earlier): string {
  return `${houseId}/${houseServiceId}/${correctedPeriod}`;
}

/** @param months of one house, in order */
function beforesOf(months: readonly Earlier[], year: number): readonly CommonNeedsBefore[] {
  const services = Map.groupBy(months, ({ houseServiceId }) => houseServiceId);
  return Array.from(services, ([houseServiceId, ofService]) => ({
    houseServiceId,
    carriedE6: ofService.at(-1)?.carriedE6 ?? 0n,
    yearBeforeE6: sumOfYear(ofService, year),
  }));
}

function sumOfYear(months: readonly Earlier[], year: number): bigint | null {
  const drawn = months
    .filter(({ correctedPeriod }) => correctedPeriod.startsWith(`${year}-`))
    .flatMap(({ drawnE6 }) => drawnE6 ?? []);
  return drawn.length === MONTHS ? sumOf(drawn) : null;
}

/** Stores what corrected months now pass on; a service that could not be replayed keeps what is stored. */
export async function keepReplayedNeeds(
  trx: Trx,
  organizationId: number,
  found: readonly FoundNeeds[],
): Promise<void> {
  for (const [period, months] of Map.groupBy(found, ({ correctedPeriod }) => correctedPeriod))
    await upsertCommonNeeds(trx, { organizationId, period }, months);
}

/** Stores the month's common needs of the houses, in place of those stored before. */
export async function storeCommonNeeds(
  trx: Trx,
  month: MonthOfHouses,
  found: readonly CommonNeedsOfHouse[],
): Promise<void> {
  await deleteOtherCommonNeeds(trx, month, found);
  if (found.length > 0) await upsertCommonNeeds(trx, month, found);
}

// What months have found of houses' common needs: kept with their charges, and told to the months that follow from it.
import type { CommonNeedsBefore } from '@kvartplata/domain/charging/house-facts.ts';
import { parseScaled } from '@kvartplata/domain/money/scaled.ts';
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

/** An earlier month that is computed again together with this one: it takes the place of what is kept of it. */
export type FoundNeeds = CommonNeedsOfHouse & {
  /** The first day of the month. */
  readonly correctedPeriod: string;
};

const MONTHS = 12;

/** What the months before leave for the month; it looks back to the beginning of the year before. */
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

/** @param months of one house, in their order */
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
  return drawn.length === MONTHS ? drawn.reduce((sum, month) => sum + month, 0n) : null;
}

/** Keeps what corrected months leave now; a service that could not be replayed keeps what is kept of it. */
export async function keepReplayedNeeds(
  trx: Trx,
  organizationId: number,
  found: readonly FoundNeeds[],
): Promise<void> {
  for (const [period, months] of Map.groupBy(found, ({ correctedPeriod }) => correctedPeriod))
    await upsertCommonNeeds(trx, { organizationId, period }, months);
}

/** Keeps what the month has found of the houses, in the place of what it had found before. */
export async function storeCommonNeeds(
  trx: Trx,
  month: MonthOfHouses,
  found: readonly CommonNeedsOfHouse[],
): Promise<void> {
  await deleteOtherCommonNeeds(trx, month, found);
  if (found.length > 0) await upsertCommonNeeds(trx, month, found);
}

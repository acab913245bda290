// The readings of a house and a month with the GUIDs of their devices in ГИС ЖКХ, a page of meters at a time.
import type { GisReadings } from '@kvartplata/contracts/core/gis-readings.ts';
import { firstDayOf, type BillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import type { Db } from '../../tables.ts';
import * as repository from './gis-readings.repository.ts';

const READINGS_PER_PAGE = 1_000;

/** Undefined for an unknown house. */
export async function readGisReadings(
  db: Db,
  houseId: number,
  { period, after = 0 }: { readonly period: BillingMonth; readonly after?: number | undefined },
  readingsPerPage = READINGS_PER_PAGE,
): Promise<GisReadings | undefined> {
  const house = await repository.findHouse(db, houseId);
  if (house === undefined) return undefined;
  const { organizationId, fiasId } = house;
  const found = await repository.listReadings(
    db,
    { organizationId, houseId },
    { period: formatDay(firstDayOf(period)), after, limit: readingsPerPage + 1 },
  );
  const readings = found.slice(0, readingsPerPage);
  const next = found.length > readings.length ? (readings.at(-1)?.meterId ?? null) : null;
  return { fiasId, readings: [...readings], next };
}

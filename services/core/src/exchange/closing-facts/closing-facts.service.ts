// Answers the closing checks for which billing needs core.
import type { TariffGaps, UnverifiedMeters } from '@kvartplata/contracts/core/closing-facts.ts';
import type { OddReadings } from '@kvartplata/contracts/core/readings.ts';
import { DEFAULT_PAGE_LIMIT } from '@kvartplata/contracts/page.ts';
import { lastDayOf, type BillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { readOddReadings } from '../../metering/readings/odd-readings.service.ts';
import type { Db } from '../../tables.ts';
import * as facts from './closing-facts.repository.ts';

export type FactsQuery = {
  readonly period: BillingMonth;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

export async function listOpenHouses(
  db: Db,
  organizationId: number,
  period: BillingMonth,
): Promise<readonly number[]> {
  return facts.listOpenHouses(db, monthOf(organizationId, period));
}

export async function listOddReadings(
  db: Db,
  organizationId: number,
  { period, ...page }: FactsQuery,
): Promise<OddReadings> {
  return readOddReadings(db, { organizationId, period }, page);
}

export async function listUnverifiedMeters(
  db: Db,
  organizationId: number,
  { period, ...page }: FactsQuery,
): Promise<UnverifiedMeters> {
  const { limit, after } = readPage(page);
  const month = monthOf(organizationId, period);
  const { count, rows } = await facts.findUnverifiedMeters(db, month, { after, limit: limit + 1 });
  const keyOf = (row: { houseId: number; meterId: number }) => [row.houseId, row.meterId];
  const { items, nextCursor } = pageOf(rows, limit, keyOf, (row) => row);
  return { count, items: [...items], nextCursor };
}

export async function listTariffGaps(
  db: Db,
  organizationId: number,
  { period, ...page }: FactsQuery,
): Promise<TariffGaps> {
  const { limit, after } = readPage(page);
  const month = monthOf(organizationId, period);
  const { count, rows } = await facts.findTariffGaps(db, month, { after, limit: limit + 1 });
  const keyOf = (row: { houseId: number; houseServiceId: number }) => [
    row.houseId,
    row.houseServiceId,
  ];
  const { items, nextCursor } = pageOf(rows, limit, keyOf, (row) => row);
  return { count, items: [...items], nextCursor };
}

function readPage({ limit = DEFAULT_PAGE_LIMIT, cursor }: Omit<FactsQuery, 'period'>) {
  return { limit, after: decodeCursor(cursor, ['id', 'id']) };
}

function monthOf(organizationId: number, period: BillingMonth): facts.MonthOf {
  const first = period.toPlainDate({ day: 1 }).toString();
  return { organizationId, first, last: lastDayOf(period).toString() };
}

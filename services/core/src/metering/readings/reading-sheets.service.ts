// The reading sheet of a house's month, and the odd readings in it.
import type {
  NewReadingSheet,
  ReadingCounts,
  ReadingCountsQuery,
  ReadingSheetRow,
  StoredReadingSheet,
} from '@kvartplata/contracts/core/readings.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import {
  firstDayOf,
  formatBillingMonth,
  lastDayOf,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import type { FieldError } from '@kvartplata/contracts/problem.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { StaticDecode } from 'typebox';
import type { Caller } from '../../access/access.service.ts';
import type { HousePlace } from '../../access/places.ts';
import { getHousePlace } from '../../registry/houses/houses.service.ts';
import { appliedMonthsOf, type Editor } from '../../access/records/records.service.ts';
import type { Db, Trx } from '../../tables.ts';
import { toSheetRow } from './reading-shape.ts';
import * as repository from './readings.repository.ts';
import { storeReadings, type RefusedReading } from './store-readings.service.ts';

type PageRequest = { readonly limit?: number | undefined; readonly cursor?: string | undefined };
type SheetMonth = { readonly houseId: number; readonly period: BillingMonth };

function houseAlone({ organizationId, houseId }: HousePlace): repository.HousesOf {
  return { organizationId, houseIds: [houseId] };
}

/** @throws Refusal not-found */
export async function listSheet(
  caller: Caller,
  { houseId, period }: SheetMonth,
  query: PageRequest,
): Promise<PageOf<ReadingSheetRow>> {
  const house = await getHousePlace(caller, houseId);
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const rows = await repository.listSheet(caller.db, houseAlone(house), {
    ...daysOf(period),
    after: afterOf(query.cursor),
    limit: limit + 1,
  });
  return pageOf(rows, limit, keyOf, toSheetRow);
}

/** The named meters of the house that are in use in the month, in the order of the sheet. */
export async function readSheetOf(
  db: Db | Trx,
  house: HousePlace,
  period: BillingMonth,
  meterIds: readonly number[],
): Promise<readonly ReadingSheetRow[]> {
  const after = { personalAccountId: 0, meterId: 0 };
  const rows = await repository.listSheet(db, houseAlone(house), {
    ...daysOf(period),
    after,
    limit: undefined,
    meterIds,
  });
  return rows.map(toSheetRow);
}

/**
 * The rows of the sheet whose reading is odd. Oddity is computed, not a column: finding a page reads the house's whole month.
 * @throws Refusal not-found
 */
export async function listOddReadings(
  caller: Caller,
  { houseId, period }: SheetMonth,
  query: PageRequest,
): Promise<PageOf<ReadingSheetRow>> {
  const house = await getHousePlace(caller, houseId);
  const rows = await repository.listSheet(caller.db, houseAlone(house), {
    ...daysOf(period),
    after: afterOf(query.cursor),
    limit: undefined,
  });
  const odd = rows
    .map((row) => ({ key: keyOf(row), shown: toSheetRow(row) }))
    .filter(({ shown }) => shown.odd !== null);
  return pageOf(
    odd,
    query.limit ?? DEFAULT_PAGE_LIMIT,
    ({ key }) => key,
    ({ shown }) => shown,
  );
}

/** @throws Refusal not-found */
export async function countReadings(
  caller: Caller,
  { organizationId, period }: StaticDecode<typeof ReadingCountsQuery>,
): Promise<ReadingCounts> {
  caller.requireRole(organizationId);
  return {
    organizationId,
    period: formatBillingMonth(period),
    items: [...(await repository.countReadings(caller.db, organizationId, daysOf(period)))],
  };
}

/**
 * Replaces the month's readings of the named meters, all of them or none.
 * @throws Refusal not-found, forbidden below accountant, validation-failed for a meter named twice, readings-refused
 */
export async function storeSheet(
  editor: Editor,
  { houseId, period }: SheetMonth,
  sheet: StaticDecode<typeof NewReadingSheet>,
  today: Temporal.PlainDate,
): Promise<StoredReadingSheet> {
  const { caller } = editor;
  const { organizationId } = await getHousePlace(caller, houseId);
  requireOnce(sheet.map(({ meterId }) => meterId));
  const month = {
    houseId,
    organizationId,
    period,
    today,
    onExisting: 'replace',
    audited: 'sheet',
  } as const;
  const given = sheet.map(({ meterId, value, takenOn, rollover = false, source }) => ({
    meterId,
    value,
    takenOn,
    rollover,
    source,
  }));
  const { readings, changed, days } = await inTransaction(caller.db, async (trx) => {
    const stored = await storeReadings(trx, caller, month, given);
    if (stored.refused.length > 0) throw refusalOfRows(stored.refused);
    return stored;
  });
  return {
    period: formatBillingMonth(period),
    accepted: readings.length,
    changed,
    unchanged: readings.length - changed,
    odd: readings.flatMap(({ record }) => (record.odd === null ? [] : [record])),
    appliedMonths: await appliedMonthsOf(editor, { organizationId, houseId }, days),
  };
}

/** @throws Refusal validation-failed for a meter named twice */
function requireOnce(meterIds: readonly number[]): void {
  const seen = new Map<number, number>();
  const errors = meterIds.flatMap((meterId, index): FieldError[] => {
    const first = seen.get(meterId);
    if (first === undefined) seen.set(meterId, index);
    return first === undefined
      ? []
      : [
          {
            path: `/${index}/meterId`,
            message: `is in row ${first} already`,
            reason: { code: 'repeated' },
          },
        ];
  });
  if (errors.length > 0)
    throw new Refusal('validation-failed', 'The sheet names a meter twice', { errors });
}

/** Lists every refused row; the status is 404 if a meter does not exist. */
function refusalOfRows(refused: readonly RefusedReading[]): Refusal {
  const errors = refused.map(({ index, field, code, message }) => ({
    path: `/${index}/${field}`,
    message: `${code}: ${message}`,
  }));
  return refused.some(({ code }) => code === 'not-found')
    ? new Refusal('not-found', 'The sheet names meters that are not in the house', { errors })
    : new Refusal('readings-refused', `Refused readings: ${refused.length}`, { errors });
}

function daysOf(period: BillingMonth) {
  return { period: formatDay(firstDayOf(period)), lastDay: formatDay(lastDayOf(period)) };
}

function keyOf(row: repository.SheetRow): readonly [number, number] {
  return [row.personalAccountId ?? 0, row.meterId];
}

function afterOf(cursor: string | undefined): repository.SheetFilter['after'] {
  const [personalAccountId = 0, meterId = 0] = decodeCursor(cursor, ['number', 'number']) ?? [];
  return { personalAccountId, meterId };
}

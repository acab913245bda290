// Finds charges of a month that are oddly far from those of the month before.
import type { ChargeOutlier } from '@kvartplata/contracts/billing/charge-outliers.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import type { Caller } from '../../access/access.service.ts';
import { requireHouse } from '../../access/places.ts';
import {
  findOutliers,
  listOutlierRows,
  type OutlierKey,
  type Thresholds,
  type TwoMonths,
} from './standing-charges.repository.ts';
import { requireChargesKept } from '../../books/cycles/archived-months.service.ts';

/**
 * Three times, as for the jump of a reading: guests double a flat's consumption, a typing error multiplies it. A hundred roubles,
 * because nobody calls about less, and common-house needs of some kopecks triple every other month.
 */
export const ODD: Thresholds = { times: 3, roubles: '100.00' };

export type OutliersQuery = {
  readonly houseId: number;
  readonly period: Temporal.PlainYearMonth;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** @throws Refusal not-found, month-archived */
export async function listOutliersFor(
  caller: Caller,
  { houseId, period, ...page }: OutliersQuery,
): Promise<PageOf<ChargeOutlier>> {
  const limit = page.limit ?? DEFAULT_PAGE_LIMIT;
  const [accountId, serviceId] = decodeCursor(page.cursor, ['id', 'id']) ?? [];
  const { organizationId } = await requireHouse(caller, houseId);
  const months = { organizationId, ...monthsOf(period) };
  await requireChargesKept(caller.db, months.monthBefore);
  const keys = await findOutliers(caller.db, { ...ODD, ...months, houseIds: [houseId] });
  const after =
    accountId === undefined || serviceId === undefined
      ? undefined
      : ([houseId, accountId, serviceId] as const);
  const rows = await listOutlierRows(
    caller.db,
    months,
    keysAfter(keys, { after, limit: limit + 1 }),
  );
  return pageOf(
    rows,
    limit,
    (row) => [row.personalAccountId, row.houseServiceId],
    (row) => row,
  );
}

export type OutliersPage = {
  /** House, account and service of the last row of the previous page. */
  readonly after: readonly [number, number, number] | undefined;
  readonly limit: number;
};

/** @param keys ascending */
export function keysAfter(
  keys: readonly OutlierKey[],
  { after, limit }: OutliersPage,
): readonly OutlierKey[] {
  if (after === undefined) return keys.slice(0, limit);
  const [houseId, accountId, serviceId] = after;
  const first = keys.findIndex(
    (key) =>
      (key.houseId - houseId ||
        key.personalAccountId - accountId ||
        key.houseServiceId - serviceId) > 0,
  );
  return first === -1 ? [] : keys.slice(first, first + limit);
}

/** The first days of the month and of the month before, to which it is compared. */
export function monthsOf(period: Temporal.PlainYearMonth): TwoMonths {
  return { month: firstDay(period), monthBefore: firstDay(period.subtract({ months: 1 })) };
}

function firstDay(month: Temporal.PlainYearMonth): string {
  return month.toPlainDate({ day: 1 }).toString();
}

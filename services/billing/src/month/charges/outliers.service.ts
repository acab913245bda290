// Tells which charges of a month are oddly far from those of the month before.
import type { ChargeOutlier } from '@kvartplata/contracts/billing/charge-outliers.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import type { Caller } from '../../access/access.service.ts';
import { requireHouse } from '../../access/places.ts';
import { findOutliers, type Thresholds, type TwoMonths } from './standing-charges.repository.ts';
import { requireChargesKept } from '../../books/cycles/archived-months.service.ts';

/**
 * Three times, as for the jump of a reading: guests double what a flat draws, a slip of the keyboard multiplies it. A
 * hundred roubles, because nobody calls for less, and a common-house need of some kopecks triples every other month.
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
  const [accountId, serviceId] = decodeCursor(page.cursor, ['number', 'number']) ?? [];
  const { organizationId } = await requireHouse(caller, houseId);
  const months = monthsOf(period);
  await requireChargesKept(caller.db, months.monthBefore);
  const { rows } = await findOutliers(caller.db, {
    ...ODD,
    ...months,
    organizationId,
    houseIds: [houseId],
    after:
      accountId === undefined || serviceId === undefined
        ? undefined
        : [houseId, accountId, serviceId],
    limit: limit + 1,
  });
  return pageOf(
    rows,
    limit,
    (row) => [row.personalAccountId, row.houseServiceId],
    (row) => row,
  );
}

/** The first days of the month and of the one before, which it is compared with. */
export function monthsOf(period: Temporal.PlainYearMonth): TwoMonths {
  return { month: firstDay(period), monthBefore: firstDay(period.subtract({ months: 1 })) };
}

function firstDay(month: Temporal.PlainYearMonth): string {
  return month.toPlainDate({ day: 1 }).toString();
}

// The checks before a month is closed, in order: what each requests from core, and what it then reads of the month.
import type { CheckCode, CheckRow } from '@kvartplata/contracts/billing/closing-checks.ts';
import { MAX_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { lastDayOf, parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { compareDays } from '@kvartplata/domain/calendar/day.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import type { Caller } from '../../access/access.service.ts';
import { readDriftOf } from '../../books/account-balances/account-balances.service.ts';
import {
  findOutdated,
  listOutdated,
  type OutdatedHouse,
} from '../calculation-jobs/outdated-houses.service.ts';
import { keepOutliers, readOutliersOfMonth } from '../charges/found-outliers.service.ts';
import type { Db } from '../../tables.ts';
import * as words from './check-words.ts';
import * as remarks from './closing-checks.repository.ts';
import type { CheckedMonth, Found, RemarksPage } from './closing-checks.repository.ts';

export type Page = { readonly limit: number; readonly cursor?: string | undefined };

/** A row without its key, which its check adds. */
export type TellingRow = Omit<CheckRow, 'key'>;

/** `count` covers all pages. */
export type Remarks = PageOf<CheckRow> & { readonly count: number };

export type Check = {
  readonly code: CheckCode;
  /** A month with a remark of this check cannot be closed, and the remark cannot be accepted. */
  readonly isBlocking: boolean;
  /**
   * Requests from core what only core knows, so that no transaction waits for the network.
   * @throws Refusal validation-failed for a cursor of another list, dependency-unavailable
   */
  readonly prepare: (
    caller: Caller,
    month: CheckedMonth,
    page: Page,
  ) => Promise<(db: Db) => Promise<Remarks>>;
};

export const CHECKS: readonly Check[] = [
  check('readings-missing', {
    keyParts: 3,
    keyOf: (row) => [row.houseId, row.accountId, row.serviceKey],
    read: remarks.findMissingReadings,
    tell: words.missingReading,
  }),
  checkOfCore('odd-readings', async (caller, organizationId, page) => {
    const { items, ...found } = await caller.core.listOddReadings(
      organizationId,
      page,
      caller.requestId,
    );
    return { ...found, items: items.map(words.oddReading) };
  }),
  checkOfCore('unverified-meters', async (caller, organizationId, page) => {
    const { items, ...found } = await caller.core.listUnverifiedMeters(
      organizationId,
      page,
      caller.requestId,
    );
    return { ...found, items: items.map(words.unverifiedMeter) };
  }),
  checkOfCore('tariff-gaps', async (caller, organizationId, page) => {
    const { items, ...found } = await caller.core.listTariffGaps(
      organizationId,
      page,
      caller.requestId,
    );
    return { ...found, items: items.map(words.tariffGap) };
  }),
  check('odn-over-norm', {
    keyParts: 2,
    keyOf: (row) => [row.houseId, row.houseServiceId],
    read: remarks.findOdnOverNorm,
    tell: words.odnOverNorm,
  }),
  {
    code: 'not-charged',
    isBlocking: false,
    prepare: async (caller, month, page) => {
      const { organizationId } = month;
      const openHouseIds = await caller.core.listOpenHouses(
        organizationId,
        periodOf(month),
        caller.requestId,
      );
      return check('not-charged', {
        keyParts: 3,
        keyOf: (row) => [row.houseId, row.accountId, row.line],
        read: async (db, of, which) => remarks.findNotCharged(db, of, openHouseIds, which),
        tell: words.notCharged,
      }).prepare(caller, month, page);
    },
  },
  check('nothing-charged', {
    isBlocking: true,
    keyParts: 2,
    keyOf: (row) => [row.houseId, row.houseServiceId],
    read: remarks.findNothingCharged,
    tell: words.nothingCharged,
  }),
  {
    code: 'outdated-charges',
    isBlocking: false,
    prepare: async (caller, month, page) => {
      const { organizationId, cycleId } = month;
      const period = periodOf(month);
      const found = await findOutdated(caller, { organizationId, cycleId, period });
      return check('outdated-charges', {
        keyParts: 1,
        keyOf: (row) => [row.houseId],
        read: async (db, of, { after: [last = 0] = [], limit }) => {
          const all = await listOutdated(db, of, found);
          const rows = all.filter(({ houseId }) => houseId > last).slice(0, limit);
          return { count: all.length, rows };
        },
        tell: (row: OutdatedHouse) => words.outdated(row, period),
      }).prepare(caller, month, page);
    },
  },
  check('unidentified-payments', {
    keyParts: 1,
    keyOf: (row) => [row.id],
    read: remarks.findUnidentified,
    tell: words.unidentifiedPayment,
  }),
  check('waiting-adjustments', {
    keyParts: 1,
    keyOf: (row) => [row.id],
    read: remarks.findWaitingAdjustments,
    tell: words.waitingAdjustment,
  }),
  {
    code: 'outliers',
    isBlocking: false,
    prepare: async (caller, month, page) => {
      const of = {
        organizationId: month.organizationId,
        period: parseBillingMonth(periodOf(month)),
      };
      await keepOutliers(caller.db, of);
      return check('outliers', {
        keyParts: 3,
        keyOf: (row) => [row.houseId, row.personalAccountId, row.houseServiceId],
        read: async (db, _month, { after, limit }) =>
          readOutliersOfMonth(db, of, {
            after: after && [after[0] ?? 0, after[1] ?? 0, after[2] ?? 0],
            limit,
          }),
        tell: words.outlier,
      }).prepare(caller, month, page);
    },
  },
  check('penalties-not-accrued', {
    keyParts: 1,
    keyOf: (row) => [row.houseId],
    read: remarks.findNotAccrued,
    tell: words.notAccrued,
  }),
  check('month-not-over', {
    isBlocking: true,
    keyParts: 1,
    keyOf: (month) => [month.cycleId],
    read: async (_db, month, { after }) => {
      const found = isOver(month) ? [] : [month];
      return { count: found.length, rows: after === undefined ? found : [] };
    },
    tell: words.monthNotOver,
  }),
  check('draft-charges', {
    isBlocking: true,
    keyParts: 1,
    keyOf: (row) => [row.id],
    read: remarks.findDraftMonths,
    tell: words.draftMonth,
  }),
  check('drift', {
    isBlocking: true,
    keyParts: 2,
    keyOf: (row) => [row.houseId, row.personalAccountId],
    read: async (db, { organizationId, isClosing = false }, { after, limit }) =>
      readDriftOf(db, organizationId, {
        after: after && [after[0] ?? 0, after[1] ?? 0],
        limit,
        isThorough: isClosing,
      }),
    tell: words.drift,
  }),
];

type StoredCheck<Row> = {
  readonly isBlocking?: boolean;
  /** How many numbers the key has, by which the rows are ordered. */
  readonly keyParts: number;
  readonly keyOf: (row: Row) => readonly number[];
  readonly read: (db: Db, month: CheckedMonth, page: RemarksPage) => Promise<Found<Row>>;
  readonly tell: (row: Row) => TellingRow;
};

/** A check of what billing stores. */
function check<Row>(
  code: CheckCode,
  { isBlocking = false, keyParts, keyOf, read, tell }: StoredCheck<Row>,
): Check {
  const shape = Array.from({ length: keyParts }, () => 'number' as const);
  return {
    code,
    isBlocking,
    prepare: async (_caller, month, { limit, cursor }) => {
      const after = decodeCursor(cursor, shape);
      return async (db) => {
        const { count, rows } = await read(db, month, { after, limit: limit + 1 });
        const tellWithKey = (row: Row): CheckRow => ({ ...tell(row), key: keyOf(row).join('-') });
        return { count, ...pageOf(rows, limit, keyOf, tellWithKey) };
      };
    },
  };
}

/** A check of what core knows. */
function checkOfCore(
  code: CheckCode,
  ask: (
    caller: Caller,
    organizationId: number,
    page: Page & { readonly period: string },
  ) => Promise<Remarks>,
): Check {
  return {
    code,
    isBlocking: false,
    prepare: async (caller, month, page) => {
      // Core's cursors have this shape; a cursor of another list must not be passed to it.
      decodeCursor(page.cursor, ['id', 'id']);
      const found = await askForMany(page, async (part) =>
        ask(caller, month.organizationId, { ...part, period: periodOf(month) }),
      );
      return async () => found;
    },
  };
}

/** Requests a page from core. */
async function askForMany(
  { limit, cursor }: Page,
  ask: (page: Page) => Promise<Remarks>,
): Promise<Remarks> {
  const items: CheckRow[] = [];
  let next = cursor;
  for (;;) {
    const part = { limit: Math.min(limit - items.length, MAX_PAGE_LIMIT), cursor: next };
    const found = await ask(part);
    items.push(...found.items);
    if (found.nextCursor === null || items.length >= limit) return { ...found, items };
    next = found.nextCursor;
  }
}

function isOver(month: CheckedMonth): boolean {
  return compareDays(lastDayOf(parseBillingMonth(periodOf(month))), month.today) < 0;
}

/** `YYYY-MM` */
function periodOf({ month }: CheckedMonth): string {
  return month.slice(0, 7);
}

// Who owes and for how long: page by page, or all debtors in a workbook.
import type { Debtor, DebtorsQuery } from '@kvartplata/contracts/billing/debtors.ts';
import type { AccountCard } from '@kvartplata/contracts/core/internal.ts';
import { DEFAULT_PAGE_LIMIT } from '@kvartplata/contracts/page.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { inChunks } from '@kvartplata/platform/database/batches.ts';
import { inSnapshot } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, encodeCursor } from '@kvartplata/platform/http/cursor.ts';
import { fileNameOf } from '@kvartplata/platform/table-files/file-name.ts';
import type { Caller } from '../../access/access.service.ts';
import { accountsFound } from '../../access/accounts-found.ts';
import { namedHouses } from '../../access/named-houses.ts';
import { readAccountCards } from '../../access/places.ts';
import {
  readRunningPlans,
  type RunningPlans,
} from '../../penalties/instalments/running-plans.service.ts';
import { readOwnRules } from '../../penalties/penalty-rules/penalty-rules.service.ts';
import type { Trx } from '../../tables.ts';
import { recordExport, type WriteReport } from '../report-files.ts';
import { byRoom, nameAccount } from '../room-order.ts';
import { streetOf } from '../street-of.ts';
import { ageBoundsOf, latestBarred } from './debt-age.ts';
import { onceSettled, type DebtTotals, type SettlingDebtors } from './debt-sums.service.ts';
import {
  listDebtorsByHouse,
  listLargestDebts,
  type DebtorRow,
  type DebtPlace,
  type HouseAges,
} from './debtors.repository.ts';
import { debtorsSheet } from './house-sheets.ts';

/** The number of houses in one statement, and in one request to core. */
const HOUSES_AT_ONCE = 25;
/** The number of debtors at a time in a workbook sorted by debt. */
const DEBTORS_AT_ONCE = 1_000;

type Asked = {
  readonly caller: Caller;
  readonly trx: Trx;
  readonly debtors: SettlingDebtors;
  readonly plans: RunningPlans;
};
type Order = NonNullable<DebtorsQuery['order']>;

/** @throws Refusal validation-failed, not-found */
export async function writeDebtors(
  caller: Caller,
  query: DebtorsQuery,
  { asOf, totals: debts }: { readonly asOf: Temporal.PlainDate; readonly totals: DebtTotals },
  write: WriteReport,
): Promise<void> {
  const { minMonths = 0, format = 'json', order = 'rooms' } = query;
  const cursor = format === 'json' ? query.cursor : undefined;
  const limit = format === 'json' ? (query.limit ?? DEFAULT_PAGE_LIMIT) : Number.POSITIVE_INFINITY;
  const list = listFrom(order, cursor);
  const { organizationId, address, houseIds, object } = await namedHouses(caller, query);
  const only = await accountsFound(caller, query);
  await recordExport(caller, {
    format,
    action: 'account-balance.debtors-exported',
    object,
    organizationId,
    asked: { asOf: formatDay(asOf), minMonths },
  });
  await inSnapshot(caller.db, async (trx) => {
    const houses = await agesOf(trx, organizationId, houseIds, asOf);
    const debtors: SettlingDebtors = { organizationId, houses, read: [], minMonths, only };
    const plans = await readRunningPlans(trx, { organizationId, houseIds }, asOf);
    // The totals cover all pages, and are returned with the first.
    const totals = cursor === undefined && { totals: await debts.total(trx, debtors) };
    let nextCursor: string | null = null;
    const rows = takePage(
      list({ caller, trx, debtors, plans }, Math.min(limit + 1, DEBTORS_AT_ONCE)),
      limit,
      (last) => (nextCursor = encodeCursor(keyOf(order, last))),
    );
    const name = fileNameOf('dolzhniki', formatDay(asOf), streetOf(address));
    const head = { organizationId, asOf: formatDay(asOf) };
    await write(
      name,
      debtorsSheet(head, rows, () => ({ nextCursor, ...totals })),
    );
  });
}

/**
 * How long accounts of these houses have owed, by account id; accounts without an overdue debt are left out.
 * @param only these accounts; all when omitted
 */
export async function readDebtAges(
  trx: Trx,
  {
    organizationId,
    houseIds,
    minMonths = 0,
  }: {
    readonly organizationId: number;
    readonly houseIds: readonly number[];
    /** The minimum number of overdue months. */
    readonly minMonths?: number;
  },
  asOf: Temporal.PlainDate,
  only?: readonly number[],
): Promise<ReadonlyMap<number, DebtorRow>> {
  const houses = await agesOf(trx, organizationId, houseIds, asOf);
  const debtors: SettlingDebtors = { organizationId, houses, read: [], minMonths, only };
  const ask = async () => listDebtorsByHouse(trx, debtors);
  const rows = await onceSettled(trx, debtors, ask, unsettledAmong);
  return new Map(rows.map((row) => [row.personalAccountId, row]));
}

function unsettledAmong(rows: readonly DebtorRow[]): readonly DebtorRow[] {
  return rows.filter(({ isSettled }) => !isSettled);
}

/** The ages of each house; houses without rules of their own share them. */
async function agesOf(
  trx: Trx,
  organizationId: number,
  houseIds: readonly number[],
  asOf: Temporal.PlainDate,
): Promise<readonly HouseAges[]> {
  const rulesOf = await readOwnRules(trx, organizationId);
  let shared: Omit<HouseAges, 'houseId'> | undefined;
  return houseIds.map((houseId) => {
    const rules = rulesOf(houseId);
    const ages = () => ({
      bounds: ageBoundsOf(rules, asOf),
      barredTo: latestBarred(rules, asOf),
    });
    if (rules.house.length > 0) return { houseId, ...ages() };
    shared ??= ages();
    return { houseId, ...shared };
  });
}

/** @throws Refusal validation-failed when it is not a cursor of this sort order */
function listFrom(
  order: Order,
  cursor: string | undefined,
): (asked: Asked, atOnce: number) => AsyncGenerator<Debtor> {
  if (order === 'debt') {
    const after = decodeCursor(cursor, ['number', 'id', 'id']);
    return (asked, atOnce) => largestFirst(asked, after, atOnce);
  }
  const after = decodeCursor(cursor, ['id', 'id']);
  return (asked) => byRooms(asked, after);
}

function keyOf(order: Order, { total, houseId, personalAccountId }: Debtor): readonly number[] {
  const place = [houseId, personalAccountId];
  return order === 'debt' ? [Number(parseKopecks(total)), ...place] : place;
}

async function* largestFirst(
  { caller, trx, debtors, plans }: Asked,
  after: DebtPlace | undefined,
  atOnce: number,
): AsyncGenerator<Debtor> {
  let place = after;
  for (;;) {
    const page = { after: place, limit: atOnce };
    const rows = await onceSettled(
      trx,
      debtors,
      async () => listLargestDebts(trx, debtors, page),
      unsettledAmong,
    );
    const ids = rows.map(({ personalAccountId }) => personalAccountId);
    const cards = await readAccountCards(caller, ids);
    for (const row of rows) yield toDebtor(row, cards, plans);
    const last = rows.at(-1);
    if (last === undefined || rows.length < atOnce) return;
    place = [Number(parseKopecks(last.total)), last.houseId, last.personalAccountId];
  }
}

/** House by house in the order of addresses and rooms, after a given house and account. */
async function* byRooms(
  { caller, trx, debtors, plans }: Asked,
  after: readonly [number, number] | undefined,
): AsyncGenerator<Debtor> {
  const placeOf = new Map(debtors.houses.map(({ houseId }, place) => [houseId, place]));
  const houses = debtors.houses.slice(placeOf.get(after?.[0] ?? 0) ?? 0);
  const inPlaces = (a: DebtorRow, b: DebtorRow): number =>
    (placeOf.get(a.houseId) ?? 0) - (placeOf.get(b.houseId) ?? 0);
  for (const some of inChunks(houses, HOUSES_AT_ONCE)) {
    const rows = await onceSettled(
      trx,
      debtors,
      async () => listDebtorsByHouse(trx, { ...debtors, houses: some }),
      unsettledAmong,
    );
    if (rows.length === 0) continue;
    const ids = rows.map(({ personalAccountId }) => personalAccountId);
    const cards = await readAccountCards(caller, after === undefined ? ids : [...ids, after[1]]);
    const inOrder = byRoom(cards);
    for (const row of rows.toSorted(
      (a, b) => inPlaces(a, b) || inOrder(a.personalAccountId, b.personalAccountId),
    ))
      if (row.houseId !== after?.[0] || inOrder(row.personalAccountId, after[1]) > 0)
        yield toDebtor(row, cards, plans);
  }
}

function toDebtor(
  { isSettled: _known, ...row }: DebtorRow,
  cards: ReadonlyMap<number, AccountCard>,
  plans: RunningPlans,
): Debtor {
  const { personalAccountId } = row;
  const instalmentUntil = plans.get(personalAccountId)?.lastMonth ?? null;
  return { ...row, ...nameAccount(cards, personalAccountId), instalmentUntil };
}

/** @param onMore gets the last row of the page unless it is the very last one */
async function* takePage<Row>(
  rows: AsyncIterable<Row>,
  limit: number,
  onMore: (last: Row) => void,
): AsyncGenerator<Row> {
  const shown: { last?: Row; count: number } = { count: 0 };
  for await (const row of rows) {
    if (shown.count === limit) {
      if (shown.last !== undefined) onMore(shown.last);
      return;
    }
    shown.last = row;
    shown.count += 1;
    yield row;
  }
}

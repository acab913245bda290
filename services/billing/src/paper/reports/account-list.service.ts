// Every account with what it owes: core provides the accounts and their order, billing the debts. Neither joins the other's
// tables; the ids of all matching accounts are transferred once a page.
import type {
  AccountList,
  AccountListQuery,
  ListedAccount,
} from '@kvartplata/contracts/billing/account-list.ts';
import { ACCOUNT_ORDERS, type AccountCard } from '@kvartplata/contracts/core/internal.ts';
import { DEFAULT_PAGE_LIMIT } from '@kvartplata/contracts/page.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks, parseKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { inChunks } from '@kvartplata/platform/database/batches.ts';
import { inSnapshot } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, encodeCursor } from '@kvartplata/platform/http/cursor.ts';
import { fileNameOf } from '@kvartplata/platform/table-files/file-name.ts';
import type { Caller } from '../../access/access.service.ts';
import { namedHouses, type NamedHouses } from '../../access/named-houses.ts';
import { readAccountCards } from '../../access/places.ts';
import { requireVisible } from '../../access/visible-organization.service.ts';
import {
  readRunningPlans,
  type RunningPlans,
} from '../../penalties/instalments/running-plans.service.ts';
import type { Trx } from '../../tables.ts';
import { recordExport, type WriteReport } from '../report-files.ts';
import { streetOf } from '../street-of.ts';
import { listOwed } from './account-list.repository.ts';
import { accountListSheet } from './account-list-sheet.ts';
import type { DebtorRow } from './debtors.repository.ts';
import { readDebtAges } from './debtors.service.ts';

const ROWS_AT_ONCE = 1_000;

type Money = { readonly balanceKopecks: Kopecks; readonly penaltyKopecks: Kopecks };
type Ages = ReadonlyMap<number, DebtorRow>;
type Known = {
  readonly moneyOf: (id: number) => Money;
  readonly ages: Ages | undefined;
  readonly plans: RunningPlans;
};

/** @throws Refusal validation-failed, not-found */
export async function writeAccountList(
  caller: Caller,
  query: AccountListQuery,
  asOf: Temporal.PlainDate,
  write: WriteReport,
): Promise<void> {
  const { format = 'json', limit = DEFAULT_PAGE_LIMIT } = query;
  const isPage = format === 'json';
  const after = isPage ? decodeCursor(query.cursor, ['number', 'id']) : undefined;
  const houses = await namedHouses(caller, query);
  const { organizationId, address, object } = houses;
  const sought = await listSought(caller, houses, query);
  await recordExport(caller, {
    format,
    action: 'account-balance.accounts-exported',
    object,
    organizationId,
    asked: { asOf: formatDay(asOf) },
  });
  await inSnapshot(caller.db, async (trx) => {
    await requireVisible(trx, organizationId, `organization ${organizationId}`);
    const known = await readMoney(trx, houses, query, asOf);
    const ids = inOrder(
      sought.filter((id) => fits(id, query, known)),
      query,
      known,
    );
    const from = placeAfter(ids, after);
    const shown = isPage ? ids.slice(from, from + limit) : ids;
    const rows = describe(caller, trx, { houses, asOf, known }, shown);
    const [end, lastId] = [from + shown.length, shown.at(-1)];
    const isLast = end >= ids.length || lastId === undefined;
    const nextCursor = isLast ? null : encodeCursor([end, lastId]);
    const name = fileNameOf('scheta', formatDay(asOf), streetOf(address));
    const head = { organizationId, asOf: formatDay(asOf) };
    const totals = totalsOf(ids, known);
    await write(
      name,
      accountListSheet(head, rows, () => ({ nextCursor, totals })),
    );
  });
}

/** The ids of the accounts that core finds, in its order; lists sorted by billing are in the order of house and room here. */
async function listSought(
  { core, requestId }: Caller,
  { organizationId }: NamedHouses,
  { houseId, search, status, order }: AccountListQuery,
): Promise<readonly number[]> {
  const { by, isDown } = orderOf(order);
  const own = ACCOUNT_ORDERS.find((each) => each === by);
  const sought = {
    order: own ?? 'rooms',
    ...(houseId === undefined ? {} : { houseId }),
    ...(search === undefined ? {} : { search }),
    ...(status === undefined ? {} : { status }),
  };
  const ids = await core.listAccountsInOrder(organizationId, sought, requestId);
  return own !== undefined && isDown ? ids.toReversed() : ids;
}

function orderOf(order: AccountListQuery['order'] = 'rooms'): {
  readonly by: string;
  readonly isDown: boolean;
} {
  return { by: order.replace('-', ''), isDown: order.startsWith('-') };
}

async function readMoney(
  trx: Trx,
  houses: NamedHouses,
  { minMonths = 0, order }: AccountListQuery,
  asOf: Temporal.PlainDate,
): Promise<Known> {
  const owed = new Map(
    (await listOwed(trx, houses)).map(({ personalAccountId, principal, penalty }) => {
      const penaltyKopecks = parseKopecks(penalty);
      return [
        personalAccountId,
        { balanceKopecks: parseKopecks(principal) + penaltyKopecks, penaltyKopecks },
      ];
    }),
  );
  const needsAges = minMonths > 0 || orderOf(order).by === 'months';
  const ages = needsAges ? await readDebtAges(trx, houses, asOf) : undefined;
  return {
    moneyOf: (id) => owed.get(id) ?? { balanceKopecks: 0n, penaltyKopecks: 0n },
    ages,
    plans: await readRunningPlans(trx, houses, asOf),
  };
}

function fits(id: number, { balance, minMonths = 0 }: AccountListQuery, known: Known): boolean {
  const { balanceKopecks } = known.moneyOf(id);
  if (balance === 'debt' && balanceKopecks <= 0n) return false;
  if (balance === 'advance' && balanceKopecks >= 0n) return false;
  if (balance === 'settled' && balanceKopecks !== 0n) return false;
  return minMonths === 0 || (known.ages?.get(id)?.monthsOfDebt ?? 0) >= minMonths;
}

/** Accounts with equal values stay in the order of houses and rooms. */
function inOrder(
  ids: readonly number[],
  { order }: AccountListQuery,
  { moneyOf, ages }: Known,
): readonly number[] {
  const { by, isDown } = orderOf(order);
  const sign = isDown ? -1 : 1;
  const months = (id: number): number => ages?.get(id)?.monthsOfDebt ?? 0;
  const balance = (id: number): Kopecks => moneyOf(id).balanceKopecks;
  const byBalance = (one: number, other: number): number =>
    balance(one) < balance(other) ? -1 : Number(balance(one) > balance(other));
  if (by === 'balance') return ids.toSorted((one, other) => sign * byBalance(one, other));
  if (by === 'months')
    return ids.toSorted(
      (one, other) => sign * (months(one) - months(other) || byBalance(one, other)),
    );
  return ids;
}

/** After the account that the cursor names or, if it no longer exists, after its former place. */
function placeAfter(
  ids: readonly number[],
  after: readonly [place: number, id: number] | undefined,
): number {
  if (after === undefined) return 0;
  const [place, id] = after;
  const found = ids.indexOf(id);
  return found === -1 ? Math.max(place - 1, 0) : found + 1;
}

async function* describe(
  caller: Caller,
  trx: Trx,
  {
    houses,
    asOf,
    known,
  }: { readonly houses: NamedHouses; readonly asOf: Temporal.PlainDate; readonly known: Known },
  ids: readonly number[],
): AsyncGenerator<ListedAccount> {
  for (const some of inChunks(ids, ROWS_AT_ONCE)) {
    const ages = known.ages ?? (await readDebtAges(trx, houses, asOf, some));
    const cards = await readAccountCards(caller, some);
    for (const id of some) {
      const card = cards.get(id);
      // It may have been deleted since its id was read.
      if (card !== undefined) yield toListed(card, known, ages.get(id));
    }
  }
}

function toListed(
  card: AccountCard,
  { moneyOf, plans }: Known,
  age: DebtorRow | undefined,
): ListedAccount {
  const money = moneyOf(card.personalAccountId);
  const { personalAccountId, houseId, accountNumber, payer, address, roomNumber } = card;
  return {
    personalAccountId,
    houseId,
    accountNumber,
    payer,
    address,
    roomNumber,
    area: card.area,
    openedOn: card.openedOn,
    closedOn: card.closedOn,
    balance: formatKopecks(money.balanceKopecks),
    penalty: formatKopecks(money.penaltyKopecks),
    monthsOfDebt: age?.monthsOfDebt ?? 0,
    oldestMonth: age?.oldestMonth ?? null,
    instalmentUntil: plans.get(personalAccountId)?.lastMonth ?? null,
  };
}

function totalsOf(ids: readonly number[], { moneyOf }: Known): AccountList['totals'] {
  const sum = { debt: 0n, advance: 0n };
  for (const id of ids) {
    const { balanceKopecks } = moneyOf(id);
    if (balanceKopecks > 0n) sum.debt += balanceKopecks;
    else sum.advance -= balanceKopecks;
  }
  return {
    accounts: ids.length,
    debt: formatKopecks(sum.debt),
    advance: formatKopecks(sum.advance),
  };
}

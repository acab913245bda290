// Updates balances together with the ledger, and reads them for a caller.
import type { AccountBalance } from '@kvartplata/contracts/billing/account-balances.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import type { Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { inChunks } from '@kvartplata/platform/database/batches.ts';
import type { HousesOf } from '@kvartplata/platform/database/of-organizations.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { invalidField, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import { requireAccount, requireHouse, scopeOf } from '../../access/places.ts';
import { monthsToBookIn } from '../cycles/open-months.service.ts';
import type { Db, Trx } from '../../tables.ts';
import {
  findBalance,
  findDriftOf,
  listBalances,
  listBalancesAsOf,
  listDrift,
  listHousesAdrift,
  lockBalances,
  mergeCharges,
  type AccountPlace,
  type AccountsWithin,
  type BalanceRow,
  type Drift,
  type DriftPage,
  type LockedBalance,
} from './account-balances.repository.ts';

/** With the month to book in already determined. */
export type AccountToBook = AccountPlace & LockedBalance & { readonly bookedIn: string };

/** The day on which a document counts. */
export type DayToBook = {
  readonly day: string;
  /** The first day of the first month that may be booked in; null where it need not be known. */
  readonly firstMonth: string | null;
};

/**
 * Locks an account's balance until the transaction ends, so that bookings for the account run one after another.
 * @throws FirstMonthUnknownError
 */
export async function lockAccount(
  trx: Trx,
  place: AccountPlace,
  { day, firstMonth }: DayToBook,
): Promise<AccountToBook> {
  const monthOf = await monthsToBookIn(trx, place.organizationId, [day], firstMonth);
  const [locked] = await lockAccounts(trx, place.organizationId, [place]);
  if (locked === undefined) throw new Error('a balance that was made is not there');
  return { ...locked, bookedIn: monthOf(day) };
}

/**
 * Locks the balances of an organization's accounts, given without duplicates, until the transaction ends, in the order of ids.
 */
export async function lockAccounts(
  trx: Trx,
  organizationId: number,
  places: readonly AccountPlace[],
): Promise<readonly (AccountPlace & LockedBalance)[]> {
  return (await lockBalances(organizationId, places).execute(trx)).rows;
}

/** Large, so that there are few statements: until the planner has statistics of a new company, each may read all balances. */
const LOCKED_AT_ONCE = 5000;

/**
 * The same for any number of accounts, in the order of house and account. A transaction that books in several calls does it first:
 * each call locks heads of houses, and balances are locked before any of them. The caller has locked the months as open.
 */
export async function lockAllAccounts(
  trx: Trx,
  organizationId: number,
  places: readonly AccountPlace[],
): Promise<void> {
  for (const some of inChunks(places, LOCKED_AT_ONCE))
    await lockAccounts(trx, organizationId, some);
}

/** The same for accounts of one house. */
export async function lockAccountsOfHouse(
  trx: Trx,
  { organizationId, houseId }: Omit<AccountPlace, 'personalAccountId'>,
  personalAccountIds: readonly number[],
): Promise<readonly AccountPlace[]> {
  return lockAccounts(
    trx,
    organizationId,
    personalAccountIds.map((personalAccountId) => ({ organizationId, houseId, personalAccountId })),
  );
}

/** Merges the unmerged charges of houses into their balances; a booking for an account does it for that account anyway. */
export const mergeChargesOfHouses = mergeCharges;

/** The largest balance, debt or advance. */
const MAX_BALANCE_KOPECKS = 999_999_999_999_99n;

/** @throws Refusal conflict when the advance would exceed the largest balance */
export function assertAdvance(principalKopecks: Kopecks): void {
  if (principalKopecks < -MAX_BALANCE_KOPECKS)
    throw new Refusal('conflict', 'The advance of the account would be out of all bounds');
}

/** The accounts of an organization whose balance is not the sum of their entries; any row is a bug. */
export async function findDrift(db: Db, organizationId: number): Promise<readonly Drift[]> {
  return listDrift(db, organizationId);
}

/** The same, as a count and a page. */
export async function readDriftOf(
  db: Db,
  organizationId: number,
  page: DriftPage,
): Promise<{ readonly count: number; readonly rows: readonly Drift[] }> {
  return findDriftOf(db, organizationId, page);
}

/** Houses whose balances do not add up to the sums of their months; any of them is a bug. */
export async function findHousesAdrift(db: Db, of: HousesOf): Promise<readonly number[]> {
  return listHousesAdrift(db, of);
}

/**
 * An account without bookings owes nothing.
 * @param asOf counts what took effect by the end of that day; now when omitted
 * @throws Refusal not-found for an account that is not the caller's
 */
export async function getBalance(
  caller: Caller,
  personalAccountId: number,
  asOf?: Temporal.PlainDate,
): Promise<AccountBalance> {
  const place = await requireAccount(caller, personalAccountId);
  const nothing = {
    personalAccountId,
    houseId: place.houseId,
    principalDebt: '0.00',
    penaltyDebt: '0.00',
    lastUpdatedAt: null,
  };
  if (asOf === undefined) {
    const row = await findBalance(caller.db, place);
    return row === undefined
      ? { ...nothing, debts: [] }
      : { ...toBalance(row), debts: toDebts(row.openDebts) };
  }
  const day = formatDay(asOf);
  const row = await findBalanceAsOf(caller.db, place, day);
  return { ...(row === undefined ? nothing : toBalance(row)), asOf: day };
}

/** Oldest month first. */
function toDebts(
  openDebts: Readonly<Record<string, string>>,
): NonNullable<AccountBalance['debts']> {
  return Object.entries(openDebts)
    .map(([period, amount]) => ({ period, amount }))
    .toSorted((one, other) => (one.period < other.period ? -1 : 1));
}

async function findBalanceAsOf(
  db: Db,
  place: AccountPlace,
  asOf: string,
): Promise<BalanceRow | undefined> {
  const [row] = await listBalancesAsOf(db, asOf, place, { afterId: 0, limit: 1 });
  return row;
}

export type BalancesQuery = {
  readonly organizationId?: number | undefined;
  readonly houseId?: number | undefined;
  readonly personalAccountId?: number | undefined;
  /** Requires a house or an account. */
  readonly asOf?: Temporal.PlainDate | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

export async function listAccountBalances(
  caller: Caller,
  query: BalancesQuery,
): Promise<PageOf<AccountBalance>> {
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const after = decodeCursor(query.cursor, ['id', 'id']);
  const keyOf = (row: BalanceRow): [number, number] => [row.houseId, row.personalAccountId];
  if (query.asOf !== undefined) {
    const within = await requirePlace(caller, query);
    const asOf = formatDay(query.asOf);
    const page = { afterId: after?.[1] ?? 0, limit: limit + 1 };
    const rows = await listBalancesAsOf(caller.db, asOf, within, page);
    return pageOf(rows, limit, keyOf, (row) => ({ ...toBalance(row), asOf }));
  }
  const scope = await scopeOf(caller, query);
  const { houseId, personalAccountId } = query;
  const filter = { scope, houseId, personalAccountId, after, limit: limit + 1 };
  const rows = await listBalances(caller.db, filter);
  return pageOf(rows, limit, keyOf, toBalance);
}

/**
 * A single house, since its entries are summed: the named one, otherwise the account's.
 * @throws Refusal validation-failed, not-found
 */
async function requirePlace(
  caller: Caller,
  { houseId, personalAccountId }: BalancesQuery,
): Promise<AccountsWithin> {
  const house = houseId === undefined ? undefined : await requireHouse(caller, houseId);
  const account =
    personalAccountId === undefined ? undefined : await requireAccount(caller, personalAccountId);
  const place = house ?? account;
  if (place === undefined)
    throw invalidField('/houseId', 'is required with asOf', { code: 'required' });
  const { organizationId } = place;
  return { organizationId, houseId: place.houseId, personalAccountId };
}

function toBalance(row: BalanceRow): AccountBalance {
  return {
    personalAccountId: row.personalAccountId,
    houseId: row.houseId,
    principalDebt: row.principalDebt,
    penaltyDebt: row.penaltyDebt,
    lastUpdatedAt: row.lastUpdatedAt.toISOString(),
  };
}

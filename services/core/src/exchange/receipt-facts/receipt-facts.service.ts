// The receipt facts of a house and month, a page of accounts at a time, in the order in which receipts are delivered.
import type { ReceiptFacts } from '@kvartplata/contracts/core/receipt-facts.ts';
import {
  firstDayOf,
  lastDayOf,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { naturalOrder } from '@kvartplata/domain/text/natural-order.ts';
import type { HousePlace } from '../../access/places.ts';
import type { Db } from '../../tables.ts';
import * as repository from './receipt-facts.repository.ts';
import type { AccountPlaceRow } from './receipt-facts.repository.ts';

const ACCOUNTS_PER_PAGE = 200;

export type ReceiptsWanted = {
  readonly period: BillingMonth;
  /** Only this account. */
  readonly personalAccountId?: number | undefined;
  /** The page begins after this account; undefined for the first page. */
  readonly after?: number | undefined;
};

/** Undefined for an unknown house, or an account that it does not have. */
export async function readReceiptFacts(
  db: Db,
  houseId: number,
  { period, personalAccountId, after }: ReceiptsWanted,
  accountsPerPage = ACCOUNTS_PER_PAGE,
): Promise<ReceiptFacts | undefined> {
  const found = await repository.findHouse(db, houseId);
  if (found === undefined) return undefined;
  const { organizationId, ...told } = found;
  const place = { organizationId, houseId };
  const month = { first: formatDay(firstDayOf(period)), last: formatDay(lastDayOf(period)) };
  const named = personalAccountId !== undefined;
  const left = named ? [personalAccountId] : await listInOrder(db, place, after);
  const page = left.slice(0, accountsPerPage);
  const accounts = await repository.listAccounts(db, place, page, month);
  if (named && accounts.length === 0) return undefined;
  const norms = [...(await repository.listNorms(db, place, month))];
  const next = left.length > page.length ? (page.at(-1) ?? null) : null;
  return { ...told, norms, accounts: [...accounts], next };
}

/** The ids of the house's accounts after the given one; empty when the house does not have that one. */
async function listInOrder(
  db: Db,
  house: HousePlace,
  after: number | undefined,
): Promise<readonly number[]> {
  const places = [...(await repository.listAccountPlaces(db, house))].toSorted(byRoom);
  const ids = places.map(({ id }) => id);
  if (after === undefined) return ids;
  const index = ids.indexOf(after);
  return index === -1 ? [] : ids.slice(index + 1);
}

function byRoom(a: AccountPlaceRow, b: AccountPlaceRow): number {
  return (
    naturalOrder(a.roomNumber, b.roomNumber) ||
    naturalOrder(a.accountNumber, b.accountNumber) ||
    a.id - b.id
  );
}

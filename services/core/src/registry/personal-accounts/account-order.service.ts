// The ids of an organization's accounts that match a search, in the requested order.
import type { AccountsInOrder, AccountsSought } from '@kvartplata/contracts/core/internal.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { parseScaled } from '@kvartplata/domain/money/scaled.ts';
import { naturalOrder } from '@kvartplata/domain/text/natural-order.ts';
import type { Db } from '../../tables.ts';
import {
  listHouseAddresses,
  listSoughtAccounts,
  type SoughtAccount,
} from './account-order.repository.ts';
import { searchPatterns } from '../search-patterns.ts';

const AREA_PLACES = 2;

type Compare = (one: SoughtAccount, other: SoughtAccount) => number;

/** @param today the day on which they are open or closed */
export async function findAccountsInOrder(
  db: Db,
  organizationId: number,
  { order, houseId, search = '', status }: AccountsSought,
  today: Temporal.PlainDate,
): Promise<AccountsInOrder> {
  const patterns = searchPatterns(search);
  const filter = { organizationId, houseId, status, day: formatDay(today), patterns };
  const rows = await listSoughtAccounts(db, filter, order);
  const houses = await listHouseAddresses(db, organizationId);
  const first = ORDERS[order];
  const then = byHouse(houses);
  return {
    personalAccountIds: rows
      .toSorted((one, other) => first(one, other) || then(one, other))
      .map(({ id }) => id),
  };
}

const byKey: Compare = (one, other) => naturalOrder(one.key, other.key);
const byNumber: Compare = (one, other) => naturalOrder(one.accountNumber, other.accountNumber);
const ORDERS: Readonly<Record<AccountsSought['order'], Compare>> = {
  rooms: () => 0,
  number: byNumber,
  payer: byKey,
  area: (one, other) =>
    Number(parseScaled(one.key, AREA_PLACES) - parseScaled(other.key, AREA_PLACES)),
};

/** By house; within a house by room when that is the key, then by number. */
function byHouse(houses: readonly { readonly id: number; readonly address: string }[]): Compare {
  const inOrder = houses.toSorted(
    (one, other) => naturalOrder(one.address, other.address) || one.id - other.id,
  );
  const placeOf = new Map(inOrder.map(({ id }, place) => [id, place]));
  return (one, other) =>
    (placeOf.get(one.houseId) ?? 0) - (placeOf.get(other.houseId) ?? 0) ||
    byKey(one, other) ||
    byNumber(one, other) ||
    one.id - other.id;
}

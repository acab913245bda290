// Every account with its debt, for the account list.
import {
  ACCOUNT_LIST_ORDERS,
  getAccountList,
  type AccountListOrder,
} from '@kvartplata/contracts/billing/account-list.ts';
import { callFile } from '../../lib/api.ts';
import type { FileOf } from '../../lib/download.ts';
import { orderText, type Order } from '../../lib/list-address.ts';
import { readPages } from '../../lib/reads.ts';

export const BALANCES = ['debt', 'advance', 'settled'] as const;
export const STATUSES = ['open', 'closed'] as const;

export type AccountsOf = {
  readonly organizationId?: number;
  readonly houseId?: number;
  readonly search?: string;
  readonly status?: (typeof STATUSES)[number];
  readonly balance?: (typeof BALANCES)[number];
  readonly minMonths?: number;
  readonly order?: AccountListOrder | `-${AccountListOrder}`;
};

export function accountListOf(of: AccountsOf) {
  return readPages(getAccountList, { query: of });
}

export function accountListFile(of: AccountsOf): FileOf {
  return async (options) =>
    callFile(getAccountList, { query: { ...of, format: 'xlsx' }, ...options });
}

/** Undefined for an order that the list does not have. */
export function listOrder(order: Order | undefined): AccountsOf['order'] {
  const known = ACCOUNT_LIST_ORDERS.find((by) => by === order?.by);
  if (known === undefined || order === undefined) return undefined;
  return orderText({ by: known, isDown: order.isDown }) as AccountsOf['order'];
}

// Personal accounts: those of a house, and searching for them.
import {
  createPersonalAccount,
  deletePersonalAccount,
  getPersonalAccount,
  listPersonalAccounts,
  replacePersonalAccount,
  type PersonalAccount,
  type PersonalAccountBody,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import { queryOptions } from '@tanstack/react-query';
import type { StaticEncode } from 'typebox';
import { call } from '../../lib/api.ts';
import { read, readAll, readVersioned } from '../../lib/reads.ts';

const FOUND_AT_ONCE = 20;

export type AccountBody = StaticEncode<typeof PersonalAccountBody>;

/** Every account of a house, to choose from. */
export function allAccountsOf(houseId: number) {
  return readAll(listPersonalAccounts, { query: { houseId } });
}

/** The first matches of a few words. */
export function foundAccounts(organizationId: number, search: string, limit = FOUND_AT_ONCE) {
  return queryOptions({
    ...read(listPersonalAccounts, { query: { organizationId, search, limit } }),
    enabled: search !== '',
    placeholderData: (previous) => previous,
  });
}

/** Puts the account whose number is exactly the search text first. */
export function exactFirst(
  accounts: readonly PersonalAccount[],
  search: string,
): readonly PersonalAccount[] {
  return accounts.toSorted((a, b) => Number(isNumber(b, search)) - Number(isNumber(a, search)));
}

export function isNumber({ accountNumber }: PersonalAccount, search: string): boolean {
  return accountNumber.toLowerCase() === search.toLowerCase();
}

export function accountOf(personalAccountId: number) {
  return readVersioned(getPersonalAccount, { params: { personalAccountId } });
}

export async function addAccount(houseId: number, body: AccountBody): Promise<PersonalAccount> {
  return call(createPersonalAccount, { params: { houseId }, body });
}

export async function changeAccount(
  personalAccountId: number,
  ifMatch: string | undefined,
  body: AccountBody,
  isConfirmed: boolean,
): Promise<PersonalAccount> {
  const query = isConfirmed ? { confirmed: true } : {};
  return call(replacePersonalAccount, { params: { personalAccountId }, query, body, ifMatch });
}

/** Only possible for an account that was never charged. */
export async function deleteAccount(
  personalAccountId: number,
  ifMatch: string | undefined,
): Promise<void> {
  await call(deletePersonalAccount, { params: { personalAccountId }, ifMatch });
}

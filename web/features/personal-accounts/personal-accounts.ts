// Personal accounts: of a house, and wherever they are found.
import type {
  PersonalAccount,
  PersonalAccountBody,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { queryOptions } from '@tanstack/react-query';
import type { StaticEncode } from 'typebox';
import { ask, askVersioned, type Versioned } from '../../lib/api.ts';
import { askAll, pagesOf } from '../../lib/paged.ts';

const PATH = '/api/personal-accounts';
const FOUND_AT_ONCE = 20;

export type AccountBody = StaticEncode<typeof PersonalAccountBody>;

/** @param where an organization or a house */
export function accountsIn(
  where: { readonly organizationId?: number; readonly houseId?: number },
  search = '',
) {
  return pagesOf<PersonalAccount>('core', PATH, { ...where, search: search.trim() });
}

/** Every account of a house, to choose from. */
export function allAccountsOf(houseId: number) {
  return queryOptions({
    queryKey: [PATH, 'all', houseId],
    queryFn: async ({ signal }) =>
      askAll<PersonalAccount>('core', PATH, { query: { houseId }, signal }),
  });
}

/** The first that a few words find. */
export function foundAccounts(organizationId: number, search: string) {
  const query = { organizationId, search, limit: FOUND_AT_ONCE };
  return queryOptions({
    queryKey: [PATH, 'found', query],
    queryFn: async ({ signal }) => ask<PageOf<PersonalAccount>>('core', PATH, { query, signal }),
    enabled: search !== '',
    placeholderData: (previous) => previous,
  });
}

export function accountOf(id: number) {
  return queryOptions({
    queryKey: [PATH, id],
    queryFn: async () => readAccount(id),
  });
}

export async function readAccount(id: number): Promise<Versioned<PersonalAccount>> {
  return askVersioned('core', `${PATH}/${id}`);
}

export async function addAccount(houseId: number, body: AccountBody): Promise<PersonalAccount> {
  const path = `/api/houses/${houseId}/personal-accounts`;
  return ask<PersonalAccount>('core', path, { method: 'POST', body });
}

export async function changeAccount(
  id: number,
  etag: string | undefined,
  body: AccountBody,
  isConfirmed: boolean,
): Promise<Versioned<PersonalAccount>> {
  const query = isConfirmed ? { confirmed: true } : {};
  return askVersioned('core', `${PATH}/${id}`, { method: 'PUT', query, body, ifMatch: etag });
}

// Organizations, houses and accounts as a caller may see them: core says whose they are.
import type {
  AccountCard,
  AccountSummary,
  HouseSummary,
  OrganizationHouses,
} from '@kvartplata/contracts/core/internal.ts';
import { notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller, OrganizationIds } from './access.service.ts';
import type { CoreClient } from './core-client.ts';

/** @throws Refusal not-found for a stranger, forbidden for too small a role */
export async function requireHouse(caller: Caller, houseId: number): Promise<HouseSummary> {
  const what = `house ${houseId}`;
  const house = await caller.core.findHouse(houseId, caller.requestId);
  if (house === undefined) throw notFound(what);
  await caller.requireRole(house.organizationId, what);
  return house;
}

/** @throws Refusal not-found for a stranger, forbidden for too small a role */
export async function requireAccount(
  caller: Caller,
  personalAccountId: number,
): Promise<AccountSummary> {
  const what = `personal account ${personalAccountId}`;
  const account = await caller.core.findAccount(personalAccountId, caller.requestId);
  if (account === undefined) throw notFound(what);
  await caller.requireRole(account.organizationId, what);
  return account;
}

/**
 * The named organization, else the caller's only one; an admin of the platform, who may do this in all, means the one they
 * are a member of.
 * @throws Refusal organization-required, not-found, forbidden
 */
export async function requireOrganization(
  caller: Caller,
  organizationId: number | undefined,
): Promise<number> {
  const all = await caller.organizationsOf(organizationId);
  const only = onlyOne(all === 'all' ? await caller.joinedOrganizations() : all);
  if (only !== undefined) return only;
  const own = all.length === 0 ? onlyOne(caller.ownOrganizations()) : undefined;
  if (own !== undefined) {
    // Whoever has too small a role in their only one would gain nothing by naming it.
    await caller.requireRole(own);
    return own;
  }
  const detail =
    all.length === 0
      ? 'You keep the books of no organization'
      : 'You may do this in several organizations: name one';
  throw new Refusal('organization-required', detail, {
    errors: [{ path: '/organizationId', message: 'is required', reason: { code: 'required' } }],
  });
}

/** Undefined of none, of several and of all. */
export function onlyOne(ids: OrganizationIds): number | undefined {
  const [only, ...others] = ids === 'all' ? [] : ids;
  return others.length === 0 ? only : undefined;
}

/** Of an organization that is the caller's. @throws Refusal not-found */
export async function listHouses(
  { core, requestId }: Caller,
  organizationId: number,
): Promise<OrganizationHouses> {
  const houses = await core.findHouses(organizationId, requestId);
  if (houses === undefined) throw notFound(`organization ${organizationId}`);
  return houses;
}

const CARDS_AT_ONCE = 1_000;

type CardReader = Pick<Caller, 'requestId'> & {
  readonly core: Pick<CoreClient, 'listAccountCards'>;
};

/** What paper says of accounts that the caller was allowed to see, by their ids. */
export async function readAccountCards(
  { core, requestId }: CardReader,
  personalAccountIds: readonly number[],
): Promise<ReadonlyMap<number, AccountCard>> {
  const cards = new Map<number, AccountCard>();
  for (let at = 0; at < personalAccountIds.length; at += CARDS_AT_ONCE) {
    const ids = personalAccountIds.slice(at, at + CARDS_AT_ONCE);
    for (const card of await core.listAccountCards(ids, requestId))
      cards.set(card.personalAccountId, card);
  }
  return cards;
}

/** Which houses and organizations a query may touch, each once; `all` is the platform's admin. */
export type Scope =
  | { readonly organizationIds: readonly number[]; readonly houseIds: readonly number[] }
  | 'all';

type Within = {
  readonly organizationId?: number | undefined;
  readonly houseId?: number | undefined;
  readonly personalAccountId?: number | undefined;
};

/**
 * Everything that the caller may read, narrowed to an organization, a house and an account where they are named.
 * @throws Refusal not-found when one of them is not the caller's
 */
export async function scopeOf(
  caller: Caller,
  { organizationId, houseId, personalAccountId }: Within,
): Promise<Scope> {
  if (organizationId !== undefined) await caller.requireRole(organizationId);
  const places = [
    ...(houseId === undefined ? [] : [await requireHouse(caller, houseId)]),
    ...(personalAccountId === undefined ? [] : [await requireAccount(caller, personalAccountId)]),
  ];
  if (places.length > 0)
    return {
      organizationIds:
        organizationId === undefined
          ? distinct(places.map((place) => place.organizationId))
          : [organizationId],
      houseIds: distinct(places.map((place) => place.houseId)),
    };
  const organizationIds = await caller.organizationsOf(organizationId);
  if (organizationIds === 'all') return 'all';
  const houses = await Promise.all(organizationIds.map(async (id) => listHouses(caller, id)));
  return { organizationIds, houseIds: houses.flatMap(({ houseIds }) => houseIds) };
}

const distinct = (ids: readonly number[]): readonly number[] => [...new Set(ids)];

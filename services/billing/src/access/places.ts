// Organizations, houses and accounts as a caller may see them; core knows which organization they belong to.
import type {
  AccountCard,
  AccountSummary,
  HouseSummary,
  CountedHouses,
  OrganizationHouses,
} from '@kvartplata/contracts/core/internal.ts';
import { inChunks } from '@kvartplata/platform/database/batches.ts';
import { notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller, OrganizationIds } from './access.service.ts';
import type { CoreClient } from './core-client.ts';

/** @throws Refusal not-found for a non-member, forbidden when the role is too low */
export async function requireHouse(caller: Caller, houseId: number): Promise<HouseSummary> {
  const what = `house ${houseId}`;
  const house = await caller.core.findHouse(houseId, caller.requestId);
  if (house === undefined) throw notFound(what);
  await caller.requireRole(house.organizationId, what);
  return house;
}

/** @throws Refusal not-found for a non-member, forbidden when the role is too low */
export async function requireAccount(
  caller: Caller,
  personalAccountId: number,
): Promise<AccountSummary> {
  return requireFound(caller, caller.core.findAccount, personalAccountId);
}

/**
 * Before something is booked on an account for the first time: until then core may have deleted it.
 * @throws Refusal not-found for a non-member, forbidden when the role is too low
 */
export async function requireAccountNow(
  caller: Caller,
  personalAccountId: number,
): Promise<AccountSummary> {
  return requireFound(caller, caller.core.findAccountNow, personalAccountId);
}

async function requireFound(
  caller: Caller,
  find: CoreClient['findAccount'],
  personalAccountId: number,
): Promise<AccountSummary> {
  const what = `personal account ${personalAccountId}`;
  const account = await find(personalAccountId, caller.requestId);
  if (account === undefined) throw notFound(what);
  await caller.requireRole(account.organizationId, what);
  return account;
}

/**
 * The named organization, otherwise the caller's only one; for a platform admin, who has access to all, the one that they are a
 * member of.
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
    // If the caller's role in their only organization is too low, asking them to name it would not help.
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

/** Undefined unless there is exactly one id. */
export function onlyOne(ids: OrganizationIds): number | undefined {
  const [only, ...others] = ids === 'all' ? [] : ids;
  return others.length === 0 ? only : undefined;
}

/** The houses of an organization of the caller's. @throws Refusal not-found */
export async function listHouses(
  { core, requestId }: Caller,
  organizationId: number,
): Promise<OrganizationHouses> {
  const houses = await core.findHouses(organizationId, requestId);
  if (houses === undefined) throw notFound(`organization ${organizationId}`);
  return houses;
}

/** The same with how many accounts each has, for which core counts all of them. @throws Refusal not-found */
export async function listCountedHouses(
  { core, requestId }: Caller,
  organizationId: number,
): Promise<CountedHouses['houses']> {
  const counted = await core.countHouseAccounts(organizationId, requestId);
  if (counted === undefined) throw notFound(`organization ${organizationId}`);
  return counted.houses;
}

const CARDS_AT_ONCE = 1_000;

type CardReader = Pick<Caller, 'requestId'> & {
  readonly core: Pick<CoreClient, 'listAccountCards'>;
};

/** The cards of accounts that the caller is already allowed to see, by account id. */
export async function readAccountCards(
  { core, requestId }: CardReader,
  personalAccountIds: readonly number[],
): Promise<ReadonlyMap<number, AccountCard>> {
  const cards = new Map<number, AccountCard>();
  for (const ids of inChunks(personalAccountIds, CARDS_AT_ONCE)) {
    for (const card of await core.listAccountCards(ids, requestId))
      cards.set(card.personalAccountId, card);
  }
  return cards;
}

/** The houses and organizations that a query may touch, without duplicates; `all` is for an admin of the platform. */
export type Scope =
  | { readonly organizationIds: readonly number[]; readonly houseIds: readonly number[] }
  | 'all';

type Within = {
  readonly organizationId?: number | undefined;
  readonly houseId?: number | undefined;
  readonly personalAccountId?: number | undefined;
};

/**
 * Everything that the caller may read, narrowed to the named organization, house and account, if any.
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

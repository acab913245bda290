// What a caller may see and do. Core owns membership; billing remembers a yes for a minute and asks again after a no.
import { roleCovers, type OrganizationRole } from '@kvartplata/contracts/access.ts';
import type {
  AccountSummary,
  HouseSummary,
  Memberships,
  OrganizationHouses,
} from '@kvartplata/contracts/core/internal.ts';
import { notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import { sessionOf } from '@kvartplata/platform/identity/authentication.ts';
import type { Session } from '@kvartplata/platform/identity/session.ts';
import type { KeyValueStore } from '@kvartplata/platform/key-value/key-value-store.ts';
import { remember } from '@kvartplata/platform/key-value/remember.ts';
import type { FastifyRequest } from 'fastify';
import type { CoreClient } from './core-client.ts';

export type Caller = { readonly session: Session; readonly requestId: string };

/** Which houses and organizations a query may touch; `all` is the platform's admin. */
export type Scope =
  | { readonly organizationIds: readonly number[]; readonly houseIds: readonly number[] }
  | 'all';

export type Access = {
  /** @throws Refusal not-found for a stranger, forbidden for too small a role */
  readonly requireRole: (
    caller: Caller,
    organizationId: number,
    role: OrganizationRole,
    what?: string,
  ) => Promise<void>;
  readonly requireHouse: (
    caller: Caller,
    houseId: number,
    role: OrganizationRole,
  ) => Promise<HouseSummary>;
  readonly requireAccount: (
    caller: Caller,
    personalAccountId: number,
    role: OrganizationRole,
  ) => Promise<AccountSummary>;
  /** The organizations the caller is a member of. */
  readonly listOrganizations: (caller: Caller) => Promise<readonly number[]>;
  /** The organizations of a list query: the named one, else all that the caller may read. @throws Refusal not-found */
  readonly visibleOrganizations: (
    caller: Caller,
    organizationId: number | undefined,
  ) => Promise<readonly number[] | 'all'>;
  readonly listHouses: (organizationId: number, requestId: string) => Promise<OrganizationHouses>;
  /**
   * Everything the caller may read, narrowed to a house and an account where they are named.
   * @throws Refusal not-found when one of them is not the caller's
   */
  readonly scopeOf: (
    caller: Caller,
    within: { houseId?: number | undefined; personalAccountId?: number | undefined },
  ) => Promise<Scope>;
};

const KEPT_MS = 60_000;

export function callerOf(request: FastifyRequest): Caller {
  return { session: sessionOf(request), requestId: request.id };
}

export function createAccess(core: CoreClient, store: KeyValueStore): Access {
  async function membershipsOf({ session, requestId }: Caller): Promise<Memberships> {
    const options = { store, key: `memberships:${session.userId}`, ttlMs: KEPT_MS };
    return remember(options, async () => core.findMemberships(session.userId, requestId));
  }

  async function findRole(
    caller: Caller,
    organizationId: number,
  ): Promise<OrganizationRole | undefined> {
    if (caller.session.platformRole === 'admin') return 'owner';
    const remembered = roleIn(await membershipsOf(caller), organizationId);
    if (remembered !== undefined) return remembered;
    // Perhaps the organization is newer than what is remembered.
    await store.delete(`memberships:${caller.session.userId}`).catch(() => undefined);
    return roleIn(await membershipsOf(caller), organizationId);
  }

  async function requireRole(
    caller: Caller,
    organizationId: number,
    role: OrganizationRole,
    what = `organization ${organizationId}`,
  ): Promise<void> {
    const own = await findRole(caller, organizationId);
    if (own === undefined) throw notFound(what);
    if (!roleCovers(own, role))
      throw new Refusal('forbidden', `This needs the role ${role} in the organization`);
  }

  async function listHouses(
    organizationId: number,
    requestId: string,
  ): Promise<OrganizationHouses> {
    const houses = await core.findHouses(organizationId, requestId);
    if (houses === undefined) throw notFound(`organization ${organizationId}`);
    return houses;
  }

  async function requireHouse(
    caller: Caller,
    houseId: number,
    role: OrganizationRole,
  ): Promise<HouseSummary> {
    const house = await rememberFound(`house:${houseId}`, async () =>
      core.findHouse(houseId, caller.requestId),
    );
    if (house === undefined) throw notFound(`house ${houseId}`);
    await requireRole(caller, house.organizationId, role, `house ${houseId}`);
    return house;
  }

  async function requireAccount(
    caller: Caller,
    personalAccountId: number,
    role: OrganizationRole,
  ): Promise<AccountSummary> {
    const account = await rememberFound(`account:${personalAccountId}`, async () =>
      core.findAccount(personalAccountId, caller.requestId),
    );
    if (account === undefined) throw notFound(`personal account ${personalAccountId}`);
    await requireRole(
      caller,
      account.organizationId,
      role,
      `personal account ${personalAccountId}`,
    );
    return account;
  }

  /** A house that is not there may be there in a moment, so only what was found is remembered. */
  async function rememberFound<T>(
    key: string,
    find: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const found = await remember(
      { store, key, ttlMs: KEPT_MS, keepIf: (value: T | null) => value !== null },
      async () => (await find()) ?? null,
    );
    return found ?? undefined;
  }

  async function listOrganizations(caller: Caller): Promise<readonly number[]> {
    return (await membershipsOf(caller)).memberships.map(({ organizationId }) => organizationId);
  }

  return {
    requireRole,
    requireHouse,
    requireAccount,
    listOrganizations,
    listHouses,
    visibleOrganizations: async (caller, organizationId) => {
      if (organizationId !== undefined) {
        await requireRole(caller, organizationId, 'viewer');
        return [organizationId];
      }
      return caller.session.platformRole === 'admin' ? 'all' : listOrganizations(caller);
    },
    scopeOf: async (caller, { houseId, personalAccountId }) => {
      const places: { houseId: number; organizationId: number }[] = [];
      if (houseId !== undefined) places.push(await requireHouse(caller, houseId, 'viewer'));
      if (personalAccountId !== undefined)
        places.push(await requireAccount(caller, personalAccountId, 'viewer'));
      if (places.length > 0) {
        return {
          organizationIds: places.map((place) => place.organizationId),
          houseIds: places.map((place) => place.houseId),
        };
      }
      if (caller.session.platformRole === 'admin') return 'all';
      const organizationIds = await listOrganizations(caller);
      const houses = await Promise.all(
        organizationIds.map(async (id) => listHouses(id, caller.requestId)),
      );
      return { organizationIds, houseIds: houses.flatMap(({ houseIds }) => houseIds) };
    },
  };
}

function roleIn(
  { memberships }: Memberships,
  organizationId: number,
): OrganizationRole | undefined {
  return memberships.find((membership) => membership.organizationId === organizationId)?.role;
}

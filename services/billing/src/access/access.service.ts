// Who is asking, and what they may do: every request of a user goes through here to the database. Core owns
// membership; billing remembers its answer for some seconds and asks again after a no.
import type { TariffGaps, UnverifiedMeters } from '@kvartplata/contracts/core/closing-facts.ts';
import type {
  AccountCard,
  AccountSummary,
  HouseSummary,
  OrganizationHouses,
} from '@kvartplata/contracts/core/internal.ts';
import type { BillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import type { Actor } from '@kvartplata/platform/audit/audit.repository.ts';
import type { Database } from '@kvartplata/platform/database/database.ts';
import { notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import { sessionOf } from '@kvartplata/platform/identity/authentication.ts';
import {
  neededRole,
  ROLE_RULES,
  roleIn,
  visibilityOf,
  type Memberships,
  type RoleRules,
} from '@kvartplata/platform/identity/memberships.ts';
import type { ValueStore } from '@kvartplata/platform/key-value/signed-values.ts';
import { remember } from '@kvartplata/platform/key-value/remember.ts';
import type { FastifyRequest } from 'fastify';
import type { BillingTables, Db } from '../tables.ts';
import type { CoreClient, FactsPage } from './core-client.ts';
import { createFirstMonths, type FindFirstMonth } from './first-months.ts';
import { rememberMemberships } from './remembered-memberships.ts';

/** Which houses and organizations a query may touch; `all` is the platform's admin. */
export type Scope =
  | { readonly organizationIds: readonly number[]; readonly houseIds: readonly number[] }
  | 'all';

/** The role that is asked for is always the one that the route declares. */
export type Caller = {
  readonly userId: number;
  readonly requestId: string;
  readonly actor: Actor;
  /** Sees the caller's organizations and nothing else, whatever is asked of it. */
  readonly db: Db;
  /**
   * The row that belongs to an organization of the caller's; asked for again when the caller may have joined one
   * since its memberships were remembered.
   * @throws Refusal not-found, forbidden for too small a role
   */
  readonly getOwn: <Row extends { readonly organization_id: number }>(
    what: string,
    find: () => Promise<Row | undefined>,
  ) => Promise<Row>;
  /** @throws Refusal not-found for a stranger, forbidden for too small a role */
  readonly requireRole: (organizationId: number, what?: string) => Promise<void>;
  readonly requireHouse: (houseId: number) => Promise<HouseSummary>;
  readonly requireAccount: (personalAccountId: number) => Promise<AccountSummary>;
  /** The named organization, else all in which the caller has the role. @throws Refusal not-found, forbidden */
  readonly organizationsOf: (
    organizationId: number | undefined,
  ) => Promise<readonly number[] | 'all'>;
  /**
   * The named organization, else the caller's only one.
   * @throws Refusal organization-required, not-found, forbidden
   */
  readonly organizationOf: (organizationId: number | undefined) => Promise<number>;
  readonly listHouses: (organizationId: number) => Promise<OrganizationHouses>;
  /** The month of the organization's first account, undefined while it has none; for a question about the asked month. */
  readonly findFirstMonth: (
    organizationId: number,
    asked: BillingMonth,
  ) => Promise<BillingMonth | undefined>;
  /** What only core knows against closing a month of an organization that is the caller's. */
  readonly closingFacts: ClosingFacts;
  /** What paper says of accounts that the caller was allowed to see, by their ids. */
  readonly readAccountCards: (
    personalAccountIds: readonly number[],
  ) => Promise<ReadonlyMap<number, AccountCard>>;
  /**
   * Everything that the caller may read, narrowed to an organization, a house and an account where they are named.
   * @throws Refusal not-found when one of them is not the caller's
   */
  readonly scopeOf: (within: {
    readonly organizationId?: number | undefined;
    readonly houseId?: number | undefined;
    readonly personalAccountId?: number | undefined;
  }) => Promise<Scope>;
};

export type ClosingFacts = {
  /** The houses with an account in the month, `YYYY-MM`. */
  readonly openHouses: (organizationId: number, period: string) => Promise<readonly number[]>;
  readonly unverifiedMeters: (organizationId: number, page: FactsPage) => Promise<UnverifiedMeters>;
  readonly tariffGaps: (organizationId: number, page: FactsPage) => Promise<TariffGaps>;
};

export type Access = {
  readonly callerOf: (request: FastifyRequest) => Promise<Caller>;
  /** The database as the platform itself sees it, for jobs. */
  readonly everything: Db;
  readonly findFirstMonth: FindFirstMonth;
};

export type AccessDeps = {
  readonly database: Pick<Database<BillingTables>, 'seeing'>;
  readonly core: CoreClient;
  readonly store: ValueStore;
};

/** Whose a house or an account is does not change. */
const PLACE_KEPT_MS = 60_000;
const CARDS_AT_ONCE = 1_000;

/** @param rules what memberships allow; the database decides a second time, by itself */
export function createAccess(deps: AccessDeps, rules: RoleRules = ROLE_RULES): Access {
  const { database, core, store } = deps;
  const remembered = rememberMemberships(core, store);

  const findFirstMonth = createFirstMonths(core, store);

  async function callerOf(request: FastifyRequest): Promise<Caller> {
    const { userId, platformRole } = sessionOf(request);
    const { id: requestId } = request;
    const needed = neededRole(request);
    const question = { userId, requestId, isRead: ['GET', 'HEAD'].includes(request.method) };

    let memberships: Memberships =
      platformRole === 'admin' ? 'all' : await remembered.list(question);
    let isFresh = platformRole === 'admin';

    /** Perhaps the caller has joined an organization since. */
    async function refresh(): Promise<void> {
      if (isFresh) return;
      await remembered.forget(userId);
      memberships = await remembered.list(question);
      isFresh = true;
    }

    async function requireRole(
      organizationId: number,
      what = `organization ${organizationId}`,
    ): Promise<void> {
      if (memberships !== 'all' && roleIn(memberships, organizationId) === undefined)
        await refresh();
      rules.requireRole(memberships, organizationId, needed, what);
    }

    async function requireHouse(houseId: number): Promise<HouseSummary> {
      const what = `house ${houseId}`;
      const house = await getPlace(`house:${houseId}`, what, async () =>
        core.findHouse(houseId, requestId),
      );
      await requireRole(house.organizationId, what);
      return house;
    }

    async function requireAccount(personalAccountId: number): Promise<AccountSummary> {
      const what = `personal account ${personalAccountId}`;
      const account = await getPlace(`account:${personalAccountId}`, what, async () =>
        core.findAccount(personalAccountId, requestId),
      );
      await requireRole(account.organizationId, what);
      return account;
    }

    async function listHouses(organizationId: number): Promise<OrganizationHouses> {
      const houses = await core.findHouses(organizationId, requestId);
      if (houses === undefined) throw notFound(`organization ${organizationId}`);
      return houses;
    }

    async function readAccountCards(
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

    async function organizationsOf(
      organizationId: number | undefined,
    ): Promise<readonly number[] | 'all'> {
      if (organizationId !== undefined) {
        await requireRole(organizationId);
        return [organizationId];
      }
      if (memberships.length === 0) await refresh();
      return rules.organizationsOf(memberships, needed);
    }

    return {
      userId,
      requestId,
      actor: { userId, requestId },
      db: database.seeing(() => visibilityOf(memberships)),
      getOwn: async (what, find) => {
        let row = await find();
        if (row === undefined && !isFresh) {
          await refresh();
          row = await find();
        }
        if (row === undefined) throw notFound(what);
        await requireRole(row.organization_id, what);
        return row;
      },
      requireRole,
      requireHouse,
      requireAccount,
      organizationsOf,
      organizationOf: async (organizationId) => onlyOne(await organizationsOf(organizationId)),
      listHouses,
      findFirstMonth: async (id, asked) => findFirstMonth(id, asked, requestId),
      closingFacts: {
        openHouses: async (id, period) => core.listOpenHouses(id, period, requestId),
        unverifiedMeters: async (id, page) => core.listUnverifiedMeters(id, page, requestId),
        tariffGaps: async (id, page) => core.listTariffGaps(id, page, requestId),
      },
      readAccountCards,
      scopeOf: async ({ organizationId, houseId, personalAccountId }) => {
        if (organizationId !== undefined) await requireRole(organizationId);
        const places = [
          ...(houseId === undefined ? [] : [await requireHouse(houseId)]),
          ...(personalAccountId === undefined ? [] : [await requireAccount(personalAccountId)]),
        ];
        if (places.length > 0)
          return {
            organizationIds:
              organizationId === undefined
                ? places.map((place) => place.organizationId)
                : [organizationId],
            houseIds: places.map((place) => place.houseId),
          };
        const organizationIds = await organizationsOf(organizationId);
        if (organizationIds === 'all') return 'all';
        const houses = await Promise.all(organizationIds.map(listHouses));
        return { organizationIds, houseIds: houses.flatMap(({ houseIds }) => houseIds) };
      },
    };
  }

  /** A place that is not there may be there in a moment, so only what was found is remembered. */
  async function getPlace<T>(
    key: string,
    what: string,
    find: () => Promise<T | undefined>,
  ): Promise<T> {
    const found = await remember(
      { store, key, ttlMs: PLACE_KEPT_MS, keepIf: (value: T | null) => value !== null },
      async () => (await find()) ?? null,
    );
    if (found === null) throw notFound(what);
    return found;
  }

  return { callerOf, everything: database.seeing(() => visibilityOf('all')), findFirstMonth };
}

function onlyOne(organizationIds: readonly number[] | 'all'): number {
  const [only, ...others] = organizationIds === 'all' ? [] : organizationIds;
  if (only !== undefined && others.length === 0) return only;
  const detail =
    organizationIds.length === 0
      ? 'You keep the books of no organization'
      : 'You may do this in several organizations: name one';
  throw new Refusal('organization-required', detail, {
    errors: [{ path: '/organizationId', message: 'is required', reason: { code: 'required' } }],
  });
}

// Who is asking, and what they may do: every request of a user goes through here to the database. Core owns
// membership; billing remembers its answer for some seconds and asks again after a no.
import type { Actor } from '@kvartplata/platform/audit/audit.repository.ts';
import type { Database } from '@kvartplata/platform/database/database.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import { sessionOf } from '@kvartplata/platform/identity/authentication.ts';
import {
  isHeldByMaker,
  membershipsOf,
  neededRole,
  ROLE_RULES,
  roleIn,
  stepUpAboveIn,
  visibilityOf,
  type Membership,
  type Memberships,
  type RoleRules,
} from '@kvartplata/platform/identity/memberships.ts';
import { requireStepUp } from '@kvartplata/platform/identity/step-up.ts';
import type { ValueStore } from '@kvartplata/platform/key-value/signed-values.ts';
import type { FastifyRequest } from 'fastify';
import type { BillingTables, Db } from '../tables.ts';
import type { CoreClient } from './core-client.ts';
import { rememberCore, type KnownCore } from './known-core.ts';
import { rememberMemberships } from './remembered-memberships.ts';

/** `all` is the platform's admin. */
export type OrganizationIds = readonly number[] | 'all';

/** The role that is asked for is always the one that the route declares. */
export type Caller = {
  readonly userId: number;
  readonly requestId: string;
  readonly actor: Actor;
  /** Sees the caller's organizations and nothing else, whatever is asked of it. */
  readonly db: Db;
  /** Sees one organization alone, as everyone of the caller's role there does. */
  readonly within: (organizationId: number) => { readonly role: string; readonly db: Db };
  /** Answers about every organization: `places.ts` asks it about the caller's alone. */
  readonly core: KnownCore;
  /**
   * The row that belongs to an organization of the caller's; asked for again when the caller may have joined one
   * since its memberships were remembered.
   * @throws Refusal not-found, forbidden for too small a role
   */
  readonly getOwn: <Row extends { readonly organizationId: number }>(
    what: string,
    find: () => Promise<Row | undefined>,
  ) => Promise<Row>;
  /** @throws Refusal not-found for a stranger, forbidden for too small a role */
  readonly requireRole: (organizationId: number, what?: string) => Promise<void>;
  /**
   * Money above the organization's limit needs a second factor that was proved a moment ago.
   * @param amount in roubles, whatever its sign
   * @throws Refusal step-up-needed, step-up-by-person
   */
  readonly requireStepUp: (organizationId: number, amount: string) => Promise<void>;
  /** All that the caller belongs to, in whatever role: where a row is looked for of which only the id is known. */
  readonly ownOrganizations: () => OrganizationIds;
  /** What an admin of the platform, to whom all are open, is a member of; of anyone else the same as `ownOrganizations`. */
  readonly joinedOrganizations: () => Promise<readonly number[]>;
  /** The named organization, else all in which the caller has the role. @throws Refusal not-found, forbidden */
  readonly organizationsOf: (organizationId: number | undefined) => Promise<OrganizationIds>;
};

export type Access = {
  readonly callerOf: (request: FastifyRequest) => Promise<Caller>;
  /** The database as the platform itself sees it, for jobs. */
  readonly everything: Db;
  /** For whoever asks in no user's name. */
  readonly core: CoreClient;
};

export type AccessDeps = {
  readonly database: Pick<Database<BillingTables>, 'seeing'>;
  readonly core: CoreClient;
  readonly store: ValueStore;
  readonly now?: () => Date;
};

/** @param rules what memberships allow; the database decides a second time, by itself */
export function createAccess(deps: AccessDeps, rules: RoleRules = ROLE_RULES): Access {
  const { database, store, now = () => new Date() } = deps;
  const core = rememberCore(deps.core, store);
  const remembered = rememberMemberships(deps.core, store);

  async function callerOf(request: FastifyRequest): Promise<Caller> {
    const session = sessionOf(request);
    const { userId, platformRole, apiKey } = session;
    const isAdmin = (apiKey?.platformRole ?? platformRole) === 'admin';
    const { id: requestId } = request;
    const needed = neededRole(request);
    const question = { userId, requestId, isRead: ['GET', 'HEAD'].includes(request.method) };

    const listOwn = async (): Promise<Memberships> => (isAdmin ? 'all' : remembered.list(question));
    const listAllowed = async (): Promise<Memberships> => membershipsOf(apiKey, await listOwn());
    // The key of an organization may be newer than what is remembered of its maker.
    if (apiKey !== undefined && !isHeldByMaker(apiKey, await listOwn()))
      await remembered.forget(userId);
    let memberships = await listAllowed();
    let isFresh = isAdmin;

    /** Perhaps the caller has joined an organization since. */
    async function refresh(): Promise<void> {
      if (isFresh) return;
      await remembered.forget(userId);
      memberships = await listAllowed();
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

    /** No membership tells an admin of the platform, nor a key of theirs. */
    async function limitOf(organizationId: number): Promise<string | null> {
      const told = stepUpAboveIn(memberships, organizationId);
      return told === undefined ? core.findStepUpAbove(organizationId, requestId) : told;
    }

    return {
      userId,
      requestId,
      requireStepUp: async (organizationId, amount) =>
        requireStepUp(session, amount, await limitOf(organizationId), now()),
      actor: { userId, requestId, apiKeyId: apiKey?.id },
      db: database.seeing(() => visibilityOf(memberships)),
      within: (organizationId) => withinOf(database, memberships, organizationId),
      core,
      getOwn: async (what, find) => {
        let row = await find();
        if (row === undefined && !isFresh) {
          await refresh();
          row = await find();
        }
        if (row === undefined) throw notFound(what);
        await requireRole(row.organizationId, what);
        return row;
      },
      requireRole,
      ownOrganizations: () => (memberships === 'all' ? 'all' : idsOf(memberships)),
      joinedOrganizations: async () =>
        idsOf(memberships === 'all' ? await remembered.listJoined(question) : memberships),
      organizationsOf: async (organizationId) => {
        if (organizationId !== undefined) {
          await requireRole(organizationId);
          return [organizationId];
        }
        if (memberships.length === 0) await refresh();
        return rules.organizationsOf(memberships, needed);
      },
    };
  }

  return { callerOf, everything: database.seeing(() => visibilityOf('all')), core: deps.core };
}

const idsOf = (memberships: readonly Membership[]): readonly number[] =>
  memberships.map(({ organizationId }) => organizationId);

function withinOf(
  database: AccessDeps['database'],
  memberships: Memberships,
  organizationId: number,
): ReturnType<Caller['within']> {
  const role = memberships === 'all' ? 'admin' : roleIn(memberships, organizationId);
  if (role === undefined || role === 'admin')
    return {
      role: role ?? 'none',
      db: database.seeing(() => visibilityOf(memberships === 'all' ? 'all' : [])),
    };
  return { role, db: database.seeing(() => visibilityOf([{ organizationId, role }])) };
}

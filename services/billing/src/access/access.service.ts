// Who the caller is and what they may do: every user request reaches the database through here. Core owns membership; billing
// remembers its answer for some seconds, and asks again before refusing.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
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
import { requireNamedOrganization } from '@kvartplata/platform/identity/named-organization.ts';
import { requireStepUp } from '@kvartplata/platform/identity/step-up.ts';
import type { ValueStore } from '@kvartplata/platform/key-value/signed-values.ts';
import type { FastifyRequest } from 'fastify';
import type { BillingTables, Db } from '../tables.ts';
import type { CoreClient } from './core-client.ts';
import { rememberCore, type KnownCore } from './known-core.ts';
import { rememberMemberships } from './remembered-memberships.ts';

/** `all` is for an admin of the platform. */
export type OrganizationIds = readonly number[] | 'all';

/** In one organization; `admin` is one of the platform. */
type HeldRole = OrganizationRole | 'admin' | 'none';

/** The required role is always the one that the route declares. */
export type Caller = {
  readonly userId: number;
  readonly requestId: string;
  readonly actor: Actor;
  /** Sees only the caller's organizations, whatever the query. */
  readonly db: Db;
  /** Sees a single organization, as anyone there with the caller's role does. */
  readonly within: (organizationId: number) => { readonly role: HeldRole; readonly db: Db };
  /** Answers about any organization: `places.ts` restricts it to the caller's. */
  readonly core: KnownCore;
  /**
   * Returns the row if it belongs to an organization of the caller's. Looks it up again when the caller may have joined an
   * organization since their memberships were remembered.
   * @throws Refusal not-found, forbidden when the role is too low
   */
  readonly getOwn: <Row extends { readonly organizationId: number }>(
    what: string,
    find: () => Promise<Row | undefined>,
  ) => Promise<Row>;
  /** @throws Refusal not-found for a non-member, forbidden when the role is too low */
  readonly requireRole: (organizationId: number, what?: string) => Promise<void>;
  /**
   * An amount above the organization's limit needs a recently proved second factor.
   * @param amount in roubles; the sign is ignored
   * @throws Refusal step-up-needed, step-up-by-person
   */
  readonly requireStepUp: (organizationId: number, amount: string) => Promise<void>;
  /** All organizations of the caller, in any role: for finding a row of which only the id is known. */
  readonly ownOrganizations: () => OrganizationIds;
  /** The memberships of a platform admin, who has access to all organizations; for anyone else the same as `ownOrganizations`. */
  readonly joinedOrganizations: () => Promise<readonly number[]>;
  /** The named organization, otherwise all in which the caller has the role. @throws Refusal not-found, forbidden */
  readonly organizationsOf: (organizationId: number | undefined) => Promise<OrganizationIds>;
};

export type Access = {
  readonly callerOf: (request: FastifyRequest) => Promise<Caller>;
  /** The database without row restrictions, for jobs. */
  readonly everything: Db;
  /** For requests that are not made on behalf of a user. */
  readonly core: CoreClient;
};

export type AccessDeps = {
  readonly database: Pick<Database<BillingTables>, 'seeing'>;
  readonly core: CoreClient;
  readonly store: ValueStore;
  readonly now?: () => Date;
};

/** @param rules what each role may do; the database checks it independently */
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

    if (isAdmin)
      await requireNamedOrganization(request, async (id) => core.hasOrganization(id, requestId));
    const listOwn = async (): Promise<Memberships> => (isAdmin ? 'all' : remembered.list(question));
    const listAllowed = async (): Promise<Memberships> => membershipsOf(apiKey, await listOwn());
    // The organization's key may be newer than the remembered memberships of its maker.
    if (apiKey !== undefined && !isHeldByMaker(apiKey, await listOwn()))
      await remembered.forget(userId);
    let memberships = await listAllowed();
    let isFresh = isAdmin;

    /** The caller may have joined an organization in the meantime. */
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

    return {
      userId,
      requestId,
      requireStepUp: async (organizationId, amount) => {
        const limit = await limitOf(organizationId, { core, memberships, requestId });
        requireStepUp(session, amount, limit, now());
      },
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

/** The memberships of a platform admin, or of an admin's key, do not include the limit. */
async function limitOf(
  organizationId: number,
  {
    core,
    memberships,
    requestId,
  }: {
    readonly core: KnownCore;
    readonly memberships: Memberships;
    readonly requestId: string;
  },
): Promise<string | null> {
  const told = stepUpAboveIn(memberships, organizationId);
  return told === undefined ? core.findStepUpAbove(organizationId, requestId) : told;
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

// Identifies the caller and checks permissions: every user request reaches the database through here.
import { ORGANIZATION_ROLES, type OrganizationRole } from '@kvartplata/contracts/access.ts';
import { roleCovers } from '@kvartplata/contracts/roles.ts';
import type { Actor } from '@kvartplata/platform/audit/audit.repository.ts';
import type { Database } from '@kvartplata/platform/database/database.ts';
import type { Settings } from '@kvartplata/platform/database/settings.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import { sessionOf } from '@kvartplata/platform/identity/authentication.ts';
import {
  membershipsOf,
  neededRole,
  roleIn,
  ROLE_RULES,
  visibilityOf,
  type Membership,
  type RoleRules,
} from '@kvartplata/platform/identity/memberships.ts';
import { requireNamedOrganization } from '@kvartplata/platform/identity/named-organization.ts';
import { requireProof } from '@kvartplata/platform/identity/step-up.ts';
import type { FastifyRequest } from 'fastify';
import type { Db, Tables, Trx } from '../tables.ts';
import type { Organizations } from '@kvartplata/platform/database/of-organizations.ts';
import { addToVisibility, listMemberships, organizationExists } from './access.repository.ts';

export type Caller = {
  readonly userId: number;
  readonly actor: Actor;
  /** Sees only the caller's organizations, whatever is queried, and waits for locks only as long as a request may. */
  readonly db: Db;
  /** The same, which also sees rows addressed to these names: the caller's own, folded for comparison. */
  readonly dbOfAddressee: (names: { readonly username: string; readonly email: string }) => Db;
  /**
   * Passes when the caller has the role that the route declares; always passes for the platform's admin.
   * @throws Refusal not-found if the caller is not a member, forbidden for too small a role
   */
  readonly requireRole: (organizationId: number) => void;
  /** Passes for a person who has proved their second factor recently. @throws Refusal step-up-needed, step-up-by-person */
  readonly requireProof: () => void;
  /** The caller's role in an organization of theirs; the platform's admin counts as an owner. */
  readonly roleIn: (organizationId: number) => OrganizationRole | undefined;
  /**
   * The row, if it exists in one of the caller's organizations.
   * @param find searches the caller's organizations, whatever the role
   * @throws Refusal not-found, forbidden for too small a role
   */
  readonly getOwn: <Row extends { readonly organizationId: number }>(
    what: string,
    find: (organizations: Organizations) => Promise<Row | undefined>,
  ) => Promise<Row>;
  /** All organizations of the caller, in any role. */
  readonly ownOrganizations: () => Organizations;
  /** Organizations of which the caller is a member: an admin of the platform has access to all, but is a member of few. */
  readonly joinedOrganizations: () => Promise<readonly number[]>;
  /**
   * The named organization, otherwise all in which the caller has the role that the route declares.
   * @throws Refusal not-found, forbidden
   */
  readonly organizationsOf: (organizationId: number | undefined) => readonly number[] | 'all';
};

export type Access = {
  readonly callerOf: (request: FastifyRequest) => Promise<Caller>;
  /** The memberships of any user. */
  readonly membershipsOf: (userId: number) => Promise<readonly Membership[]>;
  /** The database without restrictions, for requests of other services. */
  readonly everything: Db;
};

/**
 * An import holds its locks for as long as it runs: requests that wait for them would hold all connections of the pool, and
 * everybody else's requests would get none.
 */
const PATIENCE: Settings = { lock_timeout: '2s' };

/** @param rules the permissions of each role; the database checks them again by itself */
export function createAccess(
  database: Pick<Database<Tables>, 'seeing'>,
  rules: RoleRules = ROLE_RULES,
): Access {
  const everything = database.seeing(() => visibilityOf('all'));
  return {
    everything,
    membershipsOf: async (userId) => listMemberships(everything, userId),
    callerOf: async (request) => {
      const session = sessionOf(request);
      const { userId, platformRole, apiKey } = session;
      const isAdmin = (apiKey?.platformRole ?? platformRole) === 'admin';
      if (isAdmin)
        await requireNamedOrganization(request, async (id) => organizationExists(everything, id));
      const memberships = membershipsOf(
        apiKey,
        isAdmin ? 'all' : await listMemberships(everything, userId),
      );
      const needed: OrganizationRole = neededRole(request);
      const organizations: Organizations = rules.organizationsOf(memberships, 'viewer');
      const requireRole = (organizationId: number, what = 'The organization'): void =>
        rules.requireRole(memberships, organizationId, needed, what);
      return {
        userId,
        actor: { userId, requestId: request.id, apiKeyId: apiKey?.id },
        db: database.seeing(() => ({ ...PATIENCE, ...visibilityOf(memberships) })),
        dbOfAddressee: ({ username, email }) =>
          database.seeing(() => ({
            ...PATIENCE,
            ...visibilityOf(memberships),
            'app.own_username': username,
            'app.own_email': email,
          })),
        requireRole,
        requireProof: () => requireProof(session, new Date()),
        roleIn: (organizationId) =>
          memberships === 'all' ? 'owner' : roleIn(memberships, organizationId),
        getOwn: async (what, find) => {
          const row = await find(organizations);
          if (row === undefined) throw notFound(what);
          requireRole(row.organizationId, what);
          return row;
        },
        ownOrganizations: () => organizations,
        joinedOrganizations: async () =>
          (await listMemberships(everything, userId)).map(({ organizationId }) => organizationId),
        organizationsOf: (organizationId) => {
          if (organizationId === undefined) return rules.organizationsOf(memberships, needed);
          requireRole(organizationId);
          return [organizationId];
        },
      };
    },
  };
}

/** Until the transaction ends, it sees the organizations as a member with this role. */
export async function seeOrganizations(
  trx: Trx,
  organizationIds: readonly number[],
  role: OrganizationRole,
): Promise<void> {
  const covered = ORGANIZATION_ROLES.filter((each) => roleCovers(role, each));
  await addToVisibility(trx, organizationIds, covered);
}

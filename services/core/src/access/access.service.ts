// Who is asking, and what they may do: every request of a user goes through here to the database.
import {
  ORGANIZATION_ROLES,
  roleCovers,
  type OrganizationRole,
} from '@kvartplata/contracts/access.ts';
import type { Actor } from '@kvartplata/platform/audit/audit.repository.ts';
import type { Database } from '@kvartplata/platform/database/database.ts';
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
import { requireProof } from '@kvartplata/platform/identity/step-up.ts';
import type { FastifyRequest } from 'fastify';
import type { Db, Tables, Trx } from '../tables.ts';
import type { Organizations } from '@kvartplata/platform/database/of-organizations.ts';
import { addToVisibility, listMemberships } from './access.repository.ts';

export type Caller = {
  readonly userId: number;
  readonly actor: Actor;
  /** Sees the caller's organizations and nothing else, whatever is asked of it. */
  readonly db: Db;
  /** The same, which also sees what is addressed to these names: the caller's own, folded as names are compared. */
  readonly dbOfAddressee: (names: { readonly username: string; readonly email: string }) => Db;
  /**
   * Passes when the caller has the role that the route declares; the platform's admin always passes, also for an
   * organization that does not exist.
   * @throws Refusal not-found for who is no member, forbidden for too small a role
   */
  readonly requireRole: (organizationId: number) => void;
  /** Passes for a person who has proved their second factor a moment ago. @throws Refusal step-up-needed, step-up-by-person */
  readonly requireProof: () => void;
  /** What the caller is in an organization of theirs; the platform's admin may do what an owner may. */
  readonly roleIn: (organizationId: number) => OrganizationRole | undefined;
  /**
   * The row, when it is there and of an organization of the caller's.
   * @param find looks for it in the caller's organizations, whatever the role
   * @throws Refusal not-found, forbidden for too small a role
   */
  readonly getOwn: <Row extends { readonly organizationId: number }>(
    what: string,
    find: (organizations: Organizations) => Promise<Row | undefined>,
  ) => Promise<Row>;
  /** All that the caller belongs to, in whatever role. */
  readonly ownOrganizations: () => Organizations;
  /** Those that the caller is a member of: an admin of the platform belongs to all, and is a member of few. */
  readonly joinedOrganizations: () => Promise<readonly number[]>;
  /**
   * The named organization, else all in which the caller has the role that the route declares.
   * @throws Refusal not-found, forbidden
   */
  readonly organizationsOf: (organizationId: number | undefined) => readonly number[] | 'all';
};

export type Access = {
  readonly callerOf: (request: FastifyRequest) => Promise<Caller>;
  /** What a user belongs to, whoever asks. */
  readonly membershipsOf: (userId: number) => Promise<readonly Membership[]>;
  /** The database as the platform itself sees it, for what other services ask. */
  readonly everything: Db;
};

/** @param rules what memberships allow; the database decides a second time, by itself */
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
        db: database.seeing(() => visibilityOf(memberships)),
        dbOfAddressee: ({ username, email }) =>
          database.seeing(() => ({
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

/** Until its end the transaction sees the organizations as one who has this role in them. */
export async function seeOrganizations(
  trx: Trx,
  organizationIds: readonly number[],
  role: OrganizationRole,
): Promise<void> {
  const covered = ORGANIZATION_ROLES.filter((each) => roleCovers(role, each));
  await addToVisibility(trx, organizationIds, covered);
}

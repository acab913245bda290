// What a user's memberships allow: checked by the rules of this file, and independently in the database by row-level security,
// which is given the same memberships.
import type { AccessLevel, OrganizationRole } from '@kvartplata/contracts/access.ts';
import { roleCovers } from '@kvartplata/contracts/roles.ts';
import type { GoodApiKey } from '@kvartplata/contracts/auth/internal.ts';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../database/settings.ts';
import { notFound, Refusal } from '../http/refusal.ts';

export type Membership = {
  readonly organizationId: number;
  readonly role: OrganizationRole;
  /** The organization's limit in roubles; null: it has none, undefined: unknown. */
  readonly stepUpAbove?: string | null;
};

/** `all` is an admin of the platform, or the platform itself. */
export type Memberships = readonly Membership[] | 'all';

export type RoleRules = {
  /** @throws Refusal not-found for a non-member, forbidden for too small a role */
  readonly requireRole: (
    memberships: Memberships,
    organizationId: number,
    needed: OrganizationRole,
    what: string,
  ) => void;
  /** The organizations in which the user has the role. */
  readonly organizationsOf: (
    memberships: Memberships,
    needed: OrganizationRole,
  ) => readonly number[] | 'all';
};

export const ROLE_RULES: RoleRules = {
  requireRole: (memberships, organizationId, needed, what) => {
    if (memberships === 'all') return;
    const held = roleIn(memberships, organizationId);
    if (held === undefined) throw notFound(what);
    if (!roleCovers(held, needed))
      throw new Refusal('forbidden', `This needs the role ${needed}; yours is ${held}`);
  },
  organizationsOf: (memberships, needed) =>
    memberships === 'all'
      ? 'all'
      : memberships
          .filter(({ role }) => roleCovers(role, needed))
          .map(({ organizationId }) => organizationId),
};

export function roleIn(
  memberships: readonly Membership[],
  organizationId: number,
): OrganizationRole | undefined {
  return membershipIn(memberships, organizationId)?.role;
}

/** The amount in roubles above which money needs a second factor; null: no limit, undefined: unknown. */
export function stepUpAboveIn(
  memberships: Memberships,
  organizationId: number,
): string | null | undefined {
  return membershipIn(memberships, organizationId)?.stepUpAbove;
}

function membershipIn(memberships: Memberships, organizationId: number): Membership | undefined {
  return memberships === 'all'
    ? undefined
    : memberships.find((membership) => membership.organizationId === organizationId);
}

/**
 * What an API key allows: its role in its organization, and nothing once its maker's role is smaller.
 * @param apiKey undefined for a person
 * @throws Refusal not-signed-in
 */
export function membershipsOf(apiKey: GoodApiKey | undefined, ofUser: Memberships): Memberships {
  if (apiKey === undefined) return ofUser;
  if (!isHeldByMaker(apiKey, ofUser))
    throw new Refusal('not-signed-in', 'The maker of the API key no longer has its role');
  const { organizationId, role } = apiKey;
  return [{ ...membershipIn(ofUser, organizationId), organizationId, role }];
}

/** Whether the maker of an API key still has its role. */
export function isHeldByMaker({ organizationId, role }: GoodApiKey, ofUser: Memberships): boolean {
  const held = ofUser === 'all' ? 'owner' : roleIn(ofUser, organizationId);
  return held !== undefined && roleCovers(held, role);
}

/** The role that a route declares; routes for every user need only the smallest. */
export function neededRole(request: FastifyRequest): OrganizationRole {
  const level: AccessLevel | undefined = request.routeOptions.config.access;
  return level === 'owner' || level === 'accountant' ? level : 'viewer';
}

/** Settings for row-level security: the functions `app.sees_all` and `app.organizations_of` read them. */
export function visibilityOf(memberships: Memberships): Settings {
  if (memberships === 'all') return { 'app.sees_all': 'on' };
  const idsOf = (needed: OrganizationRole): string => {
    const ids = ROLE_RULES.organizationsOf(memberships, needed);
    return ids === 'all' ? '{}' : `{${ids.join(',')}}`;
  };
  return {
    'app.viewer_of': idsOf('viewer'),
    'app.accountant_of': idsOf('accountant'),
    'app.owner_of': idsOf('owner'),
  };
}

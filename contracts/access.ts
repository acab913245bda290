// Roles and access levels: what a user is on the whole platform, and in one organization.
import Type, { type Static } from 'typebox';

export const PlatformRole = Type.Union([Type.Literal('admin'), Type.Literal('user')]);
export type PlatformRole = Static<typeof PlatformRole>;

export const OrganizationRole = Type.Union([
  Type.Literal('owner'),
  Type.Literal('accountant'),
  Type.Literal('viewer'),
]);
export type OrganizationRole = Static<typeof OrganizationRole>;

export const ORGANIZATION_ROLES: readonly OrganizationRole[] = ['viewer', 'accountant', 'owner'];

/**
 * Who may call an operation. `public`: anyone. `csrf`: anyone, but always with a CSRF token. `service`: another service, by its
 * token. `user`: a signed-in user. `viewer`, `accountant`, `owner`: a signed-in user with at least this role in the organization
 * that the request is about. `admin`: an admin of the platform.
 */
export const ACCESS_LEVELS = [
  'public',
  'csrf',
  'service',
  'user',
  'viewer',
  'accountant',
  'owner',
  'admin',
] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

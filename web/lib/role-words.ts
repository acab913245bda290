// Names of the roles in an organization.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import { inBoth } from './words.ts';

export const ROLES: readonly OrganizationRole[] = ['owner', 'accountant', 'viewer'];

export const roleWords = inBoth(
  { owner: 'владелец', accountant: 'бухгалтер', viewer: 'только просмотр' },
  { owner: 'owner', accountant: 'accountant', viewer: 'viewer' },
);

// The members of organizations, with their roles.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import type { ColumnType } from 'kysely';

export type OrganizationMembersTable = {
  readonly organizationId: number;
  /** An id of the auth-service. */
  readonly userId: number;
  readonly role: OrganizationRole;
  readonly createdAt: ColumnType<Date, never, never>;
};

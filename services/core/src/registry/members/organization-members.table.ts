// Who belongs to an organization, and as what.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import type { ColumnType } from 'kysely';

export type OrganizationMembersTable = {
  readonly organization_id: number;
  /** An id of the auth-service. */
  readonly user_id: number;
  readonly role: OrganizationRole;
  readonly created_at: ColumnType<Date, never, never>;
};

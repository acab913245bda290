// Who is asked to join an organization, and what they have answered.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import type { ColumnType, Generated } from 'kysely';

export type InvitationsTable = {
  readonly id: Generated<number>;
  readonly organization_id: number;
  readonly addressed_by: 'username' | 'email';
  /** As it was typed. */
  readonly addressee: string;
  /** As names are compared. */
  readonly addressee_key: string;
  readonly role: OrganizationRole;
  /** One that has expired is waiting here: nobody writes that its time is over. */
  readonly status: ColumnType<StoredStatus, StoredStatus | undefined, StoredStatus>;
  readonly created_at: Date;
  readonly expires_at: Date;
};

export type StoredStatus = 'WAITING' | 'ACCEPTED' | 'DECLINED' | 'WITHDRAWN';

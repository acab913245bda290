// Who is asked to join an organization, and what they have answered.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import type { ColumnType, Generated } from 'kysely';

export type InvitationsTable = {
  readonly id: Generated<number>;
  readonly organizationId: number;
  readonly addressedBy: 'username' | 'email';
  /** As it was typed. */
  readonly addressee: string;
  /** As names are compared. */
  readonly addresseeKey: string;
  readonly role: OrganizationRole;
  /** One that has expired is waiting here: nobody writes that its time is over. */
  readonly status: ColumnType<StoredStatus, StoredStatus | undefined, StoredStatus>;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

export type StoredStatus = 'WAITING' | 'ACCEPTED' | 'DECLINED' | 'WITHDRAWN';

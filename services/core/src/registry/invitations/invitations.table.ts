// Invitations to join an organization, with their answers.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import type { ColumnType, Generated } from 'kysely';

export type InvitationsTable = {
  readonly id: Generated<number>;
  readonly organizationId: number;
  readonly addressedBy: 'username' | 'email';
  /** As it was entered. */
  readonly addressee: string;
  /** Folded for comparison. */
  readonly addresseeKey: string;
  readonly role: OrganizationRole;
  /** An expired invitation still has the status `waiting`: nothing updates it on expiry. */
  readonly status: ColumnType<StoredStatus, StoredStatus | undefined, StoredStatus>;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

export type StoredStatus = 'WAITING' | 'ACCEPTED' | 'DECLINED' | 'WITHDRAWN';

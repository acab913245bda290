// Invitations in SQL.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import { sql, type ExpressionBuilder } from 'kysely';
import type { Db, Tables, Trx } from '../../tables.ts';
import type { StoredStatus } from './invitations.table.ts';

export type InvitationRow = {
  readonly id: number;
  readonly organizationId: number;
  readonly addressedBy: 'username' | 'email';
  readonly addressee: string;
  readonly role: OrganizationRole;
  readonly status: StoredStatus;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** Folded for comparison. */
export type NameKeys = { readonly username: string; readonly email: string };
export type Addressee = {
  readonly addressedBy: 'username' | 'email';
  readonly addresseeKey: string;
};

const COLUMNS = [
  'invitations.id',
  'invitations.organizationId',
  'invitations.addressedBy',
  'invitations.addressee',
  'invitations.role',
  'invitations.status',
  'invitations.createdAt',
  'invitations.expiresAt',
] as const;

type PageAfter = { readonly afterId: number; readonly limit: number };

/** Waiting invitations, ordered by id. */
export async function listWaiting(
  db: Db,
  organizationId: number,
  now: Date,
  { afterId, limit }: PageAfter,
): Promise<readonly InvitationRow[]> {
  return db
    .selectFrom('invitations')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('status', '=', 'WAITING')
    .where('expiresAt', '>', now)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Waiting invitations to a user, except those of organizations of which the user is already a member. */
export async function listWaitingFor(
  db: Db,
  { keys, userId }: { readonly keys: NameKeys; readonly userId: number },
  now: Date,
  { afterId, limit }: PageAfter,
): Promise<readonly InvitationRow[]> {
  return db
    .selectFrom('invitations')
    .select(COLUMNS)
    .where((row) => isFor(row, keys))
    .where('status', '=', 'WAITING')
    .where('expiresAt', '>', now)
    .where('id', '>', afterId)
    .where(
      sql<boolean>`not exists (
        select from organization_members
        where organization_members.organization_id = invitations.organization_id
          and organization_members.user_id = ${userId}
      )`,
    )
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function findInvitation(
  db: Db,
  organizationId: number,
  id: number,
): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('invitations')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function findInvitationFor(
  db: Db,
  keys: NameKeys,
  id: number,
): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('invitations')
    .select(COLUMNS)
    .where((row) => isFor(row, keys))
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function listOrganizationNames(
  db: Db,
  organizationIds: readonly number[],
): Promise<readonly { readonly id: number; readonly name: string }[]> {
  return db
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where('id', '=', sql<number>`any(${organizationIds}::bigint[])`)
    .execute();
}

export async function countWaiting(trx: Trx, organizationId: number, now: Date): Promise<number> {
  const { waiting } = await trx
    .selectFrom('invitations')
    .select(sql<number>`count(*)::integer`.as('waiting'))
    .where('organizationId', '=', organizationId)
    .where('status', '=', 'WAITING')
    .where('expiresAt', '>', now)
    .executeTakeFirstOrThrow();
  return waiting;
}

export type NewInvitationRow = Addressee & Omit<InvitationRow, 'id' | 'status' | 'addressedBy'>;

/** @throws a violation of `invitations_waiting_once` */
export async function insertInvitation(trx: Trx, row: NewInvitationRow): Promise<InvitationRow> {
  return trx
    .insertInto('invitations')
    .values({
      organizationId: row.organizationId,
      addressedBy: row.addressedBy,
      addressee: row.addressee,
      addresseeKey: row.addresseeKey,
      role: row.role,
      createdAt: row.createdAt,
      expiresAt: row.expiresAt,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Undefined when it is no longer waiting. */
export async function endInvitation(
  trx: Trx,
  id: number,
  status: StoredStatus,
  now: Date,
): Promise<InvitationRow | undefined> {
  return trx
    .updateTable('invitations')
    .set({ status })
    .where('id', '=', id)
    .where('status', '=', 'WAITING')
    .where('expiresAt', '>', now)
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Withdraws all of the organization's waiting invitations to the name, expired ones too. */
export async function withdrawNamed(
  trx: Trx,
  organizationId: number,
  { addressedBy, addresseeKey }: Addressee,
): Promise<readonly InvitationRow[]> {
  return trx
    .updateTable('invitations')
    .set({ status: 'WITHDRAWN' })
    .where('organizationId', '=', organizationId)
    .where('addressedBy', '=', addressedBy)
    .where('addresseeKey', '=', addresseeKey)
    .where('status', '=', 'WAITING')
    .returning(COLUMNS)
    .execute();
}

export async function deleteInvitations(trx: Trx, organizationId: number): Promise<void> {
  await trx.deleteFrom('invitations').where('organizationId', '=', organizationId).execute();
}

function isFor(row: ExpressionBuilder<Tables, 'invitations'>, { username, email }: NameKeys) {
  return row.or([
    row.and([row('addressedBy', '=', 'username'), row('addresseeKey', '=', username)]),
    row.and([row('addressedBy', '=', 'email'), row('addresseeKey', '=', email)]),
  ]);
}

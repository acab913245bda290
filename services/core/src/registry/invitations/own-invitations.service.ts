// The waiting invitations of the calling user, and their answers. Accepting one is the only way into an organization that
// somebody else has created.
import type { UserNames } from '@kvartplata/contracts/auth/internal.ts';
import { nameKey } from '@kvartplata/contracts/auth/name-key.ts';
import type { OwnInvitation } from '@kvartplata/contracts/core/invitations.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import { seeOrganizations, type Caller } from '../../access/access.service.ts';
import { join, lockOrganizationMembers } from '../members/members.service.ts';
import type { UsersClient } from '../../access/users-client.ts';
import type { Trx } from '../../tables.ts';
import * as repository from './invitations.repository.ts';
import type { InvitationRow, NameKeys } from './invitations.repository.ts';
import { recordInvitation, statusOf, type PageAsked } from './invitations.service.ts';

/** @throws Refusal dependency-unavailable while auth is unavailable */
export async function listOwnInvitations(
  caller: Caller,
  users: UsersClient,
  { limit = DEFAULT_PAGE_LIMIT, cursor }: PageAsked,
  now: Date,
): Promise<PageOf<OwnInvitation>> {
  const [afterId = 0] = decodeCursor(cursor, ['id']) ?? [];
  const keys = await findKeys(caller, users);
  if (keys === undefined) return { items: [], nextCursor: null };
  const { userId } = caller;
  return inTransaction(caller.dbOfAddressee(keys), async (trx) => {
    const page = { afterId, limit: limit + 1 };
    const rows = await repository.listWaitingFor(trx, { keys, userId }, now, page);
    const named = await listNames(trx, rows);
    return pageOf(
      rows,
      limit,
      ({ id }) => [id],
      (row) => toOwnInvitation(row, named, now),
    );
  });
}

/**
 * Makes the caller a member; a repeated request changes nothing.
 * @throws Refusal not-found, invitation-over, member-exists, dependency-unavailable
 */
export async function acceptInvitation(
  caller: Caller,
  users: UsersClient,
  invitationId: number,
  now: Date,
): Promise<OwnInvitation> {
  return answer(caller, users, invitationId, now, 'ACCEPTED', async (trx, row, keys) => {
    await join(trx, caller, row);
    await recordInvitation(trx, caller.actor, 'invitation.accepted', row);
    // Otherwise another invitation of the same person would let them join again after they were removed.
    for (const addressedBy of ['username', 'email'] as const) {
      const named = { addressedBy, addresseeKey: keys[addressedBy] };
      for (const other of await repository.withdrawNamed(trx, row.organizationId, named))
        await recordInvitation(trx, caller.actor, 'invitation.withdrawn', other);
    }
  });
}

/** @throws Refusal not-found, invitation-over, dependency-unavailable */
export async function declineInvitation(
  caller: Caller,
  users: UsersClient,
  invitationId: number,
  now: Date,
): Promise<OwnInvitation> {
  return answer(caller, users, invitationId, now, 'DECLINED', async (trx, row) => {
    // The organization does not learn who has declined.
    const nobody = { ...caller.actor, userId: null };
    await recordInvitation(trx, nobody, 'invitation.declined', row);
  });
}

async function answer(
  caller: Caller,
  users: UsersClient,
  invitationId: number,
  now: Date,
  status: 'ACCEPTED' | 'DECLINED',
  follow: (trx: Trx, row: InvitationRow, keys: NameKeys) => Promise<void>,
): Promise<OwnInvitation> {
  const keys = await findKeys(caller, users);
  if (keys === undefined) throw notFound('The invitation');
  return inTransaction(caller.dbOfAddressee(keys), async (trx) => {
    const found = await repository.findInvitationFor(trx, keys, invitationId);
    if (found === undefined) throw notFound('The invitation');
    await seeOrganizations(trx, [found.organizationId], 'owner');
    await lockOrganizationMembers(trx, found.organizationId);
    const ended = await repository.endInvitation(trx, invitationId, status, now);
    if (ended !== undefined) await follow(trx, ended, keys);
    const row = ended ?? (await repository.findInvitationFor(trx, keys, invitationId));
    if (row?.status !== status) throw new Refusal('invitation-over');
    return toOwnInvitation(row, await listNames(trx, [row]), now);
  });
}

async function findKeys(caller: Caller, users: UsersClient): Promise<NameKeys | undefined> {
  const names: UserNames | undefined = await users.findNames(caller.userId, caller.actor.requestId);
  return names && { username: nameKey(names.username), email: nameKey(names.email) };
}

/** Invited users may see the organization's name. */
async function listNames(
  trx: Trx,
  rows: readonly InvitationRow[],
): Promise<ReadonlyMap<number, string>> {
  const ids = rows.map((row) => row.organizationId);
  await seeOrganizations(trx, ids, 'viewer');
  const named = await repository.listOrganizationNames(trx, ids);
  return new Map(named.map(({ id, name }) => [id, name]));
}

function toOwnInvitation(
  row: InvitationRow,
  named: ReadonlyMap<number, string>,
  now: Date,
): OwnInvitation {
  return {
    id: row.id,
    organizationId: row.organizationId,
    organizationName: named.get(row.organizationId) ?? '',
    role: row.role,
    status: statusOf(row, now),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}

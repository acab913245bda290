// The members of an organization: read by its members, changed by its owners; everybody may leave. An organization never loses
// its last owner.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import type { ChangedMember, Member } from '@kvartplata/contracts/core/members.ts';
import type { UserSummary } from '@kvartplata/contracts/auth/internal.ts';
import { nameKey } from '@kvartplata/contracts/auth/name-key.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { invalidField, notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import { seeOrganizations, type Caller } from '../../access/access.service.ts';
import type { Trx } from '../../tables.ts';
import * as repository from './members.repository.ts';
import type { MemberRow } from './members.repository.ts';
import type { UsersClient } from '../../access/users-client.ts';

/** The most users that auth names in one response. */
const MEMBERS_AT_ONCE = 200;

export type MemberPlace = { readonly organizationId: number; readonly userId: number };

/** @throws Refusal not-found, dependency-unavailable while auth is unavailable */
export async function listMembers(
  caller: Caller,
  users: UsersClient,
  organizationId: number,
  query: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
): Promise<PageOf<Member>> {
  caller.requireRole(organizationId);
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const [afterUserId = 0] = decodeCursor(query.cursor, ['id']) ?? [];
  const rows = await repository.listMembers(caller.db, organizationId, {
    afterUserId,
    limit: limit + 1,
  });
  const ids = rows.slice(0, limit).map((row) => row.userId);
  const named = await users.listUsers(ids, caller.actor.requestId);
  return pageOf(
    rows,
    limit,
    (row) => [row.userId],
    (row) =>
      toMember(
        row,
        named.find((user) => user.id === row.userId),
      ),
  );
}

/** @throws Refusal not-found, dependency-unavailable while auth is unavailable */
export async function getMember(
  caller: Caller,
  users: UsersClient,
  { organizationId, userId }: MemberPlace,
): Promise<Member> {
  caller.requireRole(organizationId);
  const row = await repository.findMember(caller.db, organizationId, userId);
  if (row === undefined) throw notFound('The member');
  const [user] = await users.listUsers([userId], caller.actor.requestId);
  return toMember(row, user);
}

/** @throws Refusal not-found, forbidden, validation-failed for another's username, last-owner, dependency-unavailable */
export async function changeMember(
  caller: Caller,
  users: UsersClient,
  { organizationId, userId }: MemberPlace,
  { role, username }: ChangedMember,
): Promise<Member> {
  caller.requireRole(organizationId);
  // Checked first: otherwise any owner could learn which username belongs to which user.
  if ((await repository.findMember(caller.db, organizationId, userId)) === undefined)
    throw notFound('The member');
  const [user] = await users.listUsers([userId], caller.actor.requestId);
  if (username !== undefined && nameKey(username) !== nameKey(user?.username ?? ''))
    throw invalidField('/username', 'is not the name of this member', { code: 'unchangeable' });
  return inTransaction(caller.db, async (trx) => {
    const before = await lockMember(trx, organizationId, userId);
    if (role !== 'owner') await keepAnOwner(trx, before);
    const after = { ...before, role };
    await repository.updateRole(trx, after);
    await record(trx, caller, 'member.changed', { before, after });
    return toMember(after, user);
  });
}

/** An owner removes anybody, a member of any role removes themselves. @throws Refusal not-found, forbidden, last-owner */
export async function removeMember(
  caller: Caller,
  { organizationId, userId }: MemberPlace,
): Promise<void> {
  const isLeaving = userId === caller.userId;
  if (!isLeaving) caller.requireRole(organizationId);
  await inTransaction(caller.db, async (trx) => {
    if (isLeaving) {
      if ((await repository.findMember(trx, organizationId, userId)) === undefined)
        throw notFound('The member');
      // The database allows only an owner to lock and remove members.
      await seeOrganizations(trx, [organizationId], 'owner');
    }
    const before = await lockMember(trx, organizationId, userId);
    await keepAnOwner(trx, before);
    await repository.deleteMember(trx, organizationId, userId);
    await record(trx, caller, isLeaving ? 'member.left' : 'member.removed', { before });
  });
}

/** Makes the user the first owner of a newly created organization. */
export async function makeOwner(trx: Trx, organizationId: number, userId: number): Promise<void> {
  await repository.insertMember(trx, { organizationId, userId, role: 'owner' });
}

/**
 * Anyone who sees the members sees their usernames, but not their e-mails.
 * @throws Refusal member-exists, dependency-unavailable while auth is unavailable
 */
export async function refuseMemberNamed(
  caller: Caller,
  users: UsersClient,
  organizationId: number,
  username: string,
): Promise<void> {
  const key = nameKey(username);
  for (let afterUserId: number | undefined = 0; afterUserId !== undefined;) {
    const page = { afterUserId, limit: MEMBERS_AT_ONCE };
    const rows = await repository.listMembers(caller.db, organizationId, page);
    const ids = rows.map((row) => row.userId);
    const named = await users.listUsers(ids, caller.actor.requestId);
    if (named.some((user) => nameKey(user.username) === key)) throw new Refusal('member-exists');
    afterUserId = rows.length < MEMBERS_AT_ONCE ? undefined : ids.at(-1);
  }
}

/** Makes the caller, who has accepted, a member; the members must be locked. @throws Refusal member-exists */
export async function join(
  trx: Trx,
  caller: Caller,
  { organizationId, role }: { readonly organizationId: number; readonly role: OrganizationRole },
): Promise<void> {
  if ((await repository.findMember(trx, organizationId, caller.userId)) !== undefined)
    throw new Refusal('member-exists');
  const { userId } = caller;
  const row = await repository.insertMember(trx, { organizationId, userId, role });
  await record(trx, caller, 'member.joined', { after: row });
}

/** Ends all memberships of an organization that is about to be deleted. */
export async function removeEveryone(trx: Trx, organizationId: number): Promise<void> {
  await repository.deleteMembers(trx, organizationId);
}

/** Serializes changes of members and invitations. @throws Refusal not-found */
export async function lockOrganizationMembers(trx: Trx, organizationId: number): Promise<void> {
  if (!(await repository.lockMembers(trx, organizationId))) throw notFound('The organization');
}

async function lockMember(trx: Trx, organizationId: number, userId: number): Promise<MemberRow> {
  await lockOrganizationMembers(trx, organizationId);
  const row = await repository.findMember(trx, organizationId, userId);
  if (row === undefined) throw notFound('The member');
  return row;
}

async function keepAnOwner(trx: Trx, { organizationId, role }: MemberRow): Promise<void> {
  if (role === 'owner' && (await repository.countOwners(trx, organizationId)) === 1)
    throw new Refusal('last-owner');
}

async function record(
  trx: Trx,
  caller: Caller,
  action: `member.${string}`,
  { before, after }: { readonly before?: MemberRow; readonly after?: MemberRow },
): Promise<void> {
  const { organizationId, userId } = after ?? before ?? { organizationId: 0, userId: 0 };
  await recordChange(trx, caller.actor, {
    action,
    object: { type: 'member', id: userId },
    organizationId,
    before: before === undefined ? null : { role: before.role },
    after: after === undefined ? null : { role: after.role },
  });
}

function toMember(row: MemberRow, user: UserSummary | undefined): Member {
  return {
    organizationId: row.organizationId,
    userId: row.userId,
    ...namesOf(user),
    role: row.role,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Of a user whom auth may not know any more. */
export function namesOf(
  user: UserSummary | undefined,
): Pick<Member, 'username' | 'firstName' | 'lastName'> {
  return {
    username: user?.username ?? null,
    firstName: user?.firstName ?? null,
    lastName: user?.lastName ?? null,
  };
}

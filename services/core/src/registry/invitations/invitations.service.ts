// Invitations to an organization. The response does not reveal whether the person exists: an invitation stores what was entered,
// and is matched to a user only when a user with that name lists their waiting invitations.
import { MAX_EMAIL_LENGTH } from '@kvartplata/contracts/auth/users.ts';
import { nameKey } from '@kvartplata/contracts/auth/name-key.ts';
import type { Invitation, NewInvitation } from '@kvartplata/contracts/core/invitations.ts';
import type { MailLanguage } from '@kvartplata/contracts/mail.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { recordChange, type Actor } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { invalidField, notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import { lockOrganizationMembers, refuseMemberNamed } from '../members/members.service.ts';
import type { UsersClient } from '../../access/users-client.ts';
import type { Trx } from '../../tables.ts';
import * as repository from './invitations.repository.ts';
import type { Addressee, InvitationRow } from './invitations.repository.ts';

/** More than an organization hires at once: a larger number suggests that somebody is probing names. */
const MOST_WAITING = 100;
const GOOD_FOR = Temporal.Duration.from({ days: 14 });

export type PageAsked = {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** Waiting invitations. @throws Refusal not-found, forbidden */
export async function listInvitations(
  caller: Caller,
  organizationId: number,
  { limit = DEFAULT_PAGE_LIMIT, cursor }: PageAsked,
  now: Date,
): Promise<PageOf<Invitation>> {
  caller.requireRole(organizationId);
  const [afterId = 0] = decodeCursor(cursor, ['id']) ?? [];
  const page = { afterId, limit: limit + 1 };
  const rows = await repository.listWaiting(caller.db, organizationId, now, page);
  return pageOf(
    rows,
    limit,
    ({ id }) => [id],
    (row) => toInvitation(row, now),
  );
}

export type InvitationPlace = { readonly organizationId: number; readonly invitationId: number };

/** @throws Refusal not-found, forbidden */
export async function getInvitation(
  caller: Caller,
  { organizationId, invitationId }: InvitationPlace,
  now: Date,
): Promise<Invitation> {
  caller.requireRole(organizationId);
  const row = await repository.findInvitation(caller.db, organizationId, invitationId);
  if (row === undefined) throw notFound('The invitation');
  return toInvitation(row, now);
}

/**
 * Replaces a waiting invitation to the same name.
 * @throws Refusal not-found, forbidden, validation-failed, member-exists, too-many-invitations, dependency-unavailable
 */
export async function invite(
  caller: Caller,
  users: UsersClient,
  organizationId: number,
  { username, email, role, language = 'ru' }: NewInvitation,
  now: Date,
): Promise<Invitation> {
  caller.requireRole(organizationId);
  const { addressee, ...named } = addresseeOf(username, email);
  if (username !== undefined) await refuseMemberNamed(caller, users, organizationId, username);
  const invitation = await inTransaction(caller.db, async (trx) => {
    await lockOrganizationMembers(trx, organizationId);
    for (const replaced of await repository.withdrawNamed(trx, organizationId, named))
      await recordInvitation(trx, caller.actor, 'invitation.withdrawn', replaced);
    if ((await repository.countWaiting(trx, organizationId, now)) >= MOST_WAITING)
      throw new Refusal('too-many-invitations');
    const row = await repository.insertInvitation(trx, {
      organizationId,
      ...named,
      addressee,
      role,
      createdAt: now,
      expiresAt: new Date(now.getTime() + GOOD_FOR.total('milliseconds')),
    });
    await recordInvitation(trx, caller.actor, 'invitation.created', row);
    return toInvitation(row, now);
  });
  await sendLetter(caller, users, invitation, language);
  return invitation;
}

/** The letter is optional, and an invitation by username has none: the addressee sees the invitation after signing in. */
async function sendLetter(
  { db, actor, userId }: Caller,
  users: UsersClient,
  { organizationId, email, role }: Invitation,
  language: MailLanguage,
): Promise<void> {
  if (email === null) return;
  const [organization] = await repository.listOrganizationNames(db, [organizationId]);
  if (organization === undefined) return;
  const organizationName = organization.name;
  const letter = { email, organizationId, organizationName, role, language, invitedBy: userId };
  try {
    await users.writeInvitation(letter, actor.requestId);
  } catch (error) {
    // The auth client has already counted the failure.
    if (!(error instanceof Refusal && error.code === 'dependency-unavailable')) throw error;
  }
}

/** @throws Refusal not-found, forbidden, invitation-over */
export async function withdrawInvitation(
  caller: Caller,
  { organizationId, invitationId }: InvitationPlace,
  now: Date,
): Promise<void> {
  caller.requireRole(organizationId);
  await inTransaction(caller.db, async (trx) => {
    await lockOrganizationMembers(trx, organizationId);
    if ((await repository.findInvitation(trx, organizationId, invitationId)) === undefined)
      throw notFound('The invitation');
    const row = await repository.endInvitation(trx, invitationId, 'WITHDRAWN', now);
    if (row === undefined) throw new Refusal('invitation-over');
    await recordInvitation(trx, caller.actor, 'invitation.withdrawn', row);
  });
}

/** Called before the organization is deleted. */
export async function removeInvitations(trx: Trx, organizationId: number): Promise<void> {
  await repository.deleteInvitations(trx, organizationId);
}

export async function recordInvitation(
  trx: Trx,
  actor: Actor,
  action: `invitation.${string}`,
  { id, organizationId, addressedBy, addressee, role }: InvitationRow,
): Promise<void> {
  await recordChange(trx, actor, {
    action,
    object: { type: 'invitation', id },
    organizationId,
    after: { [addressedBy]: addressee, role },
  });
}

export function statusOf({ status, expiresAt }: InvitationRow, now: Date): Invitation['status'] {
  return status === 'WAITING' && expiresAt <= now ? 'EXPIRED' : status;
}

function addresseeOf(
  username: string | undefined,
  email: string | undefined,
): Addressee & { readonly addressee: string } {
  const addressee = username ?? email;
  if (addressee === undefined || (username !== undefined && email !== undefined))
    throw invalidField('', 'takes either username or email', { code: 'either-or' });
  const addressedBy = username === undefined ? 'email' : 'username';
  const addresseeKey = nameKey(addressee);
  if (addresseeKey.length > MAX_EMAIL_LENGTH)
    throw invalidField(`/${addressedBy}`, 'is too long', {
      code: 'too-long',
      params: { limit: MAX_EMAIL_LENGTH },
    });
  return { addressedBy, addressee, addresseeKey };
}

function toInvitation(row: InvitationRow, now: Date): Invitation {
  return {
    id: row.id,
    organizationId: row.organizationId,
    username: row.addressedBy === 'username' ? row.addressee : null,
    email: row.addressedBy === 'email' ? row.addressee : null,
    role: row.role,
    status: statusOf(row, now),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}

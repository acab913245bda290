// The members of an organization: which users may act for it, and in which role.
import Type, { type Static } from 'typebox';
import { OrganizationRole } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { MailLanguage } from '../mail.ts';
import { Page, PageQuery } from '../page.ts';
import { Id, InstantText, Nullable, LinePart } from '../scalars.ts';
import { Invitation } from './invitations.ts';

const MembersQuery = Type.Object(PageQuery, { additionalProperties: false });

/** POST invites the user with this username; they become a member when they accept. */
export const NewMember = Type.Object(
  { username: LinePart(254), role: OrganizationRole },
  { additionalProperties: false },
);
export type NewMember = Static<typeof NewMember>;

/** PUT changes the role; a username in the body has to be the member's. */
export const ChangedMember = Type.Object(
  {
    username: Type.Optional(LinePart(254)),
    role: OrganizationRole,
  },
  { additionalProperties: false },
);
export type ChangedMember = Static<typeof ChangedMember>;

export const Member = Type.Object({
  organizationId: Id,
  userId: Id,
  username: Nullable(Type.String({ description: 'null when the auth-service knows no such user' })),
  firstName: Nullable(Type.String()),
  lastName: Nullable(Type.String()),
  role: OrganizationRole,
  createdAt: InstantText,
});
export type Member = Static<typeof Member>;

export const FormerMember = Type.Object({
  organizationId: Id,
  userId: Id,
  username: Member.properties.username,
  firstName: Member.properties.firstName,
  lastName: Member.properties.lastName,
  /** The one that they had in the end. */
  role: OrganizationRole,
  endedAt: InstantText,
});
export type FormerMember = Static<typeof FormerMember>;

/** The body may be absent. */
export const TwoFactorReset = Nullable(
  Type.Object({ language: Type.Optional(MailLanguage) }, { additionalProperties: false }),
);
export type TwoFactorReset = Static<typeof TwoFactorReset>;

export const listMembers = endpoint({
  id: 'listMembers',
  service: 'core',
  method: 'GET',
  path: '/api/organizations/:organizationId/members',
  tag: 'members',
  summary: 'List the members of an organization',
  description: 'In the order of user ids, with their names from the auth-service.',
  access: 'viewer',
  query: MembersQuery,
  answers: { 200: Page(Member) },
  refusals: ['not-found'],
});

export const listFormerMembers = endpoint({
  id: 'listFormerMembers',
  service: 'core',
  method: 'GET',
  path: '/api/organizations/:organizationId/former-members',
  tag: 'members',
  summary: 'List those who were members of an organization',
  description:
    'Who left or was removed and has not come back, in the order of user ids, with their names from the auth-service: ' +
    'the audit log tells what they did. From the entries of the audit log.',
  access: 'owner',
  query: MembersQuery,
  answers: { 200: Page(FormerMember) },
  refusals: ['not-found'],
});

export const inviteMember = endpoint({
  id: 'inviteMember',
  service: 'core',
  method: 'POST',
  path: '/api/organizations/:organizationId/members',
  tag: 'members',
  summary: 'Invite a person by username',
  description:
    'The same as an invitation by username: nobody is a member until they accept it. The answer is the same whether or ' +
    'not there is such a user.',
  access: 'owner',
  peopleOnly: true,
  body: NewMember,
  answers: { 201: Invitation },
  refusals: ['not-found', 'member-exists', 'too-many-invitations'],
});

export const getMember = endpoint({
  id: 'getMember',
  service: 'core',
  method: 'GET',
  path: '/api/organizations/:organizationId/members/:userId',
  tag: 'members',
  summary: 'Get a member',
  description: 'With the names from the auth-service.',
  access: 'viewer',
  answers: { 200: Member },
  refusals: ['not-found'],
});

export const changeMember = endpoint({
  id: 'changeMember',
  service: 'core',
  method: 'PUT',
  path: '/api/organizations/:organizationId/members/:userId',
  tag: 'members',
  summary: 'Change the role of a member',
  description:
    'A username in the body has to be the member’s. The last owner cannot be demoted. The change counts at once in the ' +
    'core-service, and within 5 seconds in billing.',
  access: 'owner',
  peopleOnly: true,
  body: ChangedMember,
  answers: { 200: Member },
  refusals: ['not-found', 'last-owner'],
});

export const removeMember = endpoint({
  id: 'removeMember',
  service: 'core',
  method: 'DELETE',
  path: '/api/organizations/:organizationId/members/:userId',
  tag: 'members',
  summary: 'End a membership',
  description:
    'Owners may remove anybody; a member of any role may remove themselves, and so leave. The last owner cannot be ' +
    'removed. Invitations that wait for the same person stay.',
  access: 'owner',
  peopleOnly: true,
  answers: { 204: null },
  refusals: ['not-found', 'last-owner'],
});

export const resetMemberTwoFactor = endpoint({
  id: 'resetMemberTwoFactor',
  service: 'core',
  method: 'POST',
  path: '/api/organizations/:organizationId/members/:userId/two-factor-reset',
  tag: 'members',
  summary: 'Reset the lost second factor of a member',
  description:
    'For a person who has lost their phone and recovery codes, and is a member only of organizations that the caller ' +
    'owns. It turns two-factor sign-in off and ends all sessions of the person, and an e-mail tells them. Refused for ' +
    'oneself and for an admin of the platform.',
  access: 'owner',
  peopleOnly: true,
  body: TwoFactorReset,
  answers: { 204: null },
  refusals: [
    'not-found',
    'not-for-oneself',
    'member-elsewhere',
    'not-for-admins',
    'two-factor-not-enabled',
  ],
});

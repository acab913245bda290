// Invitations into an organization: made by an owner, answered by the invited person.
import Type, { type Static } from 'typebox';
import { OrganizationRole } from '../access.ts';
import { MAX_EMAIL_LENGTH } from '../auth/users.ts';
import { endpoint } from '../endpoint.ts';
import { MailLanguage } from '../mail.ts';
import { Page, PageQuery } from '../page.ts';
import { Id, InstantText, LinePart, Nullable } from '../scalars.ts';

const InvitationsQuery = Type.Object(PageQuery, { additionalProperties: false });

/** POST takes exactly one of the two names. */
export const NewInvitation = Type.Object(
  {
    username: Type.Optional(LinePart(254, 'Either this or email')),
    email: Type.Optional(
      Type.String({
        format: 'email',
        pattern: '^[^\\u0000-\\u0020\\u007f]*$',
        maxLength: MAX_EMAIL_LENGTH,
        description: 'Either this or username',
      }),
    ),
    role: OrganizationRole,
    language: Type.Optional(MailLanguage),
  },
  { additionalProperties: false },
);
export type NewInvitation = Static<typeof NewInvitation>;

export const InvitationStatus = Type.Union([
  Type.Literal('WAITING'),
  Type.Literal('ACCEPTED'),
  Type.Literal('DECLINED'),
  Type.Literal('WITHDRAWN'),
  Type.Literal('EXPIRED'),
]);
export type InvitationStatus = Static<typeof InvitationStatus>;

/** As owners see it: what they typed, but never whether such a person exists. */
export const Invitation = Type.Object({
  id: Id,
  organizationId: Id,
  username: Nullable(Type.String()),
  email: Nullable(Type.String()),
  role: OrganizationRole,
  status: InvitationStatus,
  createdAt: InstantText,
  expiresAt: InstantText,
});
export type Invitation = Static<typeof Invitation>;

/** As the invited person sees it: the organization, and none of its members. */
export const OwnInvitation = Type.Object({
  id: Id,
  organizationId: Id,
  organizationName: Type.String(),
  role: OrganizationRole,
  status: InvitationStatus,
  createdAt: InstantText,
  expiresAt: InstantText,
});
export type OwnInvitation = Static<typeof OwnInvitation>;

export const listInvitations = endpoint({
  id: 'listInvitations',
  service: 'core',
  method: 'GET',
  path: '/api/organizations/:organizationId/invitations',
  tag: 'invitations',
  summary: 'List the invitations into an organization',
  description: 'Those that wait for an answer, in the order of ids.',
  access: 'owner',
  peopleOnly: true,
  query: InvitationsQuery,
  answers: { 200: Page(Invitation) },
  refusals: ['not-found'],
});

export const createInvitation = endpoint({
  id: 'createInvitation',
  service: 'core',
  method: 'POST',
  path: '/api/organizations/:organizationId/invitations',
  tag: 'invitations',
  summary: 'Invite a person into an organization',
  description:
    'By username or by e-mail, one of the two. The answer is the same whether or not there is such a user. It replaces ' +
    'one that waits for the same name, and is valid for 14 days. If the platform sends e-mail, an invitation by e-mail ' +
    'is sent to the address.',
  access: 'owner',
  peopleOnly: true,
  body: NewInvitation,
  answers: { 201: Invitation },
  refusals: ['not-found', 'member-exists', 'too-many-invitations'],
});

export const getInvitation = endpoint({
  id: 'getInvitation',
  service: 'core',
  method: 'GET',
  path: '/api/organizations/:organizationId/invitations/:invitationId',
  tag: 'invitations',
  summary: 'Get an invitation',
  description: 'Also one that has ended, with its outcome.',
  access: 'owner',
  peopleOnly: true,
  answers: { 200: Invitation },
  refusals: ['not-found'],
});

export const withdrawInvitation = endpoint({
  id: 'withdrawInvitation',
  service: 'core',
  method: 'DELETE',
  path: '/api/organizations/:organizationId/invitations/:invitationId',
  tag: 'invitations',
  summary: 'Withdraw an invitation',
  description: 'Only one that still waits.',
  access: 'owner',
  peopleOnly: true,
  answers: { 204: null },
  refusals: ['not-found', 'invitation-over'],
});

export const listOwnInvitations = endpoint({
  id: 'listOwnInvitations',
  service: 'core',
  method: 'GET',
  path: '/api/invitations',
  tag: 'invitations',
  summary: 'List the invitations of the user',
  description:
    'Those that wait for the caller’s answer, in the order of ids; none into an organization of which they are already ' +
    'a member.',
  access: 'user',
  peopleOnly: true,
  query: InvitationsQuery,
  answers: { 200: Page(OwnInvitation) },
  refusals: [],
});

export const acceptInvitation = endpoint({
  id: 'acceptInvitation',
  service: 'core',
  method: 'POST',
  path: '/api/invitations/:invitationId/accept',
  tag: 'invitations',
  summary: 'Accept an invitation',
  description:
    'The membership exists when the answer arrives. Accepting twice makes one membership. All other invitations of the ' +
    'organization to the same person end.',
  access: 'user',
  peopleOnly: true,
  answers: { 200: OwnInvitation },
  refusals: ['not-found', 'invitation-over', 'member-exists'],
});

export const declineInvitation = endpoint({
  id: 'declineInvitation',
  service: 'core',
  method: 'POST',
  path: '/api/invitations/:invitationId/decline',
  tag: 'invitations',
  summary: 'Decline an invitation',
  description: 'The organization does not learn who has declined.',
  access: 'user',
  peopleOnly: true,
  answers: { 200: OwnInvitation },
  refusals: ['not-found', 'invitation-over'],
});

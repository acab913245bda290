// Invitations into an organization: made by an owner, answered by the invited person.
import Type, { type Static } from 'typebox';
import { OrganizationRole } from '../access.ts';
import { MAX_EMAIL_LENGTH } from '../auth/users.ts';
import { PageQuery } from '../page.ts';
import { Id, IdText, InstantText, LinePart, Nullable } from '../scalars.ts';

export const InvitationParams = Type.Object({ id: IdText });
export const OrganizationInvitationParams = Type.Object({ id: IdText, invitationId: IdText });
export const ListInvitationsQuery = Type.Object({ ...PageQuery }, { additionalProperties: false });

/** POST takes exactly one of the two names. */
export const NewInvitation = Type.Object(
  {
    username: Type.Optional(LinePart(254, 'This or email')),
    email: Type.Optional(
      Type.String({
        format: 'email',
        pattern: '^[^\\u0000-\\u0020\\u007f]*$',
        maxLength: MAX_EMAIL_LENGTH,
        description: 'This or username',
      }),
    ),
    role: OrganizationRole,
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

/** As owners see it: what they typed, and never whether there is such a person. */
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

/** As the invited person sees it: the organization, and nobody of it. */
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

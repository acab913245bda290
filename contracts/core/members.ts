// The members of an organization: which users may act for it, and as what.
import Type, { type Static } from 'typebox';
import { OrganizationRole } from '../access.ts';
import { PageQuery } from '../page.ts';
import { Id, IdText, InstantText, Nullable, LinePart } from '../scalars.ts';

export const OrganizationParams = Type.Object({ id: IdText });
export const MemberParams = Type.Object({ id: IdText, userId: IdText });

export const ListMembersQuery = Type.Object({ ...PageQuery }, { additionalProperties: false });

/** POST invites whoever has the username; they become a member when they accept. */
export const NewMember = Type.Object(
  { username: LinePart(254), role: OrganizationRole },
  { additionalProperties: false },
);
export type NewMember = Static<typeof NewMember>;

/** PUT changes the role; a username that is sent along has to be the member's. */
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

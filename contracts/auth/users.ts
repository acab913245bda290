// A person who signs in: what registration takes, and what is told about a user.
import Type, { type Static } from 'typebox';
import { PlatformRole } from '../access.ts';
import { PageQuery } from '../page.ts';
import { Id, IdText, InstantText, Line, LinePart } from '../scalars.ts';

export const MAX_PASSWORD_LENGTH = 256;
export const MAX_EMAIL_LENGTH = 254;

/** Latin or Russian letters, never both in one name: `аdmin` with a Cyrillic а would pass for another. */
const USERNAME = '^(?:[A-Za-z0-9][A-Za-z0-9._-]{2,63}|[А-Яа-яЁё0-9][А-Яа-яЁё0-9._-]{2,63})$';

/** POST /api/auth/register */
export const Registration = Type.Object(
  {
    firstName: Line(100),
    lastName: Line(100),
    username: Type.String({
      pattern: USERNAME,
      minLength: 3,
      maxLength: 64,
      description: 'Latin or Russian letters, digits, . _ -; unique whatever the case',
    }),
    email: Type.String({
      format: 'email',
      pattern: '^[^\\u0000-\\u0020\\u007f]*$',
      maxLength: MAX_EMAIL_LENGTH,
      description: 'Unique whatever the case',
    }),
    password: Type.String({
      minLength: 8,
      maxLength: MAX_PASSWORD_LENGTH,
      description: 'Any characters; outside development at least 12 and not easy to guess',
    }),
    bootstrapSecret: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'What the start of auth has printed for the user of BOOTSTRAP_ADMIN',
      }),
    ),
  },
  { additionalProperties: false },
);
export type Registration = Static<typeof Registration>;

export const User = Type.Object({
  id: Id,
  firstName: Type.String(),
  lastName: Type.String(),
  username: Type.String(),
  email: Type.String(),
  twoFactorEnabled: Type.Boolean(),
  createdAt: InstantText,
});
export type User = Static<typeof User>;

/** GET /api/auth/user */
export const CurrentUser = Type.Object({
  ...User.properties,
  roles: Type.Array(PlatformRole, {
    description: 'What the user is on the whole platform; roles in organizations are core’s',
  }),
});
export type CurrentUser = Static<typeof CurrentUser>;

/** A user as admins of the platform see it. */
export const ManagedUser = Type.Object({ ...User.properties, platformRole: PlatformRole });
export type ManagedUser = Static<typeof ManagedUser>;

/** GET /api/auth/users */
export const UsersQuery = Type.Object(
  {
    search: Type.Optional(
      LinePart(100, 'A part of the name, the username or the e-mail, in whatever case'),
    ),
    ...PageQuery,
  },
  { additionalProperties: false },
);

export const UserParams = Type.Object({ userId: IdText });

/** PUT /api/auth/users/:userId/platform-role */
export const PlatformRoleChange = Type.Object(
  { platformRole: PlatformRole },
  { additionalProperties: false },
);

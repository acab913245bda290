// People who sign in: registering, and the users of the platform.
import Type, { type Static } from 'typebox';
import { PlatformRole } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { Id, InstantText, Line, LinePart } from '../scalars.ts';

/** Outside development; the page's hints say it too. */
export const MIN_PASSWORD_LENGTH = 12;
export const MIN_PASSWORD_LENGTH_IN_DEVELOPMENT = 8;
export const MAX_PASSWORD_LENGTH = 256;
export const MAX_EMAIL_LENGTH = 254;

/** Latin or Russian letters, never both in one name: `аdmin` with a Cyrillic а would look like another. */
const USERNAME = '^(?:[A-Za-z0-9][A-Za-z0-9._-]{2,63}|[А-Яа-яЁё0-9][А-Яа-яЁё0-9._-]{2,63})$';

export const Registration = Type.Object(
  {
    firstName: Line(100),
    lastName: Line(100),
    username: Type.String({
      pattern: USERNAME,
      minLength: 3,
      maxLength: 64,
      description: 'Latin or Russian letters, digits, . _ -; unique, case-insensitive',
    }),
    email: Type.String({
      format: 'email',
      pattern: '^[^\\u0000-\\u0020\\u007f]*$',
      maxLength: MAX_EMAIL_LENGTH,
      description: 'Unique, case-insensitive',
    }),
    password: Type.String({
      minLength: MIN_PASSWORD_LENGTH_IN_DEVELOPMENT,
      maxLength: MAX_PASSWORD_LENGTH,
      description: `Any characters; outside development at least ${MIN_PASSWORD_LENGTH} and not easy to guess`,
    }),
    bootstrapSecret: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'The secret that auth prints at start-up for the user of BOOTSTRAP_ADMIN',
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

export const CurrentUser = Type.Object({
  ...User.properties,
  roles: Type.Array(PlatformRole, {
    description:
      'The role on the platform as a whole; roles in organizations are in the core-service',
  }),
});
export type CurrentUser = Static<typeof CurrentUser>;

/** A user as shown to admins of the platform. */
export const ManagedUser = Type.Object({ ...User.properties, platformRole: PlatformRole });
export type ManagedUser = Static<typeof ManagedUser>;

const UsersQuery = Type.Object(
  {
    search: Type.Optional(
      LinePart(100, 'A part of the name, the username or the e-mail, case-insensitive'),
    ),
    ...PageQuery,
  },
  { additionalProperties: false },
);

export const PlatformRoleChange = Type.Object(
  { platformRole: PlatformRole },
  { additionalProperties: false },
);
export type PlatformRoleChange = Static<typeof PlatformRoleChange>;

export const registerUser = endpoint({
  id: 'registerUser',
  service: 'auth',
  method: 'POST',
  path: '/api/auth/register',
  tag: 'users',
  summary: 'Register a user',
  description:
    'Registering does not sign in. Checked in this order: the rules of passwords, the limit of registrations per ' +
    'address, whether the username and the e-mail are free. A taken username and a taken e-mail get the same answer. ' +
    'The first user of an empty database is the admin of the platform in development; elsewhere it is the one named by ' +
    '`BOOTSTRAP_ADMIN` who gives the bootstrap secret.',
  access: 'csrf',
  body: Registration,
  answers: { 201: User },
  refusals: ['bootstrap-secret-wrong', 'username-or-email-taken', 'too-many-attempts'],
});

export const getCurrentUser = endpoint({
  id: 'getCurrentUser',
  service: 'auth',
  method: 'GET',
  path: '/api/auth/user',
  tag: 'users',
  summary: 'Get the signed-in user',
  description: 'With the role on the platform; roles in organizations come from the core-service.',
  access: 'user',
  answers: { 200: CurrentUser },
  refusals: [],
});

export const listUsers = endpoint({
  id: 'listUsers',
  service: 'auth',
  method: 'GET',
  path: '/api/auth/users',
  tag: 'users',
  summary: 'List users',
  description:
    'In the order of registration; with `search` those whose name, username or e-mail contains it.',
  access: 'admin',
  query: UsersQuery,
  answers: { 200: Page(ManagedUser) },
  refusals: [],
});

export const changePlatformRole = endpoint({
  id: 'changePlatformRole',
  service: 'auth',
  method: 'PUT',
  path: '/api/auth/users/:userId/platform-role',
  tag: 'users',
  summary: 'Change the role of a user on the platform',
  description:
    'The last admin cannot be demoted. The change counts at once in the auth-service, and within 5 seconds in the ' +
    'others.',
  access: 'admin',
  body: PlatformRoleChange,
  answers: { 200: ManagedUser },
  refusals: ['not-found', 'last-admin'],
});

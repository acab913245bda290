// Users: registering, and verifying a user's password.
import {
  MAX_EMAIL_LENGTH,
  type CurrentUser,
  type Registration,
  type User as UserAnswer,
} from '@kvartplata/contracts/auth/users.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { violates } from '@kvartplata/platform/database/database-errors.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { invalidField, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../caller.ts';
import type { Limits } from '../limits/limits.service.ts';
import { nameKey } from '@kvartplata/contracts/auth/name-key.ts';
import type { PasswordPolicy } from '../passwords/password-rules.ts';
import { requireGoodPassword, type Passwords } from '../passwords/passwords.service.ts';
import type { Db, Trx } from '../tables.ts';
import { roleOfNewUser, type FirstAdminSettings } from './bootstrap-secret.service.ts';
import {
  findUserWithHash,
  getUser,
  getUserWithHash,
  insertUser,
  lockPasswordHash,
  lockUser as lockUserRow,
  updatePasswordHash,
} from './users.repository.ts';
import type { User } from './users.table.ts';

export type PasswordSettings = {
  readonly passwords: Passwords;
  readonly limits: Limits;
  readonly passwordPolicy: PasswordPolicy;
};

export type RegistrationSettings = PasswordSettings &
  FirstAdminSettings & { readonly now: () => Date };

/** @throws Refusal validation-failed, too-many-attempts, overloaded, bootstrap-secret-wrong, username-or-email-taken */
export async function registerUser(
  db: Db,
  settings: RegistrationSettings,
  registration: Registration,
  { address, requestId }: Caller,
): Promise<UserAnswer> {
  const { password, bootstrapSecret, ...names } = registration;
  requireGoodPassword(password, settings.passwordPolicy, Object.values(names));
  const usernameKey = nameKey(names.username);
  const emailKey = nameKey(names.email);
  if (emailKey.length > MAX_EMAIL_LENGTH)
    throw invalidField('/email', 'is too long', {
      code: 'too-long',
      params: { limit: MAX_EMAIL_LENGTH },
    });

  // Counted only from here on: this is where hashing is needed, or where the response reveals whether a name is taken.
  await settings.limits.countRegistration(address);
  const passwordHash = await settings.passwords.hash(password);
  try {
    return await inTransaction(db, async (trx) => {
      const platformRole = await roleOfNewUser(trx, settings, usernameKey, bootstrapSecret);
      const user = await insertUser(trx, {
        ...names,
        usernameKey,
        emailKey,
        passwordHash,
        platformRole,
        createdAt: settings.now(),
      });
      await recordChange(
        trx,
        { userId: user.id, requestId },
        {
          action: 'user.registered',
          object: { type: 'user', id: user.id },
          organizationId: null,
          after: { platformRole },
        },
      );
      return answerOf(user);
    });
  } catch (error) {
    if (violates(error, 'users_username_unique') || violates(error, 'users_email_unique'))
      throw new Refusal('username-or-email-taken', undefined, { cause: error });
    throw error;
  }
}

/** A user whose password was right, and the hash that it was right for. */
export type ProvenUser = { readonly user: UserAnswer; readonly passwordHash: string };

/** The user with this username and password; undefined if there is none, after the same work. */
export async function findUserByPassword(
  db: Db,
  passwords: Passwords,
  username: string,
  password: string,
): Promise<ProvenUser | undefined> {
  const user = await findUserWithHash(db, nameKey(username));
  const isRight = await passwords.verify(user?.passwordHash, password);
  if (user === undefined || !isRight) return undefined;
  if (!passwords.isOutdated(user.passwordHash))
    return { user: answerOf(user), passwordHash: user.passwordHash };

  const to = await passwords.hash(password);
  if (await updatePasswordHash(db, user.id, { from: user.passwordHash, to }))
    return { user: answerOf(user), passwordHash: to };
  // Another request was first: it rehashed the same password, or set a new one.
  return findUserByPassword(db, passwords, username, password);
}

/**
 * Keeps the password from changing until the transaction ends.
 * @throws Refusal wrong-credentials when it was changed since it was proven
 */
export async function lockPassword(trx: Trx, { user, passwordHash }: ProvenUser): Promise<void> {
  if (!(await lockPasswordHash(trx, user.id, passwordHash))) throw new Refusal('wrong-credentials');
}

/** So that a concurrent password change, which revokes everything, also finds what is being granted here. */
export async function lockUser(trx: Trx, userId: number): Promise<void> {
  await lockUserRow(trx, userId);
}

/**
 * Asks a signed-in user for the password again; a wrong one counts as a failed login.
 * @throws Refusal too-many-attempts, wrong-credentials, overloaded
 */
export async function requirePasswordOf(
  db: Db,
  { limits, passwords }: Pick<PasswordSettings, 'limits' | 'passwords'>,
  { userId, address }: { readonly userId: number; readonly address: string },
  password: string,
): Promise<void> {
  const { username, passwordHash } = await getUserWithHash(db, userId);
  const isRight = await limits.tryPassword({ username, address }, async () =>
    (await passwords.verify(passwordHash, password)) ? true : undefined,
  );
  if (isRight === undefined) throw new Refusal('wrong-credentials', 'The password is wrong');
}

export type PasswordExchange = {
  readonly userId: number;
  readonly address: string;
  readonly currentPassword: string;
  readonly newPassword: string;
};

/**
 * Verifies the current password, and prepares the new one.
 * @returns a function that replaces the current password, in a transaction
 * @throws Refusal validation-failed, too-many-attempts, wrong-credentials, overloaded
 */
export async function preparePasswordChange(
  db: Db,
  settings: PasswordSettings,
  { userId, address, currentPassword, newPassword }: PasswordExchange,
): Promise<(trx: Trx) => Promise<void>> {
  const { passwordHash: from, ownNames } = await getPasswordOwner(db, userId);
  requireGoodPassword(newPassword, settings.passwordPolicy, ownNames, '/newPassword');
  if (newPassword.normalize('NFKC') === currentPassword.normalize('NFKC'))
    throw invalidField('/newPassword', 'is the password that you have', {
      code: 'password-unchanged',
    });

  await requirePasswordOf(db, settings, { userId, address }, currentPassword);
  const to = await settings.passwords.hash(newPassword);
  return async (trx) => replacePassword(trx, userId, { from, to });
}

/** @throws Refusal conflict if the hash has changed meanwhile */
export async function replacePassword(
  trx: Trx,
  userId: number,
  hashes: { readonly from: string; readonly to: string },
): Promise<void> {
  if (!(await updatePasswordHash(trx, userId, hashes)))
    throw new Refusal('conflict', 'The password was changed at the same moment');
}

/** A user with the password's hash, and the names that the password must not contain. */
export async function getPasswordOwner(
  db: Db,
  userId: number,
): Promise<{
  readonly passwordHash: string;
  readonly firstName: string;
  readonly email: string;
  readonly ownNames: readonly string[];
}> {
  const { passwordHash, firstName, lastName, username, email } = await getUserWithHash(db, userId);
  return { passwordHash, firstName, email, ownNames: [firstName, lastName, username, email] };
}

export async function getUserAnswer(db: Db, id: number): Promise<UserAnswer> {
  return answerOf(await getUser(db, id));
}

export async function getCurrentUser(db: Db, id: number): Promise<CurrentUser> {
  const user = await getUser(db, id);
  return { ...answerOf(user), roles: [user.platformRole] };
}

/** A user with the fields that everybody with access may see. */
export function answerOf(user: User): UserAnswer {
  const { id, firstName, lastName, username, email, twoFactorEnabled, createdAt } = user;
  return {
    id,
    firstName,
    lastName,
    username,
    email,
    twoFactorEnabled,
    createdAt: createdAt.toISOString(),
  };
}

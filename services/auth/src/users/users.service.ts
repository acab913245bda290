// Who the users are: registering, and proving by a password to be one of them.
import {
  MAX_EMAIL_LENGTH,
  type CurrentUser,
  type Registration,
  type User as UserAnswer,
} from '@kvartplata/contracts/auth/users.ts';
import { violates } from '@kvartplata/platform/database/database-errors.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { invalidField, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { PlatformRole } from '@kvartplata/contracts/access.ts';
import { nameKey } from '../name-key.ts';
import type { PasswordPolicy } from '../passwords/password-rules.ts';
import { requireGoodPassword, type Passwords } from '../passwords/passwords.service.ts';
import type { Db, Trx } from '../tables.ts';
import {
  findUserWithHash,
  getPasswordHash,
  getUser,
  hasAdmin,
  hasUser,
  insertUser,
  lockAdmins,
  updatePasswordHash,
} from './users.repository.ts';
import type { User } from './users.table.ts';

export type RegistrationSettings = {
  readonly passwords: Passwords;
  readonly passwordPolicy: PasswordPolicy;
  /** In development whoever registers first is the admin of the platform. */
  readonly firstUserIsAdmin: boolean;
  /** Otherwise the user of this name is, as long as there is no admin. */
  readonly bootstrapAdmin: string | undefined;
  readonly now: () => Date;
};

/** @throws Refusal validation-failed, username-or-email-taken, overloaded */
export async function registerUser(
  db: Db,
  settings: RegistrationSettings,
  registration: Registration,
): Promise<UserAnswer> {
  const { password, ...names } = registration;
  requireGoodPassword(password, settings.passwordPolicy, Object.values(names));
  const usernameKey = nameKey(names.username);
  const emailKey = nameKey(names.email);
  if (emailKey.length > MAX_EMAIL_LENGTH) throw invalidField('/email', 'is too long');

  const passwordHash = await settings.passwords.hash(password);
  try {
    return await inTransaction(db, async (trx) => {
      const platformRole = await roleOfNewUser(trx, settings, usernameKey);
      const createdAt = settings.now();
      return answerOf(
        await insertUser(trx, {
          ...names,
          usernameKey,
          emailKey,
          passwordHash,
          platformRole,
          createdAt,
        }),
      );
    });
  } catch (error) {
    if (violates(error, 'users_username_unique') || violates(error, 'users_email_unique'))
      throw new Refusal('username-or-email-taken', undefined, { cause: error });
    throw error;
  }
}

/** The user whose username and password these are; undefined for any others, after the same work. */
export async function findUserByPassword(
  db: Db,
  passwords: Passwords,
  username: string,
  password: string,
): Promise<UserAnswer | undefined> {
  const user = await findUserWithHash(db, nameKey(username));
  const isRight = await passwords.verify(user?.passwordHash, password);
  if (user === undefined || !isRight) return undefined;
  if (passwords.isOutdated(user.passwordHash)) {
    const to = await passwords.hash(password);
    await updatePasswordHash(db, user.id, { from: user.passwordHash, to });
  }
  return answerOf(user);
}

/** @throws Refusal wrong-credentials, overloaded */
export async function requirePasswordOf(
  db: Db,
  passwords: Passwords,
  userId: number,
  password: string,
): Promise<void> {
  if (!(await passwords.verify(await getPasswordHash(db, userId), password)))
    throw new Refusal('wrong-credentials', 'The password is wrong');
}

export async function getUserAnswer(db: Db, id: number): Promise<UserAnswer> {
  return answerOf(await getUser(db, id));
}

export async function getCurrentUser(db: Db, id: number): Promise<CurrentUser> {
  const user = await getUser(db, id);
  return { ...answerOf(user), roles: [user.platformRole] };
}

async function roleOfNewUser(
  trx: Trx,
  { firstUserIsAdmin, bootstrapAdmin }: RegistrationSettings,
  usernameKey: string,
): Promise<PlatformRole> {
  if (!firstUserIsAdmin && nameKey(bootstrapAdmin ?? '') !== usernameKey) return 'user';
  await lockAdmins(trx);
  const isLate = firstUserIsAdmin ? await hasUser(trx) : await hasAdmin(trx);
  return isLate ? 'user' : 'admin';
}

/** A user as everybody may see who may see it at all. */
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

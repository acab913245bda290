// The SQL of users.
import type { PlatformRole } from '@kvartplata/contracts/access.ts';
import { sql, type ExpressionBuilder } from 'kysely';
import type { Db, Tables, Trx } from '../tables.ts';

export type User = {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly username: string;
  readonly email: string;
  readonly platformRole: PlatformRole;
  readonly twoFactorEnabled: boolean;
  readonly createdAt: Date;
};

export type NewUser = Omit<User, 'id' | 'twoFactorEnabled'> & {
  readonly usernameKey: string;
  readonly emailKey: string;
  readonly passwordHash: string;
};

const COLUMNS = [
  'users.id',
  'users.first_name as firstName',
  'users.last_name as lastName',
  'users.username',
  'users.email',
  'users.platform_role as platformRole',
  'users.created_at as createdAt',
] as const;

/** Of the row of `users` in a statement: whether it has a second factor that is on. */
function twoFactorEnabled(eb: ExpressionBuilder<Tables, 'users'>) {
  return eb
    .exists(
      eb
        .selectFrom('two_factors')
        .select('two_factors.id')
        .whereRef('two_factors.user_id', '=', 'users.id')
        .where('two_factors.enabled_at', 'is not', null)
        .where('two_factors.disabled_at', 'is', null),
    )
    .$castTo<boolean>()
    .as('twoFactorEnabled');
}

/** @throws a violation of `users_username_unique` or `users_email_unique` */
export async function insertUser(db: Db, user: NewUser): Promise<User> {
  return db
    .insertInto('users')
    .values({
      first_name: user.firstName,
      last_name: user.lastName,
      username: user.username,
      username_key: user.usernameKey,
      email: user.email,
      email_key: user.emailKey,
      password_hash: user.passwordHash,
      platform_role: user.platformRole,
      created_at: user.createdAt,
    })
    .returning(COLUMNS)
    .returning(twoFactorEnabled)
    .executeTakeFirstOrThrow();
}

export async function getUser(db: Db, id: number): Promise<User> {
  return db
    .selectFrom('users')
    .select(COLUMNS)
    .select(twoFactorEnabled)
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow();
}

export async function findUserWithHash(
  db: Db,
  usernameKey: string,
): Promise<(User & { readonly passwordHash: string }) | undefined> {
  return db
    .selectFrom('users')
    .select(COLUMNS)
    .select(twoFactorEnabled)
    .select('users.password_hash as passwordHash')
    .where('users.username_key', '=', usernameKey)
    .executeTakeFirst();
}

export async function getPasswordHash(db: Db, id: number): Promise<string> {
  const { password_hash: passwordHash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return passwordHash;
}

/** Replaces the hash only while it is still the one that was read. */
export async function updatePasswordHash(
  db: Db,
  id: number,
  change: { readonly from: string; readonly to: string },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: change.to })
    .where('id', '=', id)
    .where('password_hash', '=', change.from)
    .execute();
}

/** Until the transaction ends, nobody else may find out that there is no admin yet. */
export async function lockFirstAdmin(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('users.first-admin', 0))`.execute(trx);
}

export async function hasUser(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function hasAdmin(db: Db): Promise<boolean> {
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('platform_role', '=', 'admin')
    .limit(1)
    .executeTakeFirst();
  return admin !== undefined;
}

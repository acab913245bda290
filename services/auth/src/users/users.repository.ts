// The SQL of users.
import { sql } from 'kysely';
import type { Db, Trx } from '../tables.ts';
import { twoFactorEnabled, USER_COLUMNS, type User } from './users.table.ts';

export type NewUser = Omit<User, 'id' | 'twoFactorEnabled'> & {
  readonly usernameKey: string;
  readonly emailKey: string;
  readonly passwordHash: string;
};

/** @throws a violation of `users_username_unique` or `users_email_unique` */
export async function insertUser(db: Db, user: NewUser): Promise<User> {
  return db
    .insertInto('users')
    .values({
      firstName: user.firstName,
      lastName: user.lastName,
      username: user.username,
      usernameKey: user.usernameKey,
      email: user.email,
      emailKey: user.emailKey,
      passwordHash: user.passwordHash,
      platformRole: user.platformRole,
      createdAt: user.createdAt,
    })
    .returning(USER_COLUMNS)
    .returning(twoFactorEnabled)
    .executeTakeFirstOrThrow();
}

export async function getUser(db: Db, id: number): Promise<User> {
  return db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .select(twoFactorEnabled)
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow();
}

export type UserWithHash = User & { readonly passwordHash: string };

/** By username or e-mail; a match by username takes precedence. */
export async function findUserWithHash(db: Db, key: string): Promise<UserWithHash | undefined> {
  return db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .select(twoFactorEnabled)
    .select('users.passwordHash')
    .where((user) =>
      user.or([user('users.usernameKey', '=', key), user('users.emailKey', '=', key)]),
    )
    .orderBy((user) => user('users.usernameKey', '=', key), 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function getUserWithHash(db: Db, id: number): Promise<UserWithHash> {
  return db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .select(twoFactorEnabled)
    .select('users.passwordHash')
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Replaces the hash only if it has not changed since it was read; returns whether it was replaced. */
export async function updatePasswordHash(
  db: Db,
  id: number,
  change: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ passwordHash: change.to })
    .where('id', '=', id)
    .where('passwordHash', '=', change.from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Keeps the hash from changing until the transaction ends; false if it has changed already. */
export async function lockPasswordHash(
  trx: Trx,
  id: number,
  passwordHash: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps the user's password from changing until the transaction ends. */
export async function lockUser(trx: Trx, id: number): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', id).forShare().execute();
}

/** Keeps others from counting the admins until the transaction ends. */
export async function lockAdmins(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('users.admins', 0))`.execute(trx);
}

export async function hasUser(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function hasAdmin(db: Db): Promise<boolean> {
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('platformRole', '=', 'admin')
    .limit(1)
    .executeTakeFirst();
  return admin !== undefined;
}

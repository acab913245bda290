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

/** By the username or the e-mail; who has the one goes before who has the other. */
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

/** Replaces the hash only while it is still the one that was read; tells whether it was. */
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

/** Until the transaction ends, the hash stays what it is; false when it is another one already. */
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

/** Until the transaction ends, the user's password stays what it is. */
export async function lockUser(trx: Trx, id: number): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', id).forShare().execute();
}

/** Until the transaction ends, nobody else may find out how many admins there are. */
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

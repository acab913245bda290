// The SQL of looking users up, for admins and other services, and of counting admins.
import type { PlatformRole } from '@kvartplata/contracts/access.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '../tables.ts';
import { twoFactorEnabled, USER_COLUMNS, type User } from './users.table.ts';

export type UserFilter = {
  /** A part of a name, folded by `nameKey`. */
  readonly search: string | undefined;
  readonly afterId: number | undefined;
  readonly limit: number;
};

/** In order of registration. */
export async function listUsers(
  db: Db,
  { search, afterId, limit }: UserFilter,
): Promise<readonly User[]> {
  let query = db.selectFrom('users').select(USER_COLUMNS).select(twoFactorEnabled);
  if (afterId !== undefined) query = query.where('users.id', '>', afterId);
  if (search !== undefined) query = query.where(isNamed(search));
  return query.orderBy('users.id').limit(limit).execute();
}

/** How lower() folds Cyrillic depends on the database's locale, but with ICU it is always right. */
function isNamed(search: string) {
  return sql<boolean>`(
    strpos(username_key, ${search}) > 0 or strpos(email_key, ${search}) > 0
    or strpos(lower(first_name || ' ' || last_name collate "und-x-icu"), ${search}) > 0
    or strpos(lower(last_name || ' ' || first_name collate "und-x-icu"), ${search}) > 0
  )`;
}

export type UserSummaryRow = Pick<User, 'id' | 'username' | 'firstName' | 'lastName'>;

const SUMMARY = ['id', 'username', 'firstName', 'lastName'] as const;

export async function listSummariesById(
  db: Db,
  ids: readonly number[],
): Promise<readonly UserSummaryRow[]> {
  return db
    .selectFrom('users')
    .select(SUMMARY)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .execute();
}

export async function findUser(db: Db, id: number): Promise<User | undefined> {
  return db
    .selectFrom('users')
    .modifyFront(sql`/* kept: find-user */`)
    .select(USER_COLUMNS)
    .select(twoFactorEnabled)
    .where('users.id', '=', id)
    .executeTakeFirst();
}

export async function hasOtherAdmin(trx: Trx, id: number): Promise<boolean> {
  const other = await trx
    .selectFrom('users')
    .select('id')
    .where('platformRole', '=', 'admin')
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

export async function updatePlatformRole(trx: Trx, id: number, role: PlatformRole): Promise<void> {
  await trx.updateTable('users').set({ platformRole: role }).where('id', '=', id).execute();
}

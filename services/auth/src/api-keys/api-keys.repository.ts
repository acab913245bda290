// The SQL of API keys. A key is valid until it is withdrawn or its last day is over.
import type { OrganizationRole, PlatformRole } from '@kvartplata/contracts/access.ts';
import type { GoodApiKey } from '@kvartplata/contracts/auth/internal.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '../tables.ts';

export type ApiKeyRow = {
  readonly id: number;
  readonly organizationId: number;
  readonly userId: number;
  readonly username: string;
  /** The maker's. */
  readonly platformRole: PlatformRole;
  readonly name: string;
  readonly role: OrganizationRole;
  readonly ending: string;
  readonly createdAt: Date;
  readonly expiresOn: string;
  readonly lastUsedAt: Date | null;
  readonly withdrawnAt: Date | null;
};

const COLUMNS = [
  'apiKeys.id',
  'apiKeys.organizationId',
  'apiKeys.userId',
  'users.username',
  'users.platformRole',
  'apiKeys.name',
  'apiKeys.role',
  'apiKeys.ending',
  'apiKeys.createdAt',
  'apiKeys.expiresOn',
  'apiKeys.lastUsedAt',
  'apiKeys.withdrawnAt',
] as const;

export type NewApiKeyRow = Pick<
  ApiKeyRow,
  'organizationId' | 'userId' | 'name' | 'role' | 'ending' | 'createdAt' | 'expiresOn'
> & { readonly keyHash: Buffer };

export async function insertApiKey(trx: Trx, row: NewApiKeyRow): Promise<number> {
  const { id } = await trx
    .insertInto('apiKeys')
    .values({ ...row, lastUsedAt: null, withdrawnAt: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The keys that somebody sees: their own, and all of the organizations that they own. */
export type SeenKeys = {
  readonly userId: number;
  /** Organizations of which they are an owner; `all` for an admin of the platform. */
  readonly ownedIds: readonly number[] | 'all';
};

export type ApiKeysPage = {
  readonly organizationId: number | undefined;
  readonly beforeId: number | undefined;
  readonly limit: number;
};

/** Newest first. */
export async function listApiKeys(
  db: Db,
  seen: SeenKeys,
  { organizationId, beforeId, limit }: ApiKeysPage,
): Promise<readonly ApiKeyRow[]> {
  let query = seenBy(db, seen);
  if (organizationId !== undefined)
    query = query.where('apiKeys.organizationId', '=', organizationId);
  if (beforeId !== undefined) query = query.where('apiKeys.id', '<', beforeId);
  return query.select(COLUMNS).orderBy('apiKeys.id', 'desc').limit(limit).execute();
}

export async function findSeenApiKey(
  db: Db,
  seen: SeenKeys,
  id: number,
): Promise<ApiKeyRow | undefined> {
  return seenBy(db, seen).select(COLUMNS).where('apiKeys.id', '=', id).executeTakeFirst();
}

function seenBy(db: Db, { userId, ownedIds }: SeenKeys) {
  const query = db.selectFrom('apiKeys').innerJoin('users', 'users.id', 'apiKeys.userId');
  if (ownedIds === 'all') return query;
  return query.where(
    sql<boolean>`(api_keys.user_id = ${userId} or api_keys.organization_id = any(${ownedIds}::bigint[]))`,
  );
}

/** Counts valid keys; a transaction that counts waits for others that are adding some. */
export async function countGoodApiKeys(
  trx: Trx,
  organizationId: number,
  today: string,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('api_keys'), hashint8(${organizationId}))`.execute(
    trx,
  );
  const { count } = await trx
    .selectFrom('apiKeys')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organizationId', '=', organizationId)
    .where('withdrawnAt', 'is', null)
    .where(sql<boolean>`expires_on >= ${today}::date`)
    .executeTakeFirstOrThrow();
  return count;
}

/** False if it was withdrawn already. */
export async function updateWithdrawn(trx: Trx, id: number, now: Date): Promise<boolean> {
  const withdrawn = await trx
    .updateTable('apiKeys')
    .set({ withdrawnAt: now })
    .where('id', '=', id)
    .where('withdrawnAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return withdrawn !== undefined;
}

/** Withdraws the valid keys of a user. */
export async function updateWithdrawnOfUser(
  trx: Trx,
  userId: number,
  today: string,
  now: Date,
): Promise<readonly Pick<ApiKeyRow, 'id' | 'organizationId' | 'name' | 'role'>[]> {
  return trx
    .updateTable('apiKeys')
    .set({ withdrawnAt: now })
    .where('userId', '=', userId)
    .where('withdrawnAt', 'is', null)
    .where(sql<boolean>`expires_on >= ${today}::date`)
    .returning(['id', 'organizationId', 'name', 'role'])
    .execute();
}

export type FoundApiKey = GoodApiKey & { readonly lastUsedAt: Date | null };

export async function findByHash(
  db: Db,
  keyHash: Buffer,
  today: string,
): Promise<FoundApiKey | undefined> {
  return db
    .selectFrom('apiKeys')
    .modifyFront(sql`/* kept: find-api-key */`)
    .innerJoin('users', 'users.id', 'apiKeys.userId')
    .select([
      'apiKeys.id',
      'apiKeys.organizationId',
      'apiKeys.role',
      'apiKeys.userId',
      'apiKeys.lastUsedAt',
    ])
    .select(sql<PlatformRole>`users.platform_role`.as('platformRole'))
    .where('keyHash', '=', keyHash)
    .where('withdrawnAt', 'is', null)
    .where(sql<boolean>`expires_on >= ${today}::date`)
    .executeTakeFirst();
}

export async function updateLastUsed(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('apiKeys').set({ lastUsedAt: now }).where('id', '=', id).execute();
}

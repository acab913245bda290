// The SQL of sign-ins through the provider: sign-ins in progress, and linked identities.
import type { MailLanguage } from '@kvartplata/contracts/mail.ts';
import type { Db, Trx } from '../tables.ts';

/** Why a browser is at the provider. */
export type OidcPurpose = {
  /** The user who wants to link an identity, and their session; null for a sign-in. */
  readonly userId: number | null;
  readonly sessionId: string | null;
  readonly language: MailLanguage | null;
  readonly next: string | null;
};

export async function insertOidcRequest(
  db: Db,
  row: OidcPurpose & {
    readonly tokenHash: Buffer;
    readonly createdAt: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await db.insertInto('oidcRequests').values(row).execute();
}

/** Uses a request up; undefined if it is unknown, used or expired. */
export async function takeOidcRequest(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<OidcPurpose | undefined> {
  return db
    .deleteFrom('oidcRequests')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .returning(['userId', 'sessionId', 'language', 'next'])
    .executeTakeFirst();
}

/** Oldest first, except those that another request is deleting. */
export async function deleteExpiredOidcRequests(db: Db, limit: number, now: Date): Promise<void> {
  await db
    .deleteFrom('oidcRequests')
    .where('tokenHash', 'in', (eb) =>
      eb
        .selectFrom('oidcRequests')
        .select('tokenHash')
        .where('expiresAt', '<=', now)
        .orderBy('expiresAt')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}

export type IdentityRow = {
  readonly id: number;
  readonly issuer: string;
  readonly label: string;
  readonly linkedAt: Date;
  readonly lastUsedAt: Date | null;
};

export async function findIdentityOf(
  db: Db,
  userId: number,
  issuer: string,
): Promise<IdentityRow | undefined> {
  return db
    .selectFrom('oidcIdentities')
    .select(['id', 'issuer', 'label', 'linkedAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst();
}

/** @throws a violation of `oidc_identities_identity_unique` or `oidc_identities_user_unique` */
export async function insertIdentity(
  trx: Trx,
  row: {
    readonly userId: number;
    readonly issuer: string;
    readonly subject: string;
    readonly label: string;
    readonly linkedAt: Date;
  },
): Promise<number> {
  const { id } = await trx
    .insertInto('oidcIdentities')
    .values({ ...row, lastUsedAt: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The identity's user, if any; until the transaction ends, nobody can unlink it. */
export async function updateIdentityUsed(
  trx: Trx,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
  now: Date,
): Promise<number | undefined> {
  const row = await trx
    .updateTable('oidcIdentities')
    .set({ lastUsedAt: now })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .returning('userId')
    .executeTakeFirst();
  return row?.userId;
}

/** @param issuer undefined for identities of any provider */
export async function deleteIdentitiesOf(
  trx: Trx,
  userId: number,
  issuer?: string,
): Promise<readonly { readonly id: number; readonly issuer: string }[]> {
  const query = trx.deleteFrom('oidcIdentities').where('userId', '=', userId);
  const some = issuer === undefined ? query : query.where('issuer', '=', issuer);
  return some.returning(['id', 'issuer']).execute();
}

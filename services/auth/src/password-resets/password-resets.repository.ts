// The SQL of password resets: requests for a link, their users, and their single use.
import type { MailLanguage } from '@kvartplata/contracts/mail.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '../tables.ts';

export type ResetRequestRow = {
  readonly emailKey: string;
  readonly language: MailLanguage;
  readonly requestId: string;
  readonly requestedAt: Date;
  readonly expiresAt: Date;
};

/** The same single statement whether or not a user has the e-mail. */
export async function insertReset(db: Db, row: ResetRequestRow): Promise<void> {
  await db
    .insertInto('passwordResets')
    .values({
      emailKey: row.emailKey,
      language: row.language,
      requestId: row.requestId,
      requestedAt: row.requestedAt,
      expiresAt: row.expiresAt,
    })
    .execute();
}

export type ResetToLookUp = Omit<ResetRequestRow, 'emailKey'> & {
  readonly id: string;
  readonly emailKey: string | null;
};

/** The one that has waited longest, except those that another process is looking up. */
export async function lockResetToLookUp(trx: Trx): Promise<ResetToLookUp | undefined> {
  return trx
    .selectFrom('passwordResets')
    .select(['id', 'emailKey', 'language', 'requestId', 'requestedAt', 'expiresAt'])
    .where('emailKey', 'is not', null)
    .orderBy('requestedAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export type Addressee = {
  readonly id: number;
  readonly firstName: string;
  readonly username: string;
  readonly email: string;
  readonly passwordHash: string;
};

export async function findAddressee(db: Db, emailKey: string): Promise<Addressee | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'firstName', 'username', 'email', 'passwordHash'])
    .where('emailKey', '=', emailKey)
    .executeTakeFirst();
}

export async function updateUserOfReset(
  trx: Trx,
  id: string,
  { userId, replaces }: { readonly userId: number; readonly replaces: Buffer },
): Promise<void> {
  await trx
    .updateTable('passwordResets')
    .set({ userId, replaces, emailKey: null })
    .where('id', '=', id)
    .execute();
}

export async function deleteReset(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('passwordResets').where('id', '=', id).execute();
}

export type OpenReset = {
  readonly userId: number;
  readonly replaces: Buffer;
  readonly language: MailLanguage;
};

/** Neither used nor expired. */
export async function findOpenReset(db: Db, id: string, now: Date): Promise<OpenReset | undefined> {
  const row = await db
    .selectFrom('passwordResets')
    .select(['userId', 'replaces', 'language'])
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  if (row === undefined || row.userId === null || row.replaces === null) return undefined;
  return { userId: row.userId, replaces: row.replaces, language: row.language };
}

/** False if another request has used it first. */
export async function updateUsed(trx: Trx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('passwordResets')
    .set({ usedAt: now })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Links that expired before an instant; concurrent processes delete different ones. */
export async function deleteOldResets(db: Db, before: Date, most: number): Promise<void> {
  await db
    .deleteFrom('passwordResets')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('passwordResets')
        .select('id')
        .where('expiresAt', '<', before)
        .orderBy('expiresAt')
        .limit(sql.lit(most))
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}

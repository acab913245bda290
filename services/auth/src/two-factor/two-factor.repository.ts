// The SQL of second factors and recovery codes. A factor is live until it is turned off, and enabled after its first code; every
// change that two requests may make at once is one conditional update, whose row count decides.
import { sql } from 'kysely';
import type { Db, Trx } from '../tables.ts';

/** A factor, as needed to check a code. */
export type FactorToCheck = {
  readonly id: number;
  readonly userId: number;
  readonly secret: StoredSecret;
};

type StoredSecret = { readonly bytes: Buffer; readonly kid: string };

type SecretColumns = {
  readonly id: number;
  readonly userId: number;
  readonly bytes: Buffer | null;
  readonly kid: string | null;
};

const SECRET_COLUMNS = [
  'twoFactors.id',
  'twoFactors.userId',
  'twoFactors.secretEncrypted as bytes',
  'twoFactors.secretKid as kid',
] as const;

export type FactorState = {
  readonly id: number;
  readonly pendingUntil: Date | null;
  readonly setupTries: number;
  readonly enabledAt: Date | null;
  readonly recoveryCodesRemaining: number;
};

/** The state of the user's live factor. */
export async function findFactorState(db: Db, userId: number): Promise<FactorState | undefined> {
  return db
    .selectFrom('twoFactors')
    .select((eb) => [
      'twoFactors.id',
      'twoFactors.pendingUntil',
      'twoFactors.setupTries',
      'twoFactors.enabledAt',
      eb
        .selectFrom('recoveryCodes')
        .select((codes) => codes.fn.countAll<number>().as('count'))
        .whereRef('recoveryCodes.twoFactorId', '=', 'twoFactors.id')
        .where('recoveryCodes.usedAt', 'is', null)
        .$asScalar()
        .$notNull()
        .as('recoveryCodesRemaining'),
    ])
    .where('twoFactors.userId', '=', userId)
    .where('twoFactors.disabledAt', 'is', null)
    .executeTakeFirst();
}

/** Begins a setup, or restarts it; false if the user's factor is enabled. */
export async function upsertPendingFactor(
  db: Db,
  setup: {
    readonly userId: number;
    readonly secret: StoredSecret;
    readonly pendingUntil: Date;
    readonly now: Date;
  },
): Promise<boolean> {
  const begun = {
    secretEncrypted: setup.secret.bytes,
    secretKid: setup.secret.kid,
    createdAt: setup.now,
    pendingUntil: setup.pendingUntil,
    setupTries: 0,
  };
  const row = await db
    .insertInto('twoFactors')
    .values({ userId: setup.userId, ...begun })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .where('disabledAt', 'is', null)
        .doUpdateSet(begun)
        .where('twoFactors.enabledAt', 'is', null),
    )
    .returning('twoFactors.id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts a try at the first code before the code is checked; undefined if no setup waits for one. */
export async function updateSetupTries(
  trx: Trx,
  userId: number,
  maxTries: number,
  now: Date,
): Promise<FactorToCheck | undefined> {
  const row = await trx
    .updateTable('twoFactors')
    .set((eb) => ({ setupTries: eb('setupTries', '+', 1) }))
    .where('userId', '=', userId)
    .where('disabledAt', 'is', null)
    .where('pendingUntil', '>', now)
    .where('setupTries', '<', maxTries)
    .returning(SECRET_COLUMNS)
    .executeTakeFirst();
  return row === undefined ? undefined : toFactor(row);
}

/** @param step whose code was accepted: it is used up for signing in, too */
export async function updateEnabled(trx: Trx, id: number, step: number, now: Date): Promise<void> {
  await trx
    .updateTable('twoFactors')
    .set({ pendingUntil: null, enabledAt: now, lastUsedStep: step })
    .where('id', '=', id)
    .execute();
}

export async function insertRecoveryCodes(
  trx: Trx,
  twoFactorId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await trx
    .insertInto('recoveryCodes')
    .values(hashes.map((hash) => ({ twoFactorId: twoFactorId, codeHash: hash })))
    .execute();
}

/**
 * Counts a failure before the code is checked, and locks the factor at the last one allowed; a code that turns out right undoes
 * both. Counting starts again after a lock. Undefined if the factor is locked or off.
 */
export async function updateFailures(
  trx: Trx,
  id: number,
  limit: { readonly maxFailures: number; readonly lockedUntil: Date },
  now: Date,
): Promise<(FactorToCheck & { readonly failures: number }) | undefined> {
  const row = await trx
    .updateTable('twoFactors')
    .set({
      failures: sql<number>`case when locked_until is null then failures + 1 else 1 end`,
      lockedUntil: sql<Date | null>`
        case when locked_until is null and failures + 1 >= ${limit.maxFailures} then ${limit.lockedUntil}::timestamptz end
      `,
    })
    .where('id', '=', id)
    .where('enabledAt', 'is not', null)
    .where('disabledAt', 'is', null)
    .where((eb) => eb.or([eb('lockedUntil', 'is', null), eb('lockedUntil', '<=', now)]))
    .returning(SECRET_COLUMNS)
    .returning('twoFactors.failures')
    .executeTakeFirst();
  return row === undefined ? undefined : { ...toFactor(row), failures: row.failures };
}

/** Uses a step up and resets the failures; false if this step or a later one was used before. */
export async function updateLastUsedStep(trx: Trx, id: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('twoFactors')
    .set({ lastUsedStep: step, failures: 0, lockedUntil: null })
    .where('id', '=', id)
    .where('lastUsedStep', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether a factor of the user was reset by this very request. */
export async function isResetBy(trx: Trx, userId: number, requestId: string): Promise<boolean> {
  const { rows } = await sql`
    select from two_factors
    join audit_log on audit_log.object_type = 'two-factor' and audit_log.object_id = two_factors.id::text
    where two_factors.user_id = ${userId} and audit_log.action = 'two-factor.reset'
      and audit_log.request_id = ${requestId}
  `.execute(trx);
  return rows.length > 0;
}

/** Until when codes are refused; undefined if the factor is not locked. */
export async function findLock(db: Db, id: number, now: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('twoFactors')
    .select('lockedUntil')
    .where('id', '=', id)
    .where('lockedUntil', '>', now)
    .executeTakeFirst();
  return row?.lockedUntil ?? undefined;
}

/** Uses a recovery code up; false if it does not belong to this live factor, or was used before. */
export async function updateRecoveryCodeUsed(
  trx: Trx,
  twoFactorId: number,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('recoveryCodes')
    .from('twoFactors')
    .set({ usedAt: now })
    .whereRef('twoFactors.id', '=', 'recoveryCodes.twoFactorId')
    .where('twoFactors.disabledAt', 'is', null)
    .where('recoveryCodes.twoFactorId', '=', twoFactorId)
    .where('recoveryCodes.codeHash', '=', hash)
    .where('recoveryCodes.usedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Turns the factor off and deletes its secret; false if it is off already. */
export async function updateDisabled(trx: Trx, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('twoFactors')
    .set({ disabledAt: now, secretEncrypted: null, secretKid: null })
    .where('id', '=', id)
    .where('disabledAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Those not encrypted under the key `kid`, ordered by id. */
export async function listSecretsNotUnder(
  db: Db,
  kid: string,
  page: { readonly afterId: number; readonly limit: number },
): Promise<readonly FactorToCheck[]> {
  const rows = await db
    .selectFrom('twoFactors')
    .select(SECRET_COLUMNS)
    .where('secretKid', '<>', kid)
    .where('id', '>', page.afterId)
    .orderBy('id')
    .limit(page.limit)
    .execute();
  return rows.map(toFactor);
}

/** Replaces a secret only if it has not changed since it was read. */
export async function updateSecret(
  db: Db,
  id: number,
  change: { readonly from: StoredSecret; readonly to: StoredSecret },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('twoFactors')
    .set({ secretEncrypted: change.to.bytes, secretKid: change.to.kid })
    .where('id', '=', id)
    .where('secretEncrypted', '=', change.from.bytes)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function toFactor({ id, userId, bytes, kid }: SecretColumns): FactorToCheck {
  if (bytes === null || kid === null) throw new Error(`the live two-factor ${id} has no secret`);
  return { id, userId, secret: { bytes, kid } };
}

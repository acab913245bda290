// The SQL of second factors and recovery codes. A factor is live until it is turned off, enabled once its first code
// came; every change that two requests may want at once is one conditional update, whose row count decides.
import { sql } from 'kysely';
import type { Db, Trx } from '../tables.ts';

/** A factor as whoever checks a code needs it. */
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
  'two_factors.id',
  'two_factors.user_id as userId',
  'two_factors.secret_encrypted as bytes',
  'two_factors.secret_kid as kid',
] as const;

export type FactorState = {
  readonly id: number;
  readonly pendingUntil: Date | null;
  readonly setupTries: number;
  readonly enabledAt: Date | null;
  readonly recoveryCodesRemaining: number;
};

/** Of the user's live factor. */
export async function findFactorState(db: Db, userId: number): Promise<FactorState | undefined> {
  return db
    .selectFrom('two_factors')
    .select((eb) => [
      'two_factors.id',
      'two_factors.pending_until as pendingUntil',
      'two_factors.setup_tries as setupTries',
      'two_factors.enabled_at as enabledAt',
      eb
        .selectFrom('recovery_codes')
        .select((codes) => codes.fn.countAll<number>().as('count'))
        .whereRef('recovery_codes.two_factor_id', '=', 'two_factors.id')
        .where('recovery_codes.used_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('recoveryCodesRemaining'),
    ])
    .where('two_factors.user_id', '=', userId)
    .where('two_factors.disabled_at', 'is', null)
    .executeTakeFirst();
}

/** Begins a setup, or begins it anew; false when the user's factor is enabled. */
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
    secret_encrypted: setup.secret.bytes,
    secret_kid: setup.secret.kid,
    created_at: setup.now,
    pending_until: setup.pendingUntil,
    setup_tries: 0,
  };
  const row = await db
    .insertInto('two_factors')
    .values({ user_id: setup.userId, ...begun })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .where('disabled_at', 'is', null)
        .doUpdateSet(begun)
        .where('two_factors.enabled_at', 'is', null),
    )
    .returning('two_factors.id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts a try at the first code before the code is looked at; undefined when no setup waits for one. */
export async function updateSetupTries(
  trx: Trx,
  userId: number,
  maxTries: number,
  now: Date,
): Promise<FactorToCheck | undefined> {
  const row = await trx
    .updateTable('two_factors')
    .set((eb) => ({ setup_tries: eb('setup_tries', '+', 1) }))
    .where('user_id', '=', userId)
    .where('disabled_at', 'is', null)
    .where('pending_until', '>', now)
    .where('setup_tries', '<', maxTries)
    .returning(SECRET_COLUMNS)
    .executeTakeFirst();
  return row === undefined ? undefined : toFactor(row);
}

/** @param step the one whose code was accepted: it is used up for signing in, too */
export async function updateEnabled(trx: Trx, id: number, step: number, now: Date): Promise<void> {
  await trx
    .updateTable('two_factors')
    .set({ pending_until: null, enabled_at: now, last_used_step: step })
    .where('id', '=', id)
    .execute();
}

export async function insertRecoveryCodes(
  trx: Trx,
  twoFactorId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await trx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ two_factor_id: twoFactorId, code_hash: hash })))
    .execute();
}

/**
 * Counts a failure before the code is looked at, and locks the factor at the last one allowed; a code that turns out
 * right takes both back. After a lock is over counting starts anew. Undefined when the factor is locked or off.
 */
export async function updateFailures(
  trx: Trx,
  id: number,
  limit: { readonly maxFailures: number; readonly lockedUntil: Date },
  now: Date,
): Promise<(FactorToCheck & { readonly failures: number }) | undefined> {
  const row = await trx
    .updateTable('two_factors')
    .set({
      failures: sql<number>`case when locked_until is null then failures + 1 else 1 end`,
      locked_until: sql<Date | null>`
        case when locked_until is null and failures + 1 >= ${limit.maxFailures} then ${limit.lockedUntil}::timestamptz end
      `,
    })
    .where('id', '=', id)
    .where('enabled_at', 'is not', null)
    .where('disabled_at', 'is', null)
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<=', now)]))
    .returning(SECRET_COLUMNS)
    .returning('two_factors.failures')
    .executeTakeFirst();
  return row === undefined ? undefined : { ...toFactor(row), failures: row.failures };
}

/** Uses a step up and forgets the failures; false when this step or a later one was used before. */
export async function updateLastUsedStep(trx: Trx, id: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('two_factors')
    .set({ last_used_step: step, failures: 0, locked_until: null })
    .where('id', '=', id)
    .where('last_used_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Until when no code is looked at; undefined when the factor is not locked. */
export async function findLock(db: Db, id: number, now: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('two_factors')
    .select('locked_until as lockedUntil')
    .where('id', '=', id)
    .where('locked_until', '>', now)
    .executeTakeFirst();
  return row?.lockedUntil ?? undefined;
}

/** Uses a recovery code up; false when it is not one of this live factor, or was used before. */
export async function updateRecoveryCodeUsed(
  trx: Trx,
  twoFactorId: number,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('recovery_codes')
    .from('two_factors')
    .set({ used_at: now })
    .whereRef('two_factors.id', '=', 'recovery_codes.two_factor_id')
    .where('two_factors.disabled_at', 'is', null)
    .where('recovery_codes.two_factor_id', '=', twoFactorId)
    .where('recovery_codes.code_hash', '=', hash)
    .where('recovery_codes.used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Turns the factor off and forgets its secret; false when it is off already. */
export async function updateDisabled(trx: Trx, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('two_factors')
    .set({ disabled_at: now, secret_encrypted: null, secret_kid: null })
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Those that are not encrypted under the key `kid`, in the order of their ids. */
export async function listSecretsNotUnder(
  db: Db,
  kid: string,
  page: { readonly afterId: number; readonly limit: number },
): Promise<readonly FactorToCheck[]> {
  const rows = await db
    .selectFrom('two_factors')
    .select(SECRET_COLUMNS)
    .where('secret_kid', '<>', kid)
    .where('id', '>', page.afterId)
    .orderBy('id')
    .limit(page.limit)
    .execute();
  return rows.map(toFactor);
}

/** Replaces a secret only while it is still the one that was read. */
export async function updateSecret(
  db: Db,
  id: number,
  change: { readonly from: StoredSecret; readonly to: StoredSecret },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factors')
    .set({ secret_encrypted: change.to.bytes, secret_kid: change.to.kid })
    .where('id', '=', id)
    .where('secret_encrypted', '=', change.from.bytes)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function toFactor({ id, userId, bytes, kid }: SecretColumns): FactorToCheck {
  if (bytes === null || kid === null) throw new Error(`the live two-factor ${id} has no secret`);
  return { id, userId, secret: { bytes, kid } };
}

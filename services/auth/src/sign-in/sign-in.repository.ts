// The SQL of challenges: sign-ins whose password was right and that wait for a code.
import type { Db, Trx } from '../tables.ts';

/** Whose second factor a challenge asks for. */
export type Challenged = { readonly twoFactorId: number; readonly userId: number };

export async function insertChallenge(
  db: Db,
  challenge: { readonly tokenHash: Buffer; readonly twoFactorId: number },
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await db
    .insertInto('sign_in_challenges')
    .values({
      token_hash: challenge.tokenHash,
      two_factor_id: challenge.twoFactorId,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
}

/**
 * Counts a try before anything of it is looked at. Undefined for a challenge that is unknown, used, expired or out of
 * tries, and for one whose factor was turned off since.
 */
export async function updateAttempts(
  db: Db,
  tokenHash: Buffer,
  maxAttempts: number,
  now: Date,
): Promise<Challenged | undefined> {
  return db
    .updateTable('sign_in_challenges')
    .from('two_factors')
    .set((eb) => ({ attempts: eb('sign_in_challenges.attempts', '+', 1) }))
    .whereRef('two_factors.id', '=', 'sign_in_challenges.two_factor_id')
    .where('two_factors.disabled_at', 'is', null)
    .where('sign_in_challenges.token_hash', '=', tokenHash)
    .where('sign_in_challenges.attempts', '<', maxAttempts)
    .where('sign_in_challenges.expires_at', '>', now)
    .returning(['two_factors.id as twoFactorId', 'two_factors.user_id as userId'])
    .executeTakeFirst();
}

/** Uses a challenge up; false when that has been done before. */
export async function deleteChallenge(trx: Trx, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('sign_in_challenges')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** The oldest first, past those that another sign-in is deleting. */
export async function deleteExpiredChallenges(db: Db, limit: number, now: Date): Promise<void> {
  await db
    .deleteFrom('sign_in_challenges')
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('sign_in_challenges')
        .select('token_hash')
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}

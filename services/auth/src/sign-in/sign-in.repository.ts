// The SQL of challenges: sign-ins past their first step that wait for a code.
import type { Db, FirstMethod, Trx } from '../tables.ts';

/** The user and second factor of a challenge. */
export type Challenged = {
  readonly twoFactorId: number;
  readonly userId: number;
  readonly method: FirstMethod;
};

export async function insertChallenge(
  db: Db,
  challenge: {
    readonly tokenHash: Buffer;
    readonly twoFactorId: number;
    readonly method: FirstMethod;
  },
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await db
    .insertInto('signInChallenges')
    .values({
      tokenHash: challenge.tokenHash,
      twoFactorId: challenge.twoFactorId,
      method: challenge.method,
      createdAt: now,
      expiresAt: expiresAt,
    })
    .execute();
}

/**
 * Counts a try before its code is checked. Undefined if the challenge is unknown, used, expired or out of tries, or its factor
 * was turned off since.
 */
export async function updateAttempts(
  db: Db,
  tokenHash: Buffer,
  maxAttempts: number,
  now: Date,
): Promise<Challenged | undefined> {
  return db
    .updateTable('signInChallenges')
    .from('twoFactors')
    .set((eb) => ({ attempts: eb('signInChallenges.attempts', '+', 1) }))
    .whereRef('twoFactors.id', '=', 'signInChallenges.twoFactorId')
    .where('twoFactors.disabledAt', 'is', null)
    .where('signInChallenges.tokenHash', '=', tokenHash)
    .where('signInChallenges.attempts', '<', maxAttempts)
    .where('signInChallenges.expiresAt', '>', now)
    .returning(['twoFactors.id as twoFactorId', 'twoFactors.userId', 'signInChallenges.method'])
    .executeTakeFirst();
}

/** Uses a challenge up; false if that was done before. */
export async function deleteChallenge(trx: Trx, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('signInChallenges')
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Oldest first, except those that another sign-in is deleting. */
export async function deleteExpiredChallenges(db: Db, limit: number, now: Date): Promise<void> {
  await db
    .deleteFrom('signInChallenges')
    .where('tokenHash', 'in', (eb) =>
      eb
        .selectFrom('signInChallenges')
        .select('tokenHash')
        .where('expiresAt', '<=', now)
        .orderBy('expiresAt')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}

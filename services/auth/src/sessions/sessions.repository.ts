// The SQL of sessions. A session is good while it has not ended and not expired.
import type { PlatformRole } from '@kvartplata/contracts/access.ts';
import type { Db, SessionEnd, SignInMethod } from '../tables.ts';

export type SessionRow = {
  readonly id: string;
  readonly userId: number;
  readonly generation: number;
  readonly rotatedAt: Date;
  readonly authenticatedAt: Date;
  readonly methods: readonly SignInMethod[];
};

const COLUMNS = [
  'sessions.id',
  'sessions.user_id as userId',
  'sessions.generation',
  'sessions.rotated_at as rotatedAt',
  'sessions.authenticated_at as authenticatedAt',
  'sessions.methods',
] as const;

export async function insertSession(
  db: Db,
  user: { readonly userId: number; readonly methods: readonly SignInMethod[] },
  now: Date,
  expiresAt: Date,
): Promise<SessionRow> {
  return db
    .insertInto('sessions')
    .values({
      user_id: user.userId,
      methods: user.methods,
      rotated_at: now,
      created_at: now,
      authenticated_at: now,
      expires_at: expiresAt,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Goes on to the next generation; undefined when the session is not good or not at this generation any more. */
export async function updateGeneration(
  db: Db,
  claim: { readonly sessionId: string; readonly generation: number },
  now: Date,
  expiresAt: Date,
): Promise<SessionRow | undefined> {
  return db
    .updateTable('sessions')
    .set({ generation: claim.generation + 1, rotated_at: now, expires_at: expiresAt })
    .where('id', '=', claim.sessionId)
    .where('generation', '=', claim.generation)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Does nothing to a session that has ended before. */
export async function updateEnd(
  db: Db,
  sessionId: string,
  reason: SessionEnd,
  now: Date,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now, ended_reason: reason })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Ends the sessions of a user, but for the one that asks. */
export async function updateEndOfOthers(
  db: Db,
  kept: { readonly userId: number; readonly sessionId: string },
  reason: SessionEnd,
  now: Date,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now, ended_reason: reason })
    .where('user_id', '=', kept.userId)
    .where('id', '<>', kept.sessionId)
    .where('ended_at', 'is', null)
    .execute();
}

export async function findGoodSession(
  db: Db,
  sessionId: string,
  now: Date,
): Promise<(SessionRow & { readonly platformRole: PlatformRole }) | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(COLUMNS)
    .select('users.platform_role as platformRole')
    .where('sessions.id', '=', sessionId)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst();
}

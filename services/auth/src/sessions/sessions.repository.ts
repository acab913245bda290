// The SQL of sessions. A session is valid until it ends or expires.
import type { PlatformRole } from '@kvartplata/contracts/access.ts';
import { sql } from 'kysely';
import type { Db, FirstMethod, SessionEnd, SignInMethod, Trx } from '../tables.ts';

export type SessionRow = {
  readonly id: string;
  readonly userId: number;
  readonly generation: number;
  readonly rotatedAt: Date;
  readonly authenticatedAt: Date;
  readonly methods: readonly SignInMethod[];
  readonly expiresAt: Date;
};

/** How long a session lives unused, and how long at most. */
export type SessionLives = { readonly idleMs: number; readonly absoluteMs: number };

export type NewSession = {
  readonly userId: number;
  readonly methods: readonly SignInMethod[];
  readonly userAgent: string | undefined;
};

const COLUMNS = [
  'sessions.id',
  'sessions.userId',
  'sessions.generation',
  'sessions.rotatedAt',
  'sessions.authenticatedAt',
  'sessions.methods',
  'sessions.expiresAt',
] as const;

export async function insertSession(
  db: Db,
  { userId, methods, userAgent }: NewSession,
  now: Date,
  expiresAt: Date,
): Promise<SessionRow> {
  return db
    .insertInto('sessions')
    .values({
      userId: userId,
      methods,
      rotatedAt: now,
      createdAt: now,
      authenticatedAt: now,
      expiresAt: expiresAt,
      userAgent: userAgent ?? null,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/**
 * Moves to the next generation and extends the session, up to its idle or its absolute limit; shorter settings apply at once.
 * A token that is ahead of its row is valid: only a restored or recovered database lags behind the tokens given out.
 * Undefined if the session is not valid or already past this generation.
 */
export async function updateGeneration(
  db: Db,
  claim: { readonly sessionId: string; readonly generation: number },
  { idleMs, absoluteMs }: SessionLives,
  now: Date,
): Promise<SessionRow | undefined> {
  return db
    .updateTable('sessions')
    .set({
      generation: claim.generation + 1,
      rotatedAt: now,
      expiresAt: sql<Date>`greatest(
        least(${new Date(now.getTime() + idleMs)}::timestamptz,
          created_at + ${absoluteMs}::float8 * interval '1 millisecond'),
        ${now}::timestamptz + interval '1 second')`,
    })
    .where('id', '=', claim.sessionId)
    .where('generation', '<=', claim.generation)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Records that the user has just proved their second factor, too. Undefined if the session is no longer valid. */
export async function updateProven(
  trx: Trx,
  sessionId: string,
  now: Date,
): Promise<SessionRow | undefined> {
  return trx
    .updateTable('sessions')
    .set({ authenticatedAt: now, methods: sql`array_append(array_remove(methods, 'otp'), 'otp')` })
    .where('id', '=', sessionId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(COLUMNS)
    .executeTakeFirst();
}

export type EndedSession = { readonly id: string; readonly userId: number };

/** Undefined if the session had ended before. */
export async function updateEnd(
  trx: Trx,
  sessionId: string,
  reason: SessionEnd,
  now: Date,
): Promise<EndedSession | undefined> {
  return trx
    .updateTable('sessions')
    .set({ endedAt: now, endedReason: reason })
    .where('id', '=', sessionId)
    .where('endedAt', 'is', null)
    .returning(['id', 'userId'])
    .executeTakeFirst();
}

/** Which sessions of a user: all but one, or only those of them that began with a certain method. */
export type SessionsOfUser = {
  readonly userId: number;
  readonly exceptId: string | undefined;
  readonly begunBy?: FirstMethod | undefined;
};

/** Ends those that are valid. */
export async function updateEndsOfUser(
  trx: Trx,
  which: SessionsOfUser,
  reason: SessionEnd,
  now: Date,
): Promise<readonly EndedSession[]> {
  let query = trx
    .updateTable('sessions')
    .set({ endedAt: now, endedReason: reason })
    .where('userId', '=', which.userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now);
  if (which.exceptId !== undefined) query = query.where('id', '<>', which.exceptId);
  if (which.begunBy !== undefined) query = query.where(sql<boolean>`methods[1] = ${which.begunBy}`);
  return query.returning(['id', 'userId']).execute();
}

/** Sign-ins of the user that wait for a second factor's code: all, or those that began with a certain method. */
export async function deleteChallengesOfUser(
  trx: Trx,
  userId: number,
  begunBy?: FirstMethod,
): Promise<void> {
  const query = trx
    .deleteFrom('signInChallenges')
    .using('twoFactors')
    .whereRef('twoFactors.id', '=', 'signInChallenges.twoFactorId')
    .where('twoFactors.userId', '=', userId);
  const some = begunBy === undefined ? query : query.where('signInChallenges.method', '=', begunBy);
  await some.execute();
}

/** Deletes up to `most` sessions that were over before an instant; safe in several processes at once. */
export async function deleteSessionsOver(db: Db, before: Date, most: number): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((where) =>
      where(
        'id',
        'in',
        where
          .selectFrom('sessions')
          .select('id')
          .where(sql<Date>`coalesce(ended_at, expires_at)`, '<', before)
          .orderBy(sql`coalesce(ended_at, expires_at)`)
          .limit(most)
          .forUpdate()
          .skipLocked(),
      ),
    )
    .execute();
}

export async function findGoodSession(
  db: Db,
  sessionId: string,
  now: Date,
): Promise<(SessionRow & { readonly platformRole: PlatformRole }) | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .modifyFront(sql`/* kept: find-good-session */`)
    .select(COLUMNS)
    .select('users.platformRole')
    .where('sessions.id', '=', sessionId)
    .where('sessions.endedAt', 'is', null)
    .where('sessions.expiresAt', '>', now)
    .executeTakeFirst();
}

export type ListedSession = {
  readonly id: string;
  readonly createdAt: Date;
  readonly rotatedAt: Date;
  readonly expiresAt: Date;
  readonly userAgent: string | null;
  readonly methods: readonly SignInMethod[];
};

/** The valid sessions of a user, newest first. */
export async function listGoodSessions(
  db: Db,
  userId: number,
  now: Date,
  page: { readonly after: readonly [createdAt: string, id: string] | undefined; limit: number },
): Promise<readonly ListedSession[]> {
  let query = db
    .selectFrom('sessions')
    .select(['id', 'createdAt', 'rotatedAt', 'expiresAt', 'userAgent', 'methods'])
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now);
  if (page.after !== undefined) {
    const [createdAt, id] = page.after;
    query = query.where(sql<boolean>`(created_at, id) < (${createdAt}::timestamptz, ${id}::uuid)`);
  }
  return query.orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(page.limit).execute();
}

/** Live sessions, and those that ended within a day because an old token was reused. */
export async function countSessions(
  db: Db,
  now: Date,
): Promise<{ readonly live: number; readonly reused: number }> {
  const { rows } = await sql<{ live: number; reused: number }>`
    select count(*) filter (where ended_at is null and expires_at > ${now})::float8 as live,
      count(*) filter (where ended_reason = 'token-reused' and ended_at > ${now}::timestamptz - interval '1 day')::float8
        as reused
    from sessions
  `.execute(db);
  return rows[0] ?? { live: 0, reused: 0 };
}

// Sessions: started by a sign-in, extended by refreshing, ended by signing out. A session has one valid refresh token at a time:
// that of its current generation.
import { recordChange, type Actor } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import { signAccessToken, type AccessClaims } from '@kvartplata/platform/identity/access-token.ts';
import type { Keys } from '@kvartplata/platform/identity/keys.ts';
import type { SessionState } from '@kvartplata/platform/identity/session.ts';
import type { Caller } from '../caller.ts';
import type { Db, FirstMethod, SessionEnd, SignInMethod, Trx } from '../tables.ts';
import { refreshTokenFor, type RefreshClaim } from './refresh-token.ts';
import {
  deleteChallengesOfUser,
  deleteSessionsOver,
  findGoodSession,
  insertSession,
  updateEnd,
  updateEndsOfUser,
  updateGeneration,
  updateProven,
  type EndedSession,
  type SessionLives,
  type SessionRow,
} from './sessions.repository.ts';

/** What sessions are made with. */
export type SessionSettings = { readonly keys: Keys; readonly lives: SessionLives };

export type SessionTokens = {
  readonly sessionId: string;
  readonly accessToken: string;
  readonly accessTokenExpiresAt: Date;
  readonly refreshToken: string;
  /** How long it stays valid if it is not used. */
  readonly refreshTokenSeconds: number;
};

/** For tabs that refresh at the same moment, and responses lost on the way. */
const SUCCESSOR_REPEATED_MS = 30_000;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** How long a session that is over is kept, in case somebody asks what happened. */
const KEPT_AFTER_END_MS = 90 * 24 * 60 * 60 * 1000;
/** More than one new session adds, so that old ones become fewer; few enough not to slow a sign-in. */
const SWEPT_AT_ONCE = 5;

/**
 * Starts a session of a user who has just proved who they are, and deletes a few that were over long ago.
 * @param trx the transaction of the sign-in
 */
export async function startSession(
  trx: Trx,
  { keys, lives }: SessionSettings,
  { userId, methods }: { readonly userId: number; readonly methods: readonly SignInMethod[] },
  { requestId, userAgent }: Caller,
  now: Date,
): Promise<SessionTokens> {
  await deleteSessionsOver(trx, new Date(now.getTime() - KEPT_AFTER_END_MS), SWEPT_AT_ONCE);
  const session = await insertSession(
    trx,
    { userId, methods, userAgent },
    now,
    firstEndOf(lives, now),
  );
  await recordChange(
    trx,
    { userId, requestId },
    {
      action: 'session.started',
      object: { type: 'session', id: session.id },
      organizationId: null,
      after: { methods },
    },
  );
  return issueTokens(keys, session, now);
}

/**
 * The next tokens of a session. The token just before the valid one returns the valid one again for 30 s; any older one must have
 * been copied, and ends the session for everybody. A newer one was given out before a restore, and the session goes on from it.
 * @throws Refusal not-signed-in, the same for every reason
 */
export async function refreshSession(
  db: Db,
  { keys, lives }: SessionSettings,
  claim: RefreshClaim,
  requestId: string,
  now: Date,
): Promise<SessionTokens> {
  const next = await updateGeneration(db, claim, lives, now);
  if (next !== undefined) return issueTokens(keys, next, now);

  const session = await findGoodSession(db, claim.sessionId, now);
  if (session === undefined) throw new Refusal('not-signed-in');
  const isPrevious = claim.generation === session.generation - 1;
  const isRecent = now.getTime() - session.rotatedAt.getTime() <= SUCCESSOR_REPEATED_MS;
  if (isPrevious && isRecent) return issueTokens(keys, session, now);

  await endSession(db, session.id, 'token-reused', requestId, now);
  throw new Refusal('not-signed-in');
}

/**
 * The session goes on with a token that says that the second factor was proved just now; its refresh token stays.
 * @param trx the transaction of the proof
 * @throws Refusal not-signed-in
 */
export async function proveSession(
  trx: Trx,
  keys: Keys,
  sessionId: string,
  now: Date,
): Promise<SessionTokens> {
  const session = await updateProven(trx, sessionId, now);
  if (session === undefined) throw new Refusal('not-signed-in');
  return issueTokens(keys, session, now);
}

export async function logOut(
  db: Db,
  sessionIds: ReadonlySet<string>,
  requestId: string,
  now: Date,
): Promise<void> {
  for (const sessionId of sessionIds) await endSession(db, sessionId, 'logout', requestId, now);
}

async function endSession(
  db: Db,
  sessionId: string,
  reason: 'logout' | 'token-reused',
  requestId: string,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const ended = await updateEnd(trx, sessionId, reason, now);
    if (ended === undefined) return;
    // It is unknown who sent an old token, so the platform itself ends the session.
    const userId = reason === 'token-reused' ? null : ended.userId;
    await recordEnd(trx, { userId, requestId }, ended, reason);
  });
}

export async function recordEnd(
  trx: Trx,
  actor: Actor,
  { id, userId }: EndedSession,
  reason: SessionEnd,
): Promise<void> {
  await recordChange(trx, actor, {
    action: 'session.ended',
    object: { type: 'session', id },
    organizationId: null,
    after: { userId, reason },
  });
}

/** Any other text would cause an error in SQL. */
export function isSessionId(text: string): boolean {
  return UUID.test(text);
}

/**
 * Ends the valid sessions of a user, and the sign-ins in progress that would become some.
 * @param who the user; `endedBy` if somebody else ends them, `begunBy` to end only those that began with this method
 * @param exceptId the one that goes on
 */
export async function endSessionsOf(
  trx: Trx,
  {
    userId,
    requestId,
    endedBy = userId,
    begunBy,
  }: {
    readonly userId: number;
    readonly requestId: string;
    readonly endedBy?: number;
    readonly begunBy?: FirstMethod;
  },
  exceptId: string | undefined,
  reason: SessionEnd,
  now: Date,
): Promise<void> {
  // First: this waits for a challenge that is being answered, whose session is then found.
  await deleteChallengesOfUser(trx, userId, begunBy);
  for (const ended of await updateEndsOfUser(trx, { userId, exceptId, begunBy }, reason, now))
    await recordEnd(trx, { userId: endedBy, requestId }, ended, reason);
}

/** When the user of a live session last proved who they are. */
export async function findAuthenticatedAt(
  db: Db,
  sessionId: string,
  now: Date,
): Promise<Date | undefined> {
  return (await findGoodSession(db, sessionId, now))?.authenticatedAt;
}

/** An unknown session counts as inactive, and so does one of another user. */
export async function findSessionState(
  db: Db,
  { sessionId, userId }: AccessClaims,
  now: Date,
): Promise<SessionState> {
  const session = isSessionId(sessionId) ? await findGoodSession(db, sessionId, now) : undefined;
  return session?.userId !== userId
    ? { active: false, platformRole: 'user' }
    : { active: true, platformRole: session.platformRole };
}

async function issueTokens(keys: Keys, session: SessionRow, now: Date): Promise<SessionTokens> {
  const { id: sessionId, userId, generation, authenticatedAt, methods } = session;
  const claims = { userId, sessionId, authenticatedAt, methods };
  const access = await signAccessToken(keys.access, claims, now);
  return {
    sessionId,
    accessToken: access.token,
    accessTokenExpiresAt: access.expiresAt,
    refreshToken: refreshTokenFor(keys.refresh, { sessionId, generation }),
    refreshTokenSeconds: Math.floor((session.expiresAt.getTime() - now.getTime()) / 1000),
  };
}

function firstEndOf({ idleMs, absoluteMs }: SessionLives, now: Date): Date {
  return new Date(now.getTime() + Math.min(idleMs, absoluteMs));
}

// Signing in, staying signed in and signing out. A session has one good refresh token at a time: its generation.
import type { Credentials } from '@kvartplata/contracts/auth/sessions.ts';
import type { User } from '@kvartplata/contracts/auth/users.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import { signAccessToken } from '@kvartplata/platform/identity/access-token.ts';
import type { Keys } from '@kvartplata/platform/identity/keys.ts';
import type { SessionState } from '@kvartplata/platform/identity/session.ts';
import type { Passwords } from '../passwords/passwords.service.ts';
import type { Db } from '../tables.ts';
import { findUserByPassword } from '../users/users.service.ts';
import { REFRESH_TOKEN_TTL_SECONDS, refreshTokenFor, type RefreshClaim } from './refresh-token.ts';
import {
  findGoodSession,
  insertSession,
  updateEnd,
  updateGeneration,
  type SessionRow,
} from './sessions.repository.ts';

export type SessionTokens = {
  readonly sessionId: string;
  readonly accessToken: string;
  readonly accessTokenExpiresAt: Date;
  readonly refreshToken: string;
};

/** Tabs that refresh at the same moment, and answers lost on the way, are no theft. */
const SUCCESSOR_REPEATED_MS = 30_000;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @throws Refusal wrong-credentials, the same for an unknown user and a wrong password; overloaded */
export async function logIn(
  db: Db,
  deps: { readonly keys: Keys; readonly passwords: Passwords },
  { username, password }: Credentials,
  now: Date,
): Promise<{ readonly user: User; readonly tokens: SessionTokens }> {
  const user = await findUserByPassword(db, deps.passwords, username, password);
  if (user === undefined) throw new Refusal('wrong-credentials');
  const session = await insertSession(db, user.id, now, expiryFrom(now));
  return { user, tokens: await issueTokens(deps.keys, session, now) };
}

/**
 * The next tokens of a session. The token just before the good one gives the good one again for 30 s; any older one
 * was copied, and ends the session for whoever holds it.
 * @throws Refusal not-signed-in, the same for every reason
 */
export async function refreshSession(
  db: Db,
  keys: Keys,
  claim: RefreshClaim,
  now: Date,
): Promise<SessionTokens> {
  const next = await updateGeneration(db, claim, now, expiryFrom(now));
  if (next !== undefined) return issueTokens(keys, next, now);

  const session = await findGoodSession(db, claim.sessionId, now);
  if (session === undefined) throw new Refusal('not-signed-in');
  const isPrevious = claim.generation === session.generation - 1;
  const isRecent = now.getTime() - session.rotatedAt.getTime() <= SUCCESSOR_REPEATED_MS;
  if (isPrevious && isRecent) return issueTokens(keys, session, now);

  await updateEnd(db, session.id, 'token-reused', now);
  throw new Refusal('not-signed-in');
}

export async function logOut(db: Db, sessionIds: ReadonlySet<string>, now: Date): Promise<void> {
  for (const sessionId of sessionIds) await updateEnd(db, sessionId, 'logout', now);
}

/** An unknown session is an inactive one. */
export async function findSessionState(
  db: Db,
  sessionId: string,
  now: Date,
): Promise<SessionState> {
  const session = UUID.test(sessionId) ? await findGoodSession(db, sessionId, now) : undefined;
  return session === undefined
    ? { active: false, platformRole: 'user' }
    : { active: true, platformRole: session.platformRole };
}

async function issueTokens(keys: Keys, session: SessionRow, now: Date): Promise<SessionTokens> {
  const { id: sessionId, userId, generation, authenticatedAt } = session;
  const access = await signAccessToken(
    keys.access,
    { userId, sessionId, authenticatedAt, methods: ['pwd'] },
    now,
  );
  return {
    sessionId,
    accessToken: access.token,
    accessTokenExpiresAt: access.expiresAt,
    refreshToken: refreshTokenFor(keys.refresh, { sessionId, generation }),
  };
}

/** Every refresh prolongs a session; one that is not used this long is over. */
function expiryFrom(now: Date): Date {
  return new Date(now.getTime() + REFRESH_TOKEN_TTL_SECONDS * 1000);
}

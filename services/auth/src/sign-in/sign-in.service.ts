// Signing in: the password starts a session or, if two-factor sign-in is on, a challenge, whose code then starts it.
import type { Credentials } from '@kvartplata/contracts/auth/sign-in.ts';
import type { Proof } from '@kvartplata/contracts/auth/two-factor.ts';
import type { User } from '@kvartplata/contracts/auth/users.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Keys } from '@kvartplata/platform/identity/keys.ts';
import type { Caller } from '../caller.ts';
import type { Limits } from '../limits/limits.service.ts';
import type { Passwords } from '../passwords/passwords.service.ts';
import type { SessionLives } from '../sessions/sessions.repository.ts';
import {
  startSession,
  type SessionSettings,
  type SessionTokens,
} from '../sessions/sessions.service.ts';
import type { Db, FirstMethod, Trx } from '../tables.ts';
import { findProofRefusal, keepingFailures } from '../two-factor/proof.service.ts';
import { findEnabledFactorId } from '../two-factor/two-factor.service.ts';
import { findUserByPassword, getUserAnswer, lockPassword } from '../users/users.service.ts';
import { CHALLENGE_SECONDS, challengeHash, newChallengeToken } from './challenge-token.ts';
import {
  deleteChallenge,
  deleteExpiredChallenges,
  insertChallenge,
  updateAttempts,
} from './sign-in.repository.ts';

export type SignInDeps = {
  readonly db: Db;
  readonly keys: Keys;
  readonly lives: SessionLives;
  readonly passwords: Passwords;
  readonly limits: Limits;
  readonly now: () => Date;
};

export type SignIn = { readonly user: User; readonly tokens: SessionTokens };

const MAX_ATTEMPTS = 5;
/** More than one sign-in can add, so that old challenges never pile up. */
const SWEPT_AT_ONCE = 10;

/**
 * A session, or the token of a challenge that comes before it.
 * @throws Refusal wrong-credentials, the same for an unknown user and a wrong password; too-many-attempts,
 *   overloaded
 */
export async function logIn(
  { db, keys, lives, passwords, limits, now: clock }: SignInDeps,
  { username, password }: Credentials,
  caller: Caller,
): Promise<SignIn | { readonly challengeToken: string }> {
  const now = clock();
  const { address } = caller;
  const proven = await limits.tryPassword({ username, address }, async () =>
    findUserByPassword(db, passwords, username, password),
  );
  if (proven === undefined) throw new Refusal('wrong-credentials');
  const { user } = proven;
  return inTransaction(db, async (trx) => {
    // A password change ends what the old password began, so it must find all of it.
    await lockPassword(trx, proven);
    const begun = await beginSession(
      trx,
      { keys, lives },
      { userId: user.id, method: 'pwd' },
      caller,
      now,
    );
    return 'tokens' in begun ? { user, ...begun } : begun;
  });
}

/** The result of the first step: a session, or a challenge if two-factor sign-in is on. */
export type Begun = { readonly tokens: SessionTokens } | { readonly challengeToken: string };

export async function beginSession(
  trx: Trx,
  settings: SessionSettings,
  { userId, method }: { readonly userId: number; readonly method: FirstMethod },
  caller: Caller,
  now: Date,
): Promise<Begun> {
  const twoFactorId = await findEnabledFactorId(trx, userId);
  if (twoFactorId !== undefined)
    return { challengeToken: await startChallenge(trx, { twoFactorId, method }, now) };
  return { tokens: await startSession(trx, settings, { userId, methods: [method] }, caller, now) };
}

/**
 * Answers a challenge, and starts its session.
 * @throws Refusal challenge-over, wrong-code, too-many-attempts
 */
export async function verifyLogIn(
  { db, keys, lives, now: clock }: SignInDeps,
  challengeToken: string,
  proof: Proof,
  caller: Caller,
): Promise<SignIn> {
  const now = clock();
  const tokenHash = challengeHash(challengeToken);
  // Committed whatever happens next, so that only a few of many concurrent guesses are checked.
  const challenged = await updateAttempts(db, tokenHash, MAX_ATTEMPTS, now);
  if (challenged === undefined) throw new Refusal('challenge-over');

  const { twoFactorId, userId, method } = challenged;
  return keepingFailures(db, async (trx) => {
    const actor = { userId, requestId: caller.requestId };
    const refusal = await findProofRefusal(trx, keys.totp, twoFactorId, proof, actor, now);
    if (refusal !== undefined) return refusal;
    // Thrown, so that the proof is not used up: another request answered the challenge first.
    if (!(await deleteChallenge(trx, tokenHash))) throw new Refusal('challenge-over');
    // A recovery code is a one-time password as well.
    const methods = [method, 'otp'] as const;
    const tokens = await startSession(trx, { keys, lives }, { userId, methods }, caller, now);
    return { user: await getUserAnswer(trx, userId), tokens };
  });
}

async function startChallenge(
  trx: Trx,
  begun: { readonly twoFactorId: number; readonly method: FirstMethod },
  now: Date,
): Promise<string> {
  const token = newChallengeToken();
  const expiresAt = new Date(now.getTime() + CHALLENGE_SECONDS * 1000);
  await insertChallenge(trx, { tokenHash: challengeHash(token), ...begun }, now, expiresAt);
  await deleteExpiredChallenges(trx, SWEPT_AT_ONCE, now);
  return token;
}

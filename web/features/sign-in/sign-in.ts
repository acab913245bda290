// Signing in and out: the password, the second factor, and the end of a session.
import { endCurrentSession } from '@kvartplata/contracts/auth/sessions.ts';
import {
  answerChallenge,
  startSession,
  type Credentials,
  type LogInAnswer,
  type SignedIn,
} from '@kvartplata/contracts/auth/sign-in.ts';
import { call } from '../../lib/api.ts';

export async function signIn(body: Credentials): Promise<LogInAnswer> {
  return call(startSession, { body });
}

/**
 * @param challengeToken undefined if only the cookie has it
 * @param typed six digits of the authenticator, or a recovery code
 */
export async function proveSignIn(
  challengeToken: string | undefined,
  typed: string,
): Promise<SignedIn> {
  const text = typed.replaceAll(/\s/g, '');
  const proof = /^\d{6}$/.test(text) ? { code: text } : { recoveryCode: text };
  return call(answerChallenge, { body: { ...proof, challengeToken } });
}

export async function signOut(): Promise<void> {
  await call(endCurrentSession);
}

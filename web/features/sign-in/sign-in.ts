// Signing in and out: the password, the second factor, and the end of a session.
import type {
  ChallengeAnswer,
  Credentials,
  LogInAnswer,
  SignedIn,
} from '@kvartplata/contracts/auth/sign-in.ts';
import { ask } from '../../lib/api.ts';
import { keepCsrfToken } from '../../lib/session.ts';

export async function signIn(body: Credentials): Promise<LogInAnswer> {
  const answer = await ask<LogInAnswer>('auth', '/api/auth/login', { method: 'POST', body });
  if (!answer.twoFactorRequired) keepCsrfToken(answer.csrfToken);
  return answer;
}

/** @param typed six digits of the authenticator, or a recovery code */
export async function proveSignIn(challengeToken: string, typed: string): Promise<SignedIn> {
  const text = typed.replaceAll(/\s/g, '');
  const proof = /^\d{6}$/.test(text) ? { code: text } : { recoveryCode: text };
  const body: ChallengeAnswer = { ...proof, challengeToken };
  const answer = await ask<SignedIn>('auth', '/api/auth/2fa/verify-login', {
    method: 'POST',
    body,
  });
  keepCsrfToken(answer.csrfToken);
  return answer;
}

export async function signOut(): Promise<void> {
  await ask('auth', '/api/auth/logout', { method: 'POST' });
  keepCsrfToken(undefined);
}

// CSRF protection by a signed double submit: the token is bound to a nonce in an HttpOnly cookie and to the session.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { keysOf, type Key, type KeyRing } from './keys.ts';

const RANDOM_BYTES = 16;

export function newCsrfNonce(): string {
  return randomBytes(RANDOM_BYTES).toString('base64url');
}

/** @param sessionId the signed-in session; empty before sign-in */
export function csrfTokenFor({ current }: KeyRing, nonce: string, sessionId: string): string {
  const random = randomBytes(RANDOM_BYTES).toString('base64url');
  return `${random}.${signature(current, nonce, sessionId, random).toString('base64url')}`;
}

export function csrfTokenIsGood(
  ring: KeyRing,
  token: string,
  nonce: string,
  sessionId: string,
): boolean {
  const [random, signed, ...rest] = token.split('.');
  if (random === undefined || signed === undefined || rest.length > 0) return false;
  const given = Buffer.from(signed, 'base64url');
  return keysOf(ring).some((key) => {
    const expected = signature(key, nonce, sessionId, random);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function signature(key: Key, nonce: string, sessionId: string, random: string): Buffer {
  return createHmac('sha256', key.secret)
    .update(JSON.stringify([nonce, sessionId, random]))
    .digest();
}

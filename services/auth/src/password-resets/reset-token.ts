// The token in the link to a new password. It is not stored: it names a request, and only the key of this service can make one.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { keysOf, type Key, type KeyRing } from '@kvartplata/platform/identity/keys.ts';

const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[\w-]{43}$/;

/** The same request always gives the same token, so that a letter that is sent later has the same link. */
export function resetTokenFor({ current }: KeyRing, resetId: string): string {
  return tokenFor(current, resetId);
}

/** The request named by a token of our own making; undefined for any other text. */
export function readResetToken(ring: KeyRing, token: string): string | undefined {
  const [, resetId] = TOKEN.exec(token) ?? [];
  if (resetId === undefined) return undefined;
  const given = Buffer.from(token);
  const isOurs = keysOf(ring).some((key) =>
    timingSafeEqual(given, Buffer.from(tokenFor(key, resetId))),
  );
  return isOurs ? resetId : undefined;
}

function tokenFor(key: Key, resetId: string): string {
  return `${resetId}.${createHmac('sha256', key.secret).update(resetId).digest('base64url')}`;
}

// The refresh token: opaque to whoever holds it, and stored nowhere. It names a session and a generation, and only
// the key of this service can make one.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Key } from '@kvartplata/platform/identity/keys.ts';

export type RefreshClaim = {
  readonly sessionId: string;
  /** The first token of a session is generation 1. */
  readonly generation: number;
};

export const REFRESH_TOKEN_TTL_SECONDS = 30 * 24 * 60 * 60;

const CLAIM = /^([0-9a-f-]{36})\.([1-9][0-9]{0,9})\./;
const MAX_TOKEN_LENGTH = 200;

/** The same claim always gives the same token. */
export function refreshTokenFor(key: Key, { sessionId, generation }: RefreshClaim): string {
  const mac = createHmac('sha256', key.secret)
    .update(JSON.stringify([sessionId, generation]))
    .digest('base64url');
  return Buffer.from(`${sessionId}.${generation}.${mac}`).toString('base64url');
}

/** What a token of our own making claims; undefined for any other text. */
export function readRefreshToken(key: Key, token: string): RefreshClaim | undefined {
  if (token.length > MAX_TOKEN_LENGTH) return undefined;
  const [, sessionId, generation] =
    CLAIM.exec(Buffer.from(token, 'base64url').toString('latin1')) ?? [];
  if (sessionId === undefined || generation === undefined) return undefined;
  const claim = { sessionId, generation: Number(generation) };
  const given = Buffer.from(token);
  const expected = Buffer.from(refreshTokenFor(key, claim));
  return given.length === expected.length && timingSafeEqual(given, expected) ? claim : undefined;
}

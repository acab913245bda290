// The refresh token: opaque to its holder, and not stored. It names a session and a generation, and only the key of this service
// can make one.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { keysOf, type Key, type KeyRing } from '@kvartplata/platform/identity/keys.ts';

export type RefreshClaim = {
  readonly sessionId: string;
  /** The first token of a session is generation 1. */
  readonly generation: number;
};

const CLAIM = /^([0-9a-f-]{36})\.([1-9][0-9]{0,9})\./;
const MAX_TOKEN_LENGTH = 200;

/** The same claim always gives the same token. */
export function refreshTokenFor({ current }: KeyRing, claim: RefreshClaim): string {
  return tokenFor(current, claim);
}

/** The claim of a token of our own making; undefined for any other text. */
export function readRefreshToken(ring: KeyRing, token: string): RefreshClaim | undefined {
  if (token.length > MAX_TOKEN_LENGTH) return undefined;
  const [, sessionId, generation] =
    CLAIM.exec(Buffer.from(token, 'base64url').toString('latin1')) ?? [];
  if (sessionId === undefined || generation === undefined) return undefined;
  const claim = { sessionId, generation: Number(generation) };
  const given = Buffer.from(token);
  const isOurs = keysOf(ring).some((key) => {
    const expected = Buffer.from(tokenFor(key, claim));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isOurs ? claim : undefined;
}

function tokenFor(key: Key, { sessionId, generation }: RefreshClaim): string {
  const mac = createHmac('sha256', key.secret)
    .update(JSON.stringify([sessionId, generation]))
    .digest('base64url');
  return Buffer.from(`${sessionId}.${generation}.${mac}`).toString('base64url');
}

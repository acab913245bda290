// Reads access tokens, and caches the claims of valid ones briefly: a page sends many requests at once with the same token.
import { decodeJwt } from 'jose';
import { setNewest } from '../key-value/bounded-map.ts';
import { verifyAccessToken, type AccessClaims } from './access-token.ts';
import type { KeyRing } from './keys.ts';

/** The claims of a valid token for this service; undefined for any other text. */
export type TokenReader = (token: string) => Promise<AccessClaims | undefined>;

const KEPT_MS = 10_000;
const MOST_KEPT = 10_000;

type Kept = {
  readonly claims: AccessClaims;
  readonly fromMs: number;
  /** The token's own expiry, if that comes first. */
  readonly untilMs: number;
};

export function createTokenReader(ring: KeyRing, audience: string, now: () => Date): TokenReader {
  const kept = new Map<string, Kept>();
  return async (token) => {
    const nowMs = now().getTime();
    const known = kept.get(token);
    if (known !== undefined && nowMs >= known.fromMs && nowMs < known.untilMs) return known.claims;
    kept.delete(token);
    const claims = await verifyAccessToken(ring, audience, token, new Date(nowMs));
    if (claims === undefined) return undefined;
    const endsMs = (decodeJwt(token).exp ?? 0) * 1000;
    const untilMs = Math.min(nowMs + KEPT_MS, endsMs);
    setNewest(kept, token, { claims, fromMs: nowMs, untilMs }, MOST_KEPT);
    return claims;
  };
}

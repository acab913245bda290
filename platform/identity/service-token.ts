// The service token: one service authenticates to another with it, for a minute. A user's token is not accepted in its place.
import { SignJWT } from 'jose';
import type { KeyRing } from './keys.ts';
import { verifySignedToken } from './signed-token.ts';

const TTL_SECONDS = 60;
const TYPE = 'svc+jwt';

/** @param audience the only service that may accept it */
export async function signServiceToken(
  { current }: KeyRing,
  issuer: string,
  audience: string,
  now: Date,
): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({})
    .setProtectedHeader({ alg: 'HS256', typ: TYPE, kid: current.kid })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TTL_SECONDS)
    .sign(current.secret);
}

/** The name of the calling service; undefined when the token is no valid service token for `audience`. */
export async function verifyServiceToken(
  ring: KeyRing,
  audience: string,
  token: string,
  now: Date,
): Promise<string | undefined> {
  const claims = await verifySignedToken(ring, token, {
    typ: TYPE,
    audience,
    requiredClaims: ['iss', 'iat', 'exp'],
    ttlSeconds: TTL_SECONDS,
    now,
  });
  const caller = claims?.['iss'];
  return typeof caller === 'string' ? caller : undefined;
}

// The service token: how one service proves itself to another for a minute. A user's token is no use here.
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import { findKey, type KeyRing } from './keys.ts';

const TTL_SECONDS = 60;
const TYPE = 'svc+jwt';

/** @param audience the one service that may accept it */
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

/** The name of the calling service; undefined when the token is not a good service token for `audience`. */
export async function verifyServiceToken(
  ring: KeyRing,
  audience: string,
  token: string,
  now: Date,
): Promise<string | undefined> {
  try {
    const key = findKey(ring, decodeProtectedHeader(token).kid);
    if (key === undefined) return undefined;
    const { payload } = await jwtVerify(token, key.secret, {
      algorithms: ['HS256'],
      typ: TYPE,
      audience,
      currentDate: now,
      requiredClaims: ['iss', 'iat', 'exp'],
    });
    return payload.iss;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
    throw error;
  }
}

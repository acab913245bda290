// The service token: how one service proves itself to another for a minute. A user's token is no use here.
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Key } from './keys.ts';

const TTL_SECONDS = 60;
const TYPE = 'svc+jwt';

/** @param audience the one service that may accept it */
export async function signServiceToken(
  key: Key,
  issuer: string,
  audience: string,
  now: Date,
): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({})
    .setProtectedHeader({ alg: 'HS256', typ: TYPE, kid: key.kid })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TTL_SECONDS)
    .sign(key.secret);
}

/** The name of the calling service; undefined when the token is not a good service token for `audience`. */
export async function verifyServiceToken(
  key: Key,
  audience: string,
  token: string,
  now: Date,
): Promise<string | undefined> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, key.secret, {
      algorithms: ['HS256'],
      typ: TYPE,
      audience,
      currentDate: now,
      requiredClaims: ['iss', 'iat', 'exp'],
    });
    return protectedHeader.kid === key.kid ? payload.iss : undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
    throw error;
  }
}

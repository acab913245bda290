// The access token: a short JWT that says who is signed in and by which session, and nothing about what they may do.
import { randomUUID } from 'node:crypto';
import { decodeJwt, errors, SignJWT } from 'jose';
import type { KeyRing } from './keys.ts';
import { verifySignedToken } from './signed-token.ts';

export const ACCESS_TOKEN_TTL_SECONDS = 600;

const ISSUER = 'auth';
const AUDIENCES = ['auth', 'core', 'billing'];
const TYPE = 'at+jwt';
/** Restricted because other services put it into a path, whoever signed the token. */
const SESSION_ID = /^[\w-]{1,64}$/;
const USER_ID = /^[1-9][0-9]{0,14}$/;

export type AccessClaims = {
  readonly userId: number;
  readonly sessionId: string;
  /** When the user last proved their second factor, if they have. */
  readonly secondFactorAt?: Date;
};

export type AccessTokenDetails = Omit<AccessClaims, 'secondFactorAt'> & {
  /** When the user last authenticated. */
  readonly authenticatedAt: Date;
  /** The methods, as named by RFC 8176: `pwd`, `otp`. */
  readonly methods: readonly string[];
};

export async function signAccessToken(
  { current }: KeyRing,
  details: AccessTokenDetails,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const expiresAt = issuedAt + ACCESS_TOKEN_TTL_SECONDS;
  const token = await new SignJWT({
    sid: details.sessionId,
    auth_time: Math.floor(details.authenticatedAt.getTime() / 1000),
    amr: [...details.methods],
  })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE, kid: current.kid })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCES)
    .setSubject(String(details.userId))
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setNotBefore(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(current.secret);
  return { token, expiresAt: new Date(expiresAt * 1000) };
}

/**
 * The claims of a valid token for this service; undefined for any other text.
 * @param audience this service: `auth`, `core` or `billing`
 */
export async function verifyAccessToken(
  ring: KeyRing,
  audience: string,
  token: string,
  now: Date,
): Promise<AccessClaims | undefined> {
  const claims = await verifySignedToken(ring, token, {
    typ: TYPE,
    issuer: ISSUER,
    audience,
    requiredClaims: ['sub', 'sid', 'jti', 'iat', 'nbf', 'exp'],
    ttlSeconds: ACCESS_TOKEN_TTL_SECONDS,
    now,
  });
  const { jti, sid, sub } = claims ?? {};
  if (typeof jti !== 'string' || typeof sid !== 'string' || typeof sub !== 'string')
    return undefined;
  if (!USER_ID.test(sub) || !SESSION_ID.test(sid)) return undefined;
  return { userId: Number(sub), sessionId: sid, ...secondFactorIn(claims ?? {}) };
}

/** The second factor is proved last, so its time is that of the authentication. */
function secondFactorIn({
  amr,
  auth_time: at,
}: Readonly<Record<string, unknown>>): Pick<AccessClaims, 'secondFactorAt'> {
  const isProven = Array.isArray(amr) && amr.includes('otp') && typeof at === 'number';
  return isProven ? { secondFactorAt: new Date(at * 1000) } : {};
}

/**
 * The claims of a token that is valid or has expired: enough to end its session, never to allow anything.
 * @param audience as for `verifyAccessToken`
 */
export async function verifyAccessTokenOfAnyAge(
  ring: KeyRing,
  audience: string,
  token: string,
): Promise<AccessClaims | undefined> {
  const issuedAt = issuedAtOf(token);
  return issuedAt === undefined ? undefined : verifyAccessToken(ring, audience, token, issuedAt);
}

/** What the token claims, before any of it is verified. */
function issuedAtOf(token: string): Date | undefined {
  try {
    const { iat } = decodeJwt(token);
    return iat === undefined ? undefined : new Date(iat * 1000);
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
    throw error;
  }
}

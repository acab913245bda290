// What access tokens and service tokens have in common: one encoding, HS256 with a key of their own ring, a maximum age.
import { decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose';
import { findKey, type KeyRing } from './keys.ts';

export type Expected = {
  readonly typ: string;
  readonly audience: string;
  readonly issuer?: string;
  readonly requiredClaims: readonly string[];
  /** An older token is invalid, whatever its own expiry; so is one further in the future than clock skew explains. */
  readonly ttlSeconds: number;
  readonly now: Date;
};

/** How far the signing machine's clock may be ahead of ours: otherwise a token just made would be from the future. */
const SKEW_SECONDS = 5;

/** A decoder also accepts padding, spaces and stray last bits, which would allow many texts for one token. */
const ONE_SPELLING = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/;

/** The claims of a token that was signed with a key of the ring and is as expected; undefined for any other text. */
export async function verifySignedToken(
  ring: KeyRing,
  token: string,
  expected: Expected,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (!ONE_SPELLING.test(token)) return undefined;
  try {
    const key = findKey(ring, decodeProtectedHeader(token).kid);
    if (key === undefined) return undefined;
    const { payload } = await jwtVerify(token, key.secret, {
      algorithms: ['HS256'],
      typ: expected.typ,
      audience: expected.audience,
      ...(expected.issuer === undefined ? {} : { issuer: expected.issuer }),
      requiredClaims: [...expected.requiredClaims],
      maxTokenAge: expected.ttlSeconds,
      currentDate: expected.now,
      clockTolerance: SKEW_SECONDS,
    });
    return isOver(payload, expected) ? undefined : payload;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** The clock tolerance applies only to the beginning of a token's life, not to its end. */
function isOver({ exp = 0, iat = 0 }: JWTPayload, { now, ttlSeconds }: Expected): boolean {
  const seconds = Math.floor(now.getTime() / 1000);
  return exp <= seconds || iat < seconds - ttlSeconds;
}

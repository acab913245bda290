// What access tokens and service tokens have in common: one spelling, HS256 by a key of their own ring, an age.
import { decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose';
import { findKey, type KeyRing } from './keys.ts';

export type Expected = {
  readonly typ: string;
  readonly audience: string;
  readonly issuer?: string;
  readonly requiredClaims: readonly string[];
  /** Older it is not good, whatever it says of its end; nor is one from a future that no clock's fault explains. */
  readonly ttlSeconds: number;
  readonly now: Date;
};

/** How far the clock of the machine that signed may be ahead of ours: a token just made would else be one of the future. */
const SKEW_SECONDS = 5;

/** A decoder takes padding, spaces and stray last bits too, and would make many texts of one token. */
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

/** The tolerance is for beginnings alone: an end is an end. */
function isOver({ exp = 0, iat = 0 }: JWTPayload, { now, ttlSeconds }: Expected): boolean {
  const seconds = Math.floor(now.getTime() / 1000);
  return exp <= seconds || iat < seconds - ttlSeconds;
}

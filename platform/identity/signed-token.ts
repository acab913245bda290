// What access tokens and service tokens have in common: one spelling, HS256 by a key of their own ring, an age.
import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { findKey, type KeyRing } from './keys.ts';

export type Expected = {
  readonly typ: string;
  readonly audience: string;
  readonly issuer?: string;
  readonly requiredClaims: readonly string[];
  /** Older it is not good, whatever it says of its end; nor is one from the future. */
  readonly ttlSeconds: number;
  readonly now: Date;
};

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
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
    throw error;
  }
}

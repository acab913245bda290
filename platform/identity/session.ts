// Who is asking: the session that hangs on a request, and where a service learns whether it still lives.
import type { PlatformRole } from '@kvartplata/contracts/access.ts';
import type { GoodApiKey } from '@kvartplata/contracts/auth/internal.ts';
import type { AccessClaims } from './access-token.ts';

/** The signed-in user of a request. */
export type Session = {
  readonly userId: number;
  readonly sessionId: string;
  /** `admin` may do everything on the platform; what a `user` may do is decided per organization. */
  readonly platformRole: PlatformRole;
  /** When the user last proved their second factor, if they have. */
  readonly secondFactorAt?: Date;
  /** The key of the program that asks in the user's name; undefined for a person. */
  readonly apiKey?: GoodApiKey;
};

/** Undefined for a key that is no good. @throws Refusal dependency-unavailable when nobody can tell now */
export type FindApiKey = (keyHash: Buffer, requestId: string) => Promise<GoodApiKey | undefined>;

export type SessionState = { readonly active: boolean; readonly platformRole: PlatformRole };

/**
 * How old an answer may become of who may still do what: whoever is signed out or removed is refused within 5 s by every
 * process, a look of an open stream and the time of an answer included, with a key-value store or without.
 */
export const ANSWER_KEPT_MS = 3_000;

/**
 * Answers for a session of one user: under another's name it is not active. `undefined` when nobody can tell now:
 * reading then goes on by the token alone.
 */
export type FindSession = (
  claims: AccessClaims,
  requestId: string,
) => Promise<SessionState | undefined>;

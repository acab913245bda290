// Who is calling: the session of a request, and how a service looks up whether it is still active.
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
  /** The key of the program that acts in the user's name; undefined for a person. */
  readonly apiKey?: GoodApiKey;
};

/** Undefined for an invalid key. @throws Refusal dependency-unavailable when it cannot be checked now */
export type FindApiKey = (keyHash: Buffer, requestId: string) => Promise<GoodApiKey | undefined>;

export type SessionState = { readonly active: boolean; readonly platformRole: PlatformRole };

/**
 * How old cached permissions may become: every process refuses a user who was signed out or removed within 5 s, including the
 * interval of an open stream's checks and the time of the lookup, with or without a key-value store.
 */
export const ANSWER_KEPT_MS = 3_000;

/**
 * Looks up a session of one user; with another user's id it is not active. `undefined` when it cannot be looked up now: reading
 * is then allowed by the token alone.
 */
export type FindSession = (
  claims: AccessClaims,
  requestId: string,
) => Promise<SessionState | undefined>;

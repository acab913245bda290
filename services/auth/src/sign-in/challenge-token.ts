// The token of a sign-in that waits for a code: it cannot be guessed, and the database does not reveal it.
import { createHash, randomBytes } from 'node:crypto';

export const CHALLENGE_SECONDS = 300;

const TOKEN_BYTES = 32;

export function newChallengeToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** What is stored of a token. */
export function challengeHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

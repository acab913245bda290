// The text of an API key: `kp_`, 256 random bits and a checksum, so that a truncated or mistyped key is refused without a lookup.
// Only its hash is stored; for so much randomness a fast hash is enough.
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'kp_';
const RANDOM_BYTES = 32;
const FORM = /^kp_[\w-]{43}[0-9a-f]{8}$/;
const CHECK_LENGTH = 8;

export function newApiKey(): string {
  const body = PREFIX + randomBytes(RANDOM_BYTES).toString('base64url');
  return body + checkOf(body);
}

/** Whether a bearer token has the form of an API key, valid or not. */
export function looksLikeApiKey(token: string): boolean {
  return token.startsWith(PREFIX);
}

/** The hash that is stored and looked up; undefined for a text that cannot be a key. */
export function apiKeyHashOf(key: string): Buffer | undefined {
  if (!FORM.test(key)) return undefined;
  if (checkOf(key.slice(0, -CHECK_LENGTH)) !== key.slice(-CHECK_LENGTH)) return undefined;
  return createHash('sha256').update(key).digest();
}

function checkOf(body: string): string {
  return crc32(body).toString(16).padStart(CHECK_LENGTH, '0');
}

// The text of an API key: `kp_`, 256 random bits and a check, so that a key cut short or mistyped is refused without asking
// anybody. Only its hash is stored: what is so random needs no slower one.
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

/** Whether a bearer token claims to be a key, good or not. */
export function looksLikeApiKey(token: string): boolean {
  return token.startsWith(PREFIX);
}

/** What is stored and asked for; undefined for a text that cannot be a key. */
export function apiKeyHashOf(key: string): Buffer | undefined {
  if (!FORM.test(key)) return undefined;
  if (checkOf(key.slice(0, -CHECK_LENGTH)) !== key.slice(-CHECK_LENGTH)) return undefined;
  return createHash('sha256').update(key).digest();
}

function checkOf(body: string): string {
  return crc32(body).toString(16).padStart(CHECK_LENGTH, '0');
}

// Forges tokens: with any header, any claims, signed with anything.
import { createHmac } from 'node:crypto';
import type { KeyRing } from '../identity/keys.ts';

/** One part of a token; a text is used as it is. */
export function encodePart(part: unknown): string {
  return Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');
}

/** Signs whatever it is given. */
export function forge(
  header: unknown,
  claims: unknown,
  { current: key }: KeyRing,
  hash = 'sha256',
): string {
  return forgeWith(header, claims, (body) => createHmac(hash, key.secret).update(body).digest());
}

/** @param sign computes the signature of the two parts before it */
export function forgeWith(
  header: unknown,
  claims: unknown,
  sign: (body: string) => Buffer,
): string {
  const body = `${encodePart(header)}.${encodePart(claims)}`;
  return `${body}.${sign(body).toString('base64url')}`;
}

export function without<T extends object>(claims: T, name: keyof T): Partial<T> {
  const { [name]: _dropped, ...rest } = claims;
  return rest as Partial<T>;
}

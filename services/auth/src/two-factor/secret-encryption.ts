// Secrets of authenticators at rest, each bound to the user it belongs to.
import {
  decrypt,
  encrypt,
  type EncryptedSecret,
} from '@kvartplata/platform/identity/encryption.ts';
import type { KeyRing } from '@kvartplata/platform/identity/keys.ts';

export type { EncryptedSecret } from '@kvartplata/platform/identity/encryption.ts';

export function encryptSecret(ring: KeyRing, userId: number, secret: Uint8Array): EncryptedSecret {
  return encrypt(ring, `totp:${userId}`, secret);
}

/** Undefined when no key of the ring opens it for this user. */
export function decryptSecret(
  ring: KeyRing,
  userId: number,
  secret: EncryptedSecret,
): Uint8Array | undefined {
  return decrypt(ring, `totp:${userId}`, secret);
}

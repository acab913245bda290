// Encrypts the secrets of authenticators, each bound to its user.
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

/** Undefined if no key of the ring decrypts it for this user. */
export function decryptSecret(
  ring: KeyRing,
  userId: number,
  secret: EncryptedSecret,
): Uint8Array | undefined {
  return decrypt(ring, `totp:${userId}`, secret);
}

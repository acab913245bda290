// Encrypts secrets at rest: AES-256-GCM under a key of the platform, bound to their owner, so that a stolen table reveals none of
// them and a row copied to another owner cannot be decrypted.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { findKey, type KeyRing } from './keys.ts';

export type EncryptedSecret = {
  /** Nonce, ciphertext, tag. */
  readonly bytes: Buffer;
  /** The id of the key. */
  readonly kid: string;
};

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** @param belongsTo the owner, which decryption has to name as well, such as `totp:12` */
export function encrypt(
  { current }: KeyRing,
  belongsTo: string,
  secret: Uint8Array,
): EncryptedSecret {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, current.secret, nonce).setAAD(Buffer.from(belongsTo));
  const bytes = Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
  return { bytes, kid: current.kid };
}

/** Undefined when no key of the ring decrypts it for this owner. */
export function decrypt(
  ring: KeyRing,
  belongsTo: string,
  { bytes, kid }: EncryptedSecret,
): Uint8Array | undefined {
  const key = findKey(ring, kid);
  if (key === undefined) return undefined;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key.secret, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(belongsTo))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  const opened = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([opened, decipher.final()]);
  } catch {
    return undefined;
  }
}

// One key per purpose, derived from the shared secret, so that a token of one kind can never pass for another.
import { createHash, hkdfSync } from 'node:crypto';

export type KeyPurpose = 'access' | 'service' | 'csrf' | 'refresh' | 'totp';

export type Key = {
  readonly secret: Uint8Array;
  /** Names the key in a token's header without telling anything about it. */
  readonly kid: string;
};

export type Keys = Readonly<Record<KeyPurpose, Key>>;

const KEY_BYTES = 32;

export function deriveKeys(jwtSecret: Buffer): Keys {
  return {
    access: deriveKey(jwtSecret, 'access'),
    service: deriveKey(jwtSecret, 'service'),
    csrf: deriveKey(jwtSecret, 'csrf'),
    refresh: deriveKey(jwtSecret, 'refresh'),
    totp: deriveKey(jwtSecret, 'totp'),
  };
}

function deriveKey(jwtSecret: Buffer, purpose: KeyPurpose): Key {
  const secret = new Uint8Array(hkdfSync('sha256', jwtSecret, '', `${purpose}:v1`, KEY_BYTES));
  return { secret, kid: createHash('sha256').update(secret).digest('base64url').slice(0, 8) };
}

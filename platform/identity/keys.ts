// One key per purpose, derived from the shared secret, so that a token of one kind never passes for another. While the secret is
// being changed, signatures by the previous one stay valid, and new ones are made only by the current one.
import { createHash, hkdfSync } from 'node:crypto';

export type KeyPurpose =
  | 'access'
  | 'service'
  | 'csrf'
  | 'refresh'
  | 'totp'
  | 'limits'
  | 'links'
  | 'values'
  | 'seals'
  | 'resets'
  | 'webhooks';

export type Key = {
  readonly secret: Uint8Array;
  /** The key's id in a token's header; it reveals nothing about the key. */
  readonly kid: string;
};

export type KeyRing = {
  /** Signs and verifies. */
  readonly current: Key;
  /** Only verifies. */
  readonly previous: Key | undefined;
};

export type Keys = Readonly<Record<KeyPurpose, KeyRing>>;

const KEY_BYTES = 32;

/** @param previousSecret the secret before this one, until its tokens have expired */
export function deriveKeys(secret: Buffer, previousSecret?: Buffer): Keys {
  const ringOf = (purpose: KeyPurpose): KeyRing => ({
    current: deriveKey(secret, purpose),
    previous: previousSecret === undefined ? undefined : deriveKey(previousSecret, purpose),
  });
  return {
    access: ringOf('access'),
    service: ringOf('service'),
    csrf: ringOf('csrf'),
    refresh: ringOf('refresh'),
    totp: ringOf('totp'),
    limits: ringOf('limits'),
    links: ringOf('links'),
    values: ringOf('values'),
    seals: ringOf('seals'),
    resets: ringOf('resets'),
    webhooks: ringOf('webhooks'),
  };
}

/** The keys that may have signed something, the more likely one first. */
export function keysOf({ current, previous }: KeyRing): readonly Key[] {
  return previous === undefined ? [current] : [current, previous];
}

/** The key that a header names; undefined when it is not in this ring. */
export function findKey(ring: KeyRing, kid: unknown): Key | undefined {
  return keysOf(ring).find((key) => key.kid === kid);
}

function deriveKey(jwtSecret: Buffer, purpose: KeyPurpose): Key {
  const secret = new Uint8Array(hkdfSync('sha256', jwtSecret, '', `${purpose}:v1`, KEY_BYTES));
  return { secret, kid: createHash('sha256').update(secret).digest('base64url').slice(0, 8) };
}

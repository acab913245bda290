// Values that are trusted: without signatures whoever can write to the store could forge sessions or memberships.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { keysOf, type KeyRing } from '../identity/keys.ts';
import type { KeyValueStore } from './key-value-store.ts';

export type ValueStore = Pick<KeyValueStore, 'get' | 'set' | 'delete'>;

const SIGNED = /^([\w-]{43}) (\d+) (.*)$/s;

/**
 * Stores each value with its expiry and a MAC over both and its key. A value without a valid MAC, under another key, or past its
 * expiry counts as missing: a copied value does not outlive its expiry.
 * @param nowMs a wall clock, which replicas share
 */
export function signValues(
  store: ValueStore,
  ring: KeyRing,
  nowMs: () => number = Date.now,
): ValueStore {
  const macOf = (secret: Uint8Array, key: string, untilMs: string, value: string): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify([key, untilMs, value]))
      .digest('base64url');
  return {
    get: async (key) => {
      const [, mac = '', untilMs = '', value = ''] =
        SIGNED.exec((await store.get(key)) ?? '') ?? [];
      if (mac === '' || Number(untilMs) <= nowMs()) return undefined;
      const isOurs = keysOf(ring).some(({ secret }) =>
        timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secret, key, untilMs, value))),
      );
      return isOurs ? value : undefined;
    },
    set: async (key, value, ttlMs) => {
      const untilMs = String(nowMs() + ttlMs);
      const mac = macOf(ring.current.secret, key, untilMs, value);
      await store.set(key, `${mac} ${untilMs} ${value}`, ttlMs);
    },
    delete: async (key) => store.delete(key),
  };
}

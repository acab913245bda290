// Values that are believed: who may write into the store of another could else say that a session lives or who is a member.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { keysOf, type KeyRing } from '../identity/keys.ts';
import type { KeyValueStore } from './key-value-store.ts';

export type ValueStore = Pick<KeyValueStore, 'get' | 'set' | 'delete'>;

const SIGNED = /^([\w-]{43}) (\d+) (.*)$/s;

/**
 * Keeps each value with the end of its life and a MAC over both and its key. What has no good MAC, stood under another key, or
 * should be gone is not there: so a value that was copied is no good once it is over.
 * @param nowMs the clock of the day, which replicas share
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

// How often one network may ask for pages of receipts: enough for a family, too little for whoever tries links.
import { createHmac } from 'node:crypto';
import { networkOf } from '@kvartplata/platform/http/client-network.ts';
import type { KeyRing } from '@kvartplata/platform/identity/keys.ts';
import type { KeyValueStore } from '@kvartplata/platform/key-value/key-value-store.ts';

const MOST = 60;
const WINDOW_MS = 60_000;

/** True while the network of the address has asked no more than 60 times in this minute. */
export type PageLimit = (address: string) => Promise<boolean>;

/** @param keys under which addresses are hashed: the store knows none */
export function createPageLimit(
  store: KeyValueStore,
  { current }: KeyRing,
  now: () => Date,
): PageLimit {
  return async (address) => {
    const minute = Math.floor(now().getTime() / WINDOW_MS);
    const network = createHmac('sha256', current.secret).update(networkOf(address));
    const key = `receipt-pages:${network.digest('base64url')}:${minute}`;
    return (await store.increment(key, WINDOW_MS)) <= MOST;
  };
}

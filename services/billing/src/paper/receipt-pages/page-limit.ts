// How often receipts' pages may be asked for: by a link, enough for a family; by a network, enough for a house behind one address, but
// little for whoever tries links.
import { createHmac } from 'node:crypto';
import { networkOf } from '@kvartplata/platform/http/client-network.ts';
import type { KeyRing } from '@kvartplata/platform/identity/keys.ts';
import type { KeyValueStore } from '@kvartplata/platform/key-value/key-value-store.ts';

const MOST_BY_LINK = 60;
const MOST_BY_NETWORK = 1_200;
/** What opens nothing counts in its network besides, and no more often than this. */
const MOST_WRONG = 60;
const WINDOW_MS = 60_000;

/**
 * Whether another request of this minute is answered: a link's sixty, of a network 1,200, and sixty of those that open nothing.
 * @param link undefined where the token opens nothing
 */
export type PageLimit = (address: string, link: string | undefined) => Promise<boolean>;

/** @param keys under which addresses and links are hashed: the store knows none */
export function createPageLimit(
  store: KeyValueStore,
  { current }: KeyRing,
  now: () => Date,
): PageLimit {
  const isWithin = async (kind: string, what: string, most: number): Promise<boolean> => {
    const minute = Math.floor(now().getTime() / WINDOW_MS);
    const hash = createHmac('sha256', current.secret).update(what).digest('base64url');
    return (await store.increment(`receipt-${kind}:${hash}:${minute}`, WINDOW_MS)) <= most;
  };
  return async (address, link) => {
    const network = networkOf(address);
    const isGood = await isWithin('pages', network, MOST_BY_NETWORK);
    if (!isGood) return false;
    return link === undefined
      ? isWithin('wrong', network, MOST_WRONG)
      : isWithin('links', link, MOST_BY_LINK);
  };
}

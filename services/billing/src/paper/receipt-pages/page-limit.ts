// Rate limits for receipts' pages: per link, enough for a family; per network, enough for a house behind one address, but too
// little for guessing links.
import { createHmac } from 'node:crypto';
import { networkOf } from '@kvartplata/platform/http/client-network.ts';
import type { KeyRing } from '@kvartplata/platform/identity/keys.ts';
import type { KeyValueStore } from '@kvartplata/platform/key-value/key-value-store.ts';

const MOST_BY_LINK = 60;
const MOST_BY_NETWORK = 1_200;
/** Requests with invalid links also count in their network against this limit. */
const MOST_WRONG = 60;
const WINDOW_MS = 60_000;

/**
 * Whether another request in this minute is allowed: 60 per link, 1,200 per network, of which at most 60 with invalid links.
 * @param link undefined when the token is not valid
 */
export type PageLimit = (address: string, link: string | undefined) => Promise<boolean>;

/**
 * @param store must not fail
 * @param keys for hashing addresses and links, which the store never sees in clear
 */
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

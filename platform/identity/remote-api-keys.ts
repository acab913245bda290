// How core and billing look up API keys: they query auth and cache the answer briefly, as with sessions. While auth is
// unavailable a key cannot be checked, and its requests are refused for the time being.
import { getApiKeyState, type GoodApiKey } from '@kvartplata/contracts/auth/internal.ts';
import { remember } from '../key-value/remember.ts';
import type { ValueStore } from '../key-value/signed-values.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import { ANSWER_KEPT_MS, type FindApiKey } from './session.ts';

/** @param nowMs a monotonic clock, by default the process's own */
export function findRemoteApiKey(
  auth: Pick<ServiceClient, 'call'>,
  values: ValueStore,
  nowMs?: () => number,
): FindApiKey {
  return async (keyHash, requestId): Promise<GoodApiKey | undefined> => {
    const hash = keyHash.toString('hex');
    const { apiKey } = await remember(
      { store: values, key: `api-key:${hash}`, ttlMs: ANSWER_KEPT_MS, nowMs },
      async () => auth.call(getApiKeyState, { params: { hash } }, requestId),
    );
    return apiKey ?? undefined;
  };
}

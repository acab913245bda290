// How core and billing check whether a session is still active: they query auth and cache the answer briefly.
import { getSessionState } from '@kvartplata/contracts/auth/internal.ts';
import { Refusal } from '../http/refusal.ts';
import type { ValueStore } from '../key-value/signed-values.ts';
import { remember } from '../key-value/remember.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import { findRemoteApiKey } from './remote-api-keys.ts';
import { ANSWER_KEPT_MS, type FindApiKey, type FindSession } from './session.ts';

/** How a service other than auth finds out who is calling. */
export function askAuth(
  auth: ServiceClient,
  values: ValueStore,
): { readonly findSession: FindSession; readonly findApiKey: FindApiKey } {
  return {
    findSession: findRemoteSession(auth, values),
    findApiKey: findRemoteApiKey(auth, values),
  };
}

/** @param nowMs a monotonic clock, by default the process's own */
export function findRemoteSession(
  auth: ServiceClient,
  values: ValueStore,
  nowMs?: () => number,
): FindSession {
  return async ({ sessionId, userId }, requestId) => {
    try {
      return await remember(
        { store: values, key: `session:${sessionId}:${userId}`, ttlMs: ANSWER_KEPT_MS, nowMs },
        async () => {
          const asked = { params: { sessionId }, query: { userId } };
          return auth.call(getSessionState, asked, requestId);
        },
      );
    } catch (error) {
      if (error instanceof Refusal && error.code === 'dependency-unavailable') return undefined;
      throw error;
    }
  };
}

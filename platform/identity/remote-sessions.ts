// How core and billing learn whether a session still lives: they ask auth and remember the answer for a moment.
import { SessionAnswer } from '@kvartplata/contracts/auth/internal.ts';
import { Check } from 'typebox/value';
import { Refusal } from '../http/refusal.ts';
import type { KeyValueStore } from '../key-value/key-value-store.ts';
import { remember } from '../key-value/remember.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import type { FindSession } from './session.ts';

const KEPT_MS = 15_000;

/** @param nowMs a monotonic clock, the process's own unless given */
export function findRemoteSession(
  auth: ServiceClient,
  keyValue: KeyValueStore,
  nowMs?: () => number,
): FindSession {
  return async ({ sessionId, userId }, requestId) => {
    try {
      return await remember(
        { store: keyValue, key: `session:${sessionId}:${userId}`, ttlMs: KEPT_MS, nowMs },
        async () => {
          const answer = await auth.get(
            `/api/internal/sessions/${encodeURIComponent(sessionId)}?userId=${userId}`,
            requestId,
          );
          if (!Check(SessionAnswer, answer))
            throw new Refusal('dependency-unavailable', 'The auth-service answered nonsense');
          return answer;
        },
      );
    } catch (error) {
      if (error instanceof Refusal && error.code === 'dependency-unavailable') return undefined;
      throw error;
    }
  };
}

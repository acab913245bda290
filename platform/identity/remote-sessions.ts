// How core and billing learn whether a session still lives: they ask auth and remember the answer for a moment.
import { SessionAnswer } from '@kvartplata/contracts/auth/internal.ts';
import { Check } from 'typebox/value';
import { Refusal } from '../http/refusal.ts';
import type { ValueStore } from '../key-value/signed-values.ts';
import { remember } from '../key-value/remember.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import { ANSWER_KEPT_MS, type FindSession } from './session.ts';

/** @param nowMs a monotonic clock, the process's own unless given */
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

// Above which amount an organization wants a second factor, for whom no membership tells it: an admin of the platform, and a
// key of theirs. Remembered for as long as memberships are, so that a payment asks core for nothing more.
import { ANSWER_KEPT_MS } from '@kvartplata/platform/identity/session.ts';
import { remember } from '@kvartplata/platform/key-value/remember.ts';
import type { ValueStore } from '@kvartplata/platform/key-value/signed-values.ts';
import type { CoreClient } from './core-client.ts';

/**
 * Null where the organization wants none.
 * @throws Refusal dependency-unavailable
 */
export type FindStepUpAbove = (organizationId: number, requestId: string) => Promise<string | null>;

export function createStepUpLimits(
  core: Pick<CoreClient, 'findOrganization'>,
  store: ValueStore,
): FindStepUpAbove {
  return async (organizationId, requestId) => {
    const key = `step-up-above:${organizationId}`;
    return remember({ store, key, ttlMs: ANSWER_KEPT_MS }, async () => {
      const organization = await core.findOrganization(organizationId, requestId);
      return organization?.stepUpAbove ?? null;
    });
  };
}

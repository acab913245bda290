// The amount above which an organization requires a second factor, for callers whose memberships do not include it: platform
// admins and their keys. Remembered as long as memberships are, so that a payment needs no further request to core.
import { ANSWER_KEPT_MS } from '@kvartplata/platform/identity/session.ts';
import { remember } from '@kvartplata/platform/key-value/remember.ts';
import type { ValueStore } from '@kvartplata/platform/key-value/signed-values.ts';
import type { CoreClient } from './core-client.ts';

/**
 * Null when the organization requires none.
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

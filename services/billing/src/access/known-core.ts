// A core client that remembers answers about what hardly changes: for a minute, or as long as memberships are remembered.
import type { ValueStore } from '@kvartplata/platform/key-value/signed-values.ts';
import { remember } from '@kvartplata/platform/key-value/remember.ts';
import type { CoreClient } from './core-client.ts';
import { createFirstMonths, type FindFirstMonth } from './first-months.ts';
import { createStepUpLimits, type FindStepUpAbove } from './step-up-limits.ts';

export type KnownCore = CoreClient & {
  readonly findFirstMonth: FindFirstMonth;
  readonly findStepUpAbove: FindStepUpAbove;
  readonly hasOrganization: (organizationId: number, requestId: string) => Promise<boolean>;
  /** Always asks core: a remembered account may have been deleted since. */
  readonly findAccountNow: CoreClient['findAccount'];
};

/** An account or a house never moves to another organization. */
const PLACE_KEPT_MS = 60_000;

export function rememberCore(core: CoreClient, store: ValueStore): KnownCore {
  /** Only what was found is remembered: what is missing now may be created a moment later. */
  async function rememberPlace<T>(
    key: string,
    find: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const found = await remember(
      { store, key, ttlMs: PLACE_KEPT_MS, keepIf: (value: T | null) => value !== null },
      async () => (await find()) ?? null,
    );
    return found ?? undefined;
  }

  return {
    ...core,
    findHouse: async (houseId, requestId) =>
      rememberPlace(`house:${houseId}`, async () => core.findHouse(houseId, requestId)),
    findAccount: async (personalAccountId, requestId) =>
      rememberPlace(`account:${personalAccountId}`, async () =>
        core.findAccount(personalAccountId, requestId),
      ),
    hasOrganization: async (organizationId, requestId) => {
      const found = await rememberPlace(`organization:${organizationId}`, async () => {
        const organization = await core.findOrganization(organizationId, requestId);
        return organization === undefined ? undefined : true;
      });
      return found === true;
    },
    findAccountNow: async (personalAccountId, requestId) =>
      core.findAccount(personalAccountId, requestId),
    findFirstMonth: createFirstMonths(core, store),
    findStepUpAbove: createStepUpLimits(core, store),
  };
}

// What services of a house would cost its accounts by the norm in a month, from core's snapshot of it.
import type { ServiceFacts } from '@kvartplata/domain/charging/house-facts.ts';
import { normCharge } from '@kvartplata/domain/charging/norm-charge.ts';
import type { Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import type { CoreClient } from '../../access/core-client.ts';
import { BrokenSnapshotError, readHouseFacts } from './read-house-facts.ts';
import { snapshotLines } from './snapshot-lines.ts';
import { unusableSnapshot } from './unusable-snapshot.ts';

export type NormCharges = {
  /** The services of the month, each once. */
  readonly services: readonly Pick<
    ServiceFacts,
    'houseServiceId' | 'name' | 'kind' | 'qualityStandard'
  >[];
  /** Undefined where it cannot be computed, and for an account that was not open in the month. */
  readonly of: (personalAccountId: number, houseServiceId: number) => Kopecks | undefined;
};

const NOTHING_EARLIER = { estimates: new Map(), commonNeeds: new Map() };

/**
 * @param period `YYYY-MM`
 * @throws Refusal dependency-unavailable
 */
export async function readNormCharges(
  {
    core,
    requestId,
  }: { readonly core: Pick<CoreClient, 'readSnapshot'>; readonly requestId: string },
  { organizationId, houseId }: { readonly organizationId: number; readonly houseId: number },
  period: string,
): Promise<NormCharges> {
  const houses = { organizationId, houseIds: [houseId] };
  const snapshot = await core.readSnapshot(houses, period, requestId);
  const found = readWhole(snapshot, houseId, period);
  if (found === undefined) return { services: [], of: () => undefined };
  const accounts = new Map(
    found.accounts.map((account) => [account.personalAccountId, account] as const),
  );
  const services = new Map(
    found.house.services.map((service) => [service.houseServiceId, service] as const),
  );
  return {
    services: [...services.values()],
    of: (personalAccountId, houseServiceId) => {
      const account = accounts.get(personalAccountId);
      return account && normCharge(found.house, account, houseServiceId);
    },
  };
}

function readWhole(snapshot: Uint8Array, houseId: number, period: string) {
  try {
    const lines = snapshotLines(snapshot);
    return [...readHouseFacts(lines, [houseId], period, NOTHING_EARLIER)][0];
  } catch (error) {
    if (error instanceof BrokenSnapshotError) throw unusableSnapshot(error.message);
    throw error;
  }
}

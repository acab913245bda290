// The houses that a request names: one house, or all of an organization.
import { naturalOrder } from '@kvartplata/domain/text/natural-order.ts';
import { invalidField, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from './access.service.ts';
import { listHouses, requireHouse } from './places.ts';

export type NamedHouses = {
  readonly organizationId: number;
  /** The address of the one house; undefined for all of them. */
  readonly address: string | undefined;
  /** Sorted by address. */
  readonly houseIds: readonly number[];
  /** How the audit log refers to them. */
  readonly object: { readonly type: 'house' | 'organization'; readonly id: number };
};

/** @throws Refusal validation-failed when neither a house nor an organization is named; not-found */
export async function namedHouses(
  caller: Caller,
  {
    houseId,
    organizationId,
  }: { readonly houseId?: number | undefined; readonly organizationId?: number | undefined },
): Promise<NamedHouses> {
  if (houseId !== undefined) {
    const house = await requireHouse(caller, houseId);
    if (organizationId !== undefined && organizationId !== house.organizationId)
      throw new Refusal('not-found', `Organization ${organizationId} has no house ${houseId}`);
    const object = { type: 'house', id: houseId } as const;
    const { organizationId: ofHouse, address } = house;
    return { organizationId: ofHouse, address, houseIds: [houseId], object };
  }
  if (organizationId === undefined)
    throw invalidField('/houseId', 'a house or an organization has to be named', {
      code: 'either-or',
    });
  await caller.requireRole(organizationId);
  const houseIds = await listInOrder(caller, organizationId);
  const object = { type: 'organization', id: organizationId } as const;
  return { organizationId, address: undefined, houseIds, object };
}

async function listInOrder(caller: Caller, organizationId: number): Promise<readonly number[]> {
  const { houseIds, addresses } = await listHouses(caller, organizationId);
  const houses = houseIds.map((houseId, at) => ({ houseId, address: addresses[at] ?? '' }));
  return houses
    .toSorted(
      (one, other) => naturalOrder(one.address, other.address) || one.houseId - other.houseId,
    )
    .map(({ houseId }) => houseId);
}

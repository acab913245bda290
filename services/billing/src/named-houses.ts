// The houses that a request names: one, or all of an organization.
import { invalidField, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from './access/access.service.ts';

export type NamedHouses = {
  readonly organizationId: number;
  /** In ascending order. */
  readonly houseIds: readonly number[];
  /** What the audit log calls them. */
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
    const house = await caller.requireHouse(houseId);
    if (organizationId !== undefined && organizationId !== house.organizationId)
      throw new Refusal('not-found', `Organization ${organizationId} has no house ${houseId}`);
    const object = { type: 'house', id: houseId } as const;
    return { organizationId: house.organizationId, houseIds: [houseId], object };
  }
  if (organizationId === undefined)
    throw invalidField('/houseId', 'a house or an organization has to be named');
  await caller.requireRole(organizationId);
  const { houseIds } = await caller.listHouses(organizationId);
  const object = { type: 'organization', id: organizationId } as const;
  return { organizationId, houseIds: houseIds.toSorted((one, other) => one - other), object };
}

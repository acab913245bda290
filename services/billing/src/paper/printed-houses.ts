// The houses for which documents are printed: all or some of an organization, in walking order.
import { naturalOrder } from '@kvartplata/domain/text/natural-order.ts';
import { invalidField, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../access/access.service.ts';
import { listCountedHouses, requireHouse } from '../access/places.ts';
import { streetOf } from './street-of.ts';

export type PrintedHouse = {
  readonly houseId: number;
  readonly address: string;
  readonly accounts: number;
};

/**
 * The requested houses, by street and number.
 * @throws Refusal validation-failed, not-found, forbidden, unprocessable-reference
 */
export async function printedHouses(
  caller: Caller,
  {
    organizationId: named,
    houseIds,
  }: {
    readonly organizationId?: number | undefined;
    readonly houseIds?: readonly number[] | undefined;
  },
): Promise<{ readonly organizationId: number; readonly houses: readonly PrintedHouse[] }> {
  const [first] = houseIds ?? [];
  if (named === undefined && first === undefined)
    throw invalidField('/organizationId', 'or houseIds is required', { code: 'required' });
  if (named !== undefined) await caller.requireRole(named);
  const organizationId = named ?? (await requireHouse(caller, first ?? 0)).organizationId;
  const all = await listCountedHouses(caller, organizationId);
  if (all.length === 0)
    throw new Refusal('unprocessable-reference', `Organization ${organizationId} has no houses`);
  const wanted = new Set(houseIds);
  const houses = houseIds === undefined ? all : all.filter(({ houseId }) => wanted.delete(houseId));
  const [stranger] = wanted;
  if (houseIds !== undefined && stranger !== undefined)
    throw new Refusal('not-found', `The organization has no house ${stranger}`);
  return { organizationId, houses: houses.toSorted(byRoute) };
}

function byRoute(one: PrintedHouse, other: PrintedHouse): number {
  return (
    naturalOrder(streetOf(one.address), streetOf(other.address)) ||
    naturalOrder(one.address, other.address) ||
    one.houseId - other.houseId
  );
}

/** For a file name: the street and number of a single house, otherwise the number of houses. */
export function nameOfHouses(houses: readonly PrintedHouse[]): string | undefined {
  const [first, ...others] = houses;
  return others.length === 0 ? streetOf(first?.address) : `${houses.length} dom`;
}

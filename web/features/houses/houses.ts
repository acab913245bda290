// The houses of an organization.
import type { ChangedHouse, House, NewHouse } from '@kvartplata/contracts/core/houses.ts';
import { queryOptions } from '@tanstack/react-query';
import type { StaticEncode } from 'typebox';
import { ask, askVersioned, type Versioned } from '../../lib/api.ts';
import { askAll, pagesOf } from '../../lib/paged.ts';

const PATH = '/api/houses';

export type HouseBody = Omit<StaticEncode<typeof ChangedHouse>, 'organizationId'>;

export function housesOf(organizationId: number, search = '') {
  return pagesOf<House>('core', PATH, { organizationId, search: search.trim() });
}

/** Every one of them, to choose from. */
export function allHousesOf(organizationId: number) {
  return queryOptions({
    queryKey: [PATH, { organizationId }, 'all'],
    queryFn: async ({ signal }) =>
      askAll<House>('core', PATH, { query: { organizationId }, signal }),
  });
}

export function houseOf(id: number) {
  return queryOptions({
    queryKey: [PATH, id],
    queryFn: async () => readHouse(id),
  });
}

export async function readHouse(id: number): Promise<Versioned<House>> {
  return askVersioned('core', `${PATH}/${id}`);
}

export async function addHouse(organizationId: number, fields: HouseBody): Promise<House> {
  const body: StaticEncode<typeof NewHouse> = { organizationId, ...fields };
  return ask<House>('core', PATH, { method: 'POST', body });
}

export async function changeHouse(
  id: number,
  etag: string | undefined,
  body: HouseBody,
): Promise<Versioned<House>> {
  return askVersioned('core', `${PATH}/${id}`, { method: 'PUT', body, ifMatch: etag });
}

// The houses of an organization.
import {
  createHouse,
  deleteHouse as remove,
  getHouse,
  listHouses,
  replaceHouse,
  type ChangedHouse,
  type House,
} from '@kvartplata/contracts/core/houses.ts';
import { queryOptions } from '@tanstack/react-query';
import type { StaticEncode } from 'typebox';
import { call } from '../../lib/api.ts';
import { read, readAll, readVersioned } from '../../lib/reads.ts';

export type HouseBody = Omit<StaticEncode<typeof ChangedHouse>, 'organizationId'>;

/** All of them, to choose from, ordered by address. */
export function allHousesOf(organizationId: number) {
  return readAll(listHouses, { query: { organizationId } });
}

const FOUND_AT_ONCE = 5;

/** The first ones whose address has these words. */
export function foundHouses(organizationId: number, search: string) {
  return queryOptions({
    ...read(listHouses, { query: { organizationId, search, limit: FOUND_AT_ONCE } }),
    enabled: search !== '',
    placeholderData: (previous) => previous,
  });
}

export function houseOf(houseId: number) {
  return readVersioned(getHouse, { params: { houseId } });
}

export async function addHouse(organizationId: number, fields: HouseBody): Promise<House> {
  return call(createHouse, { body: { organizationId, ...fields } });
}

export async function changeHouse(
  houseId: number,
  ifMatch: string | undefined,
  body: HouseBody,
): Promise<House> {
  return call(replaceHouse, { params: { houseId }, body, ifMatch });
}

/** Only possible for a house that was never charged and has nothing that belongs to it. */
export async function deleteHouse(houseId: number, ifMatch: string | undefined): Promise<void> {
  await call(remove, { params: { houseId }, ifMatch });
}

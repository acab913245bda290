// What a house is charged for.
import {
  createHouseService,
  deleteHouseService,
  getHouseService,
  listHouseServices,
  replaceHouseService,
  type HouseServiceBody,
  type WrittenHouseService,
} from '@kvartplata/contracts/core/house-services.ts';
import type { StaticEncode } from 'typebox';
import { call } from '../../lib/api.ts';
import { readAll, readVersioned } from '../../lib/reads.ts';

export type ServiceBody = StaticEncode<typeof HouseServiceBody>;

export function servicesOf(houseId: number) {
  return readAll(listHouseServices, { params: { houseId } });
}

export function serviceOf(houseServiceId: number) {
  return readVersioned(getHouseService, { params: { houseServiceId } });
}

export async function addService(houseId: number, body: ServiceBody): Promise<WrittenHouseService> {
  return call(createHouseService, { params: { houseId }, body });
}

export async function changeService(
  houseServiceId: number,
  ifMatch: string | undefined,
  body: ServiceBody,
  isConfirmed: boolean,
): Promise<WrittenHouseService> {
  const query = isConfirmed ? { confirmed: true } : {};
  return call(replaceHouseService, { params: { houseServiceId }, query, body, ifMatch });
}

export async function deleteService(
  houseServiceId: number,
  ifMatch: string | undefined,
): Promise<void> {
  await call(deleteHouseService, { params: { houseServiceId }, ifMatch });
}

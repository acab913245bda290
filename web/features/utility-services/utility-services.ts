// What a house may be charged for: the catalogue, and the organization's own services.
import {
  createUtilityService,
  deleteUtilityService,
  getUtilityService,
  listUtilityServices,
  replaceUtilityService,
  type UtilityService,
  type UtilityServiceBody,
} from '@kvartplata/contracts/core/utility-services.ts';
import type { StaticEncode } from 'typebox';
import { call } from '../../lib/api.ts';
import { readAll, readVersioned } from '../../lib/reads.ts';

export type OwnServiceBody = StaticEncode<typeof UtilityServiceBody>;

/** The catalogue, then the organization's own services. */
export function utilityServicesOf(organizationId: number) {
  return readAll(listUtilityServices, { query: { organizationId } });
}

export function utilityServiceOf(utilityServiceId: number) {
  return readVersioned(getUtilityService, { params: { utilityServiceId } });
}

export async function addOwnService(
  organizationId: number,
  body: OwnServiceBody,
): Promise<UtilityService> {
  return call(createUtilityService, { params: { organizationId }, body });
}

export async function changeOwnService(
  utilityServiceId: number,
  ifMatch: string | undefined,
  body: OwnServiceBody,
): Promise<UtilityService> {
  return call(replaceUtilityService, { params: { utilityServiceId }, body, ifMatch });
}

export async function deleteOwnService(
  utilityServiceId: number,
  ifMatch: string | undefined,
): Promise<void> {
  await call(deleteUtilityService, { params: { utilityServiceId }, ifMatch });
}

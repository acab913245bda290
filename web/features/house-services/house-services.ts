// What a house is charged for.
import type { AppliedMonths } from '@kvartplata/contracts/core/applied-months.ts';
import type { HouseService, HouseServiceBody } from '@kvartplata/contracts/core/house-services.ts';
import { queryOptions } from '@tanstack/react-query';
import type { StaticEncode } from 'typebox';
import { ask, askVersioned, type Versioned } from '../../lib/api.ts';
import { askAll } from '../../lib/paged.ts';

const PATH = '/api/house-services';
const pathOf = (houseId: number): string => `/api/houses/${houseId}/services`;

export type ServiceBody = StaticEncode<typeof HouseServiceBody>;
type Written = HouseService & { readonly appliedMonths: AppliedMonths };

export function servicesOf(houseId: number) {
  const path = pathOf(houseId);
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ signal }) => askAll<HouseService>('core', path, { signal }),
  });
}

export async function readService(id: number): Promise<Versioned<HouseService>> {
  return askVersioned('core', `${PATH}/${id}`);
}

export async function addService(houseId: number, body: ServiceBody): Promise<Written> {
  return ask<Written>('core', pathOf(houseId), { method: 'POST', body });
}

export async function changeService(
  id: number,
  etag: string | undefined,
  body: ServiceBody,
  isConfirmed: boolean,
): Promise<Written> {
  const query = isConfirmed ? { confirmed: true } : {};
  return ask<Written>('core', `${PATH}/${id}`, { method: 'PUT', query, body, ifMatch: etag });
}

export async function deleteService(id: number, etag: string | undefined): Promise<void> {
  await ask('core', `${PATH}/${id}`, { method: 'DELETE', ifMatch: etag });
}

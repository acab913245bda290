// The tariffs and norms of a house's services: alike in all but their paths.
import type { AppliedMonths } from '@kvartplata/contracts/core/applied-months.ts';
import type { DatedValue } from '@kvartplata/contracts/core/dated-values.ts';
import type { TariffBody } from '@kvartplata/contracts/core/tariffs.ts';
import { queryOptions } from '@tanstack/react-query';
import type { StaticEncode } from 'typebox';
import { ask, askVersioned, type Versioned } from '../../lib/api.ts';
import { askAll } from '../../lib/paged.ts';

export type Kind = 'tariff' | 'norm';
export type ValueBody = StaticEncode<typeof TariffBody>;
type Written = DatedValue & { readonly appliedMonths: AppliedMonths };

const pathOf = (kind: Kind, id: number): string => `/api/${kind}s/${id}`;

/** Of all services of a house. */
export function valuesOf(kind: Kind, houseId: number) {
  const path = `/api/houses/${houseId}/${kind}s`;
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ signal }) => askAll<DatedValue>('core', path, { signal }),
  });
}

export async function readValue(kind: Kind, id: number): Promise<Versioned<DatedValue>> {
  return askVersioned('core', pathOf(kind, id));
}

/** @param closePrevious the one without a last day ends on the day before */
export async function addValue(
  kind: Kind,
  serviceId: number,
  body: ValueBody,
  closePrevious: boolean,
): Promise<Written> {
  const path = `/api/house-services/${serviceId}/${kind}s`;
  return ask<Written>('core', path, { method: 'POST', body, query: { closePrevious } });
}

export async function changeValue(
  kind: Kind,
  id: number,
  etag: string | undefined,
  body: ValueBody,
): Promise<Written> {
  return ask<Written>('core', pathOf(kind, id), { method: 'PUT', body, ifMatch: etag });
}

export async function deleteValue(kind: Kind, id: number, etag: string | undefined): Promise<void> {
  await ask('core', pathOf(kind, id), { method: 'DELETE', ifMatch: etag });
}

// The meters of a house or an account, removed ones too.
import type { AppliedMonths } from '@kvartplata/contracts/core/applied-months.ts';
import type { Meter, NewMeter } from '@kvartplata/contracts/core/meters.ts';
import { queryOptions } from '@tanstack/react-query';
import type { StaticEncode } from 'typebox';
import { ask, askVersioned, type Versioned } from '../../lib/api.ts';
import { askAll } from '../../lib/paged.ts';

const PATH = '/api/meters';

export type MeterBody = StaticEncode<typeof NewMeter>;
type Written = Meter & { readonly appliedMonths: AppliedMonths };

export function metersOf(where: { readonly houseId: number; readonly personalAccountId?: number }) {
  return queryOptions({
    queryKey: [PATH, where],
    queryFn: async ({ signal }) => askAll<Meter>('core', PATH, { query: where, signal }),
  });
}

export function meterOf(id: number) {
  return queryOptions({ queryKey: [PATH, id], queryFn: async () => readMeter(id) });
}

export async function readMeter(id: number): Promise<Versioned<Meter>> {
  return askVersioned('core', `${PATH}/${id}`);
}

export async function addMeter(body: MeterBody): Promise<Written> {
  return ask<Written>('core', PATH, { method: 'POST', body });
}

export async function changeMeter(
  id: number,
  etag: string | undefined,
  body: MeterBody,
): Promise<Written> {
  return ask<Written>('core', `${PATH}/${id}`, { method: 'PUT', body, ifMatch: etag });
}

export async function deleteMeter(id: number, etag: string | undefined): Promise<void> {
  await ask('core', `${PATH}/${id}`, { method: 'DELETE', ifMatch: etag });
}

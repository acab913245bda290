// The meters of a house, an account or a room, including removed ones.
import {
  createMeter,
  deleteMeter,
  getMeter,
  listMeters,
  replaceMeter,
  type NewMeter,
  type WrittenMeter,
} from '@kvartplata/contracts/core/meters.ts';
import type { StaticEncode } from 'typebox';
import { call } from '../../lib/api.ts';
import { readAll, readVersioned } from '../../lib/reads.ts';

export type MeterBody = StaticEncode<typeof NewMeter>;

export function metersOf(where: {
  readonly houseId: number;
  readonly personalAccountId?: number;
  readonly roomId?: number;
}) {
  return readAll(listMeters, { query: where });
}

export function meterOf(meterId: number) {
  return readVersioned(getMeter, { params: { meterId } });
}

export async function addMeter(body: MeterBody): Promise<WrittenMeter> {
  return call(createMeter, { body });
}

export async function changeMeter(
  meterId: number,
  ifMatch: string | undefined,
  body: MeterBody,
): Promise<WrittenMeter> {
  return call(replaceMeter, { params: { meterId }, body, ifMatch });
}

export async function removeMeter(meterId: number, ifMatch: string | undefined): Promise<void> {
  await call(deleteMeter, { params: { meterId }, ifMatch });
}

// The tariffs and norms of a house's services, which only differ in their operations.
import {
  createNorm,
  deleteNorm,
  getNorm,
  listNormsOfHouse,
  replaceNorm,
  type Norm,
  type NormBody,
} from '@kvartplata/contracts/core/norms.ts';
import {
  createTariff,
  deleteTariff,
  getTariff,
  listTariffsOfHouse,
  replaceTariff,
  type Tariff,
  type TariffBody,
  type WrittenTariff,
} from '@kvartplata/contracts/core/tariffs.ts';
import type { StaticEncode } from 'typebox';
import { call } from '../../lib/api.ts';
import { readAll, readVersioned } from '../../lib/reads.ts';

export type Kind = 'tariff' | 'norm';
/** A tariff or a norm, with the additional fields of both. */
export type Value = Tariff & Norm;
export type ValueBody = StaticEncode<typeof TariffBody> & StaticEncode<typeof NormBody>;
type Written = Value & Pick<WrittenTariff, 'appliedMonths'>;

/** For all services of a house. */
export function valuesOf(kind: Kind, houseId: number) {
  const params = { houseId };
  return kind === 'tariff'
    ? readAll(listTariffsOfHouse, { params })
    : readAll(listNormsOfHouse, { params });
}

export function valueOf(kind: Kind, id: number) {
  return kind === 'tariff'
    ? readVersioned(getTariff, { params: { tariffId: id } })
    : readVersioned(getNorm, { params: { normId: id } });
}

/** @param closePrevious whether the value without a last day ends on the day before */
export async function addValue(
  kind: Kind,
  houseServiceId: number,
  body: ValueBody,
  closePrevious: boolean,
): Promise<Written> {
  const asked = { params: { houseServiceId }, query: { closePrevious }, body };
  return kind === 'tariff' ? call(createTariff, asked) : call(createNorm, asked);
}

export async function changeValue(
  kind: Kind,
  id: number,
  ifMatch: string | undefined,
  body: ValueBody,
): Promise<Written> {
  return kind === 'tariff'
    ? call(replaceTariff, { params: { tariffId: id }, body, ifMatch })
    : call(replaceNorm, { params: { normId: id }, body, ifMatch });
}

export async function deleteValue(
  kind: Kind,
  id: number,
  ifMatch: string | undefined,
): Promise<void> {
  if (kind === 'tariff') await call(deleteTariff, { params: { tariffId: id }, ifMatch });
  else await call(deleteNorm, { params: { normId: id }, ifMatch });
}

// Changes core's data about a seeded house, as its owner.
import assert from 'node:assert/strict';
import { listHouseServices } from '@kvartplata/contracts/core/house-services.ts';
import { listTariffs, replaceTariff } from '@kvartplata/contracts/core/tariffs.ts';
import { inCore, type TestUser } from './test-user.ts';

export type ChangedTariff = {
  readonly houseId: number;
  /** The code of a service with one tariff. */
  readonly code: string;
  readonly value: string;
};

export async function putTariff(
  coreUrl: string,
  user: TestUser,
  { houseId, code, value }: ChangedTariff,
): Promise<void> {
  const { call } = inCore({ coreUrl }, user);
  const services = await call(listHouseServices, { params: { houseId } });
  const service = services.items.find((one) => one.code === code);
  assert.ok(service, code);
  const tariffs = await call(listTariffs, { params: { houseServiceId: service.id } });
  const [tariff] = tariffs.items;
  assert.ok(tariff);
  const { id: tariffId, validFrom, validTo, basis } = tariff;
  const body = { value, validFrom, validTo, basis };
  await call(replaceTariff, { params: { tariffId }, body });
}

// Changes what core tells of a seeded house, as its owner does.
import assert from 'node:assert/strict';
import type { DatedValue } from '@kvartplata/contracts/core/dated-values.ts';
import type { HouseService } from '@kvartplata/contracts/core/house-services.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import type { TestUser } from './test-user.ts';

export type ChangedTariff = {
  readonly houseId: number;
  /** Of a service with one tariff. */
  readonly code: string;
  readonly value: string;
};

export async function putTariff(
  coreUrl: string,
  user: TestUser,
  { houseId, code, value }: ChangedTariff,
): Promise<void> {
  const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${coreUrl}${path}`, {
      method,
      headers: { authorization: user.authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    assert.ok(response.ok, JSON.stringify(answer));
    return answer as T;
  };
  const services = await send<PageOf<HouseService>>('GET', `/api/houses/${houseId}/services`);
  const service = services.items.find((one) => one.code === code);
  const tariffs = await send<PageOf<DatedValue>>(
    'GET',
    `/api/house-services/${service?.id}/tariffs`,
  );
  const [tariff] = tariffs.items;
  assert.ok(tariff);
  const { validFrom, validTo, basis } = tariff;
  await send('PUT', `/api/tariffs/${tariff.id}`, { value, validFrom, validTo, basis });
}

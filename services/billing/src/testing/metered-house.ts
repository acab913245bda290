// A house of one dwelling that tests fill by core's public interface, fact by fact, and the charges that follow.
import assert from 'node:assert/strict';
import type { Charge } from '@kvartplata/contracts/billing/charges.ts';
import type { UtilityService } from '@kvartplata/contracts/core/utility-services.ts';
import type { MeterType } from '@kvartplata/contracts/core/meter-types.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import type { BillingStand } from './billing-stand.ts';
import { calculate, readAllAt, type TestUser } from './test-user.ts';

type Made = { readonly id: number };

export type MeteredHouse = {
  readonly houseId: number;
  readonly organizationId: number;
  readonly accountId: number;
  /** Asks core as the house's owner; the answer has to be a good one. */
  readonly tell: <T = Made>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
  ) => Promise<T>;
  /** A service of the catalogue at 100 roubles, with a norm if one is given. */
  readonly addService: (code: string, method: string, norm?: string) => Promise<number>;
  /** Of the dwelling, or of the house; installed on 2025-01-01 at 0 unless told otherwise. */
  readonly addMeter: (
    houseServiceId: number,
    typeCode: string,
    more?: Readonly<Record<string, unknown>>,
  ) => Promise<number>;
  /** Taken on the 25th. */
  readonly read: (meterId: number, values: Readonly<Record<string, string>>) => Promise<void>;
  /** The month's charges, each as "service rule volume amount", once it has been computed. */
  readonly charge: (period: string) => Promise<readonly string[]>;
  readonly chargesOf: (period: string) => Promise<readonly Charge[]>;
};

/** 50 m², two persons, nothing that is charged yet. */
export async function makeMeteredHouse(
  { app, coreUrl }: BillingStand,
  owner: TestUser,
): Promise<MeteredHouse> {
  const tell = async <T>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
  ): Promise<T> => {
    const response = await fetch(`${coreUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: owner.authorization },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    assert.ok(response.ok, `${method} ${path}: ${JSON.stringify(answer)}`);
    return answer as T;
  };
  const add = async (path: string, body: object): Promise<number> =>
    (await tell<Made>('POST', path, body)).id;
  const organizationId = await add('/api/organizations', { name: `УК ${owner.username}` });
  const houseId = await add('/api/houses', { organizationId, address: 'ул. Мира, 1' });
  const room = { number: '1', area: '50' };
  const roomId = await add(`/api/houses/${houseId}/rooms`, room);
  const accountId = await add(`/api/houses/${houseId}/personal-accounts`, {
    roomId,
    accountNumber: '1',
    payer: 'Иванов',
    registeredPersons: 2,
    openedOn: '2025-01-01',
  });
  const { items: services } = await tell<PageOf<UtilityService>>(
    'GET',
    '/api/utility-services?limit=200',
  );
  const { items: types } = await tell<PageOf<MeterType>>('GET', '/api/meter-types?limit=200');
  const chargesOf = async (period: string): Promise<readonly Charge[]> =>
    readAllAt<Charge>(app, owner, `/api/billing/charges/by-house/${houseId}?period=${period}`);
  return {
    houseId,
    organizationId,
    accountId,
    tell,
    addService: async (code, method, norm) => {
      const utilityServiceId = services.find((service) => service.code === code)?.id;
      const service = { utilityServiceId, method, validFrom: '2025-01-01' };
      const id = await add(`/api/houses/${houseId}/services`, service);
      const value = { validFrom: '2025-01-01', basis: 'Приказ' };
      await add(`/api/house-services/${id}/tariffs`, { ...value, value: '100' });
      if (norm !== undefined)
        await add(`/api/house-services/${id}/norms`, { ...value, value: norm });
      return id;
    },
    addMeter: async (houseServiceId, typeCode, more = {}) => {
      const type = types.find(({ code }) => code === typeCode);
      assert.ok(type, typeCode);
      return add('/api/meters', {
        houseServiceId,
        ...(type.isHouseMeter
          ? { ownerType: 'house' }
          : { ownerType: 'account', personalAccountId: accountId }),
        meterTypeId: type.id,
        serialNumber: `${typeCode} 1`,
        digits: 5,
        installedOn: '2025-01-01',
        initialReading: '0',
        ...more,
      });
    },
    read: async (meterId, values) => {
      for (const [period, value] of Object.entries(values))
        await add(`/api/meters/${meterId}/readings`, {
          period,
          value,
          takenOn: `${period}-25`,
        });
    },
    charge: async (period) => {
      const job = await calculate(app, owner, { houseId }, period);
      assert.deepEqual([job.status, job.skipped], ['COMPLETED', []], job.error ?? '');
      return (await chargesOf(period)).map(
        ({ serviceCode, explanation, consumption, amount }) =>
          `${serviceCode} ${explanation.rule} ${Number(consumption)} ${amount}`,
      );
    },
    chargesOf,
  };
}

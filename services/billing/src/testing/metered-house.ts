// A house with one dwelling that tests fill through core's public API, step by step, and the resulting charges.
import assert from 'node:assert/strict';
import type { Client } from '@kvartplata/client/client.ts';
import { listHouseCharges, type Charge } from '@kvartplata/contracts/billing/charges.ts';
import {
  createHouseService,
  type HouseService,
} from '@kvartplata/contracts/core/house-services.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { listMeterTypes } from '@kvartplata/contracts/core/meter-types.ts';
import { createMeter } from '@kvartplata/contracts/core/meters.ts';
import { createNorm } from '@kvartplata/contracts/core/norms.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { createPersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { createReading } from '@kvartplata/contracts/core/readings.ts';
import { createRoom } from '@kvartplata/contracts/core/rooms.ts';
import { createTariff } from '@kvartplata/contracts/core/tariffs.ts';
import { listUtilityServices } from '@kvartplata/contracts/core/utility-services.ts';
import type { Asked } from '@kvartplata/contracts/endpoint.ts';
import type { BillingStand } from './billing-stand.ts';
import { calculate, inCore, readAll, type TestUser } from './test-user.ts';

export type MeteredHouse = {
  readonly houseId: number;
  readonly organizationId: number;
  readonly accountId: number;
  /** Calls core as the house's owner; the call has to succeed. */
  readonly call: Client['call'];
  /** A service of the catalogue at 100 roubles, with a norm if one is given. */
  readonly addService: (
    code: string,
    method: HouseService['method'],
    norm?: string,
    heatingMode?: HouseService['heatingMode'],
  ) => Promise<number>;
  /** A meter of the dwelling or of the house; installed on 2025-01-01 at 0 by default. */
  readonly addMeter: (
    houseServiceId: number,
    typeCode: string,
    more?: Partial<Asked<typeof createMeter>['body']>,
  ) => Promise<number>;
  /** Taken on the 25th. */
  readonly read: (meterId: number, values: Readonly<Record<string, string>>) => Promise<void>;
  /** Computes the month and returns its charges, each as "service rule volume amount". */
  readonly charge: (period: string) => Promise<readonly string[]>;
  readonly chargesOf: (period: string) => Promise<readonly Charge[]>;
};

/** 50 m², two persons, no services yet. */
export async function makeMeteredHouse(
  { app, coreUrl }: BillingStand,
  owner: TestUser,
): Promise<MeteredHouse> {
  const { call } = inCore({ coreUrl }, owner);
  const { organizationId, houseId, accountId } = await makeDwelling(call, owner.username);
  const params = { houseId };
  const { items: services } = await call(listUtilityServices, { query: { limit: 200 } });
  const { items: types } = await call(listMeterTypes, { query: { limit: 200 } });
  const chargesOf = async (period: string): Promise<readonly Charge[]> =>
    readAll(app, owner, listHouseCharges, { params, query: { period } });
  return {
    houseId,
    organizationId,
    accountId,
    call,
    addService: async (code, method, norm, heatingMode) => {
      const utilityServiceId = services.find((service) => service.code === code)?.id ?? 0;
      const since = { validFrom: '2025-01-01' };
      const service = { utilityServiceId, method, ...since, ...(heatingMode && { heatingMode }) };
      const { id } = await call(createHouseService, { params, body: service });
      const dated = { ...since, basis: 'Приказ' };
      const of = { houseServiceId: id };
      await call(createTariff, { params: of, body: { ...dated, value: '100' } });
      if (norm !== undefined)
        await call(createNorm, { params: of, body: { ...dated, value: norm } });
      return id;
    },
    addMeter: async (houseServiceId, typeCode, more = {}) => {
      const type = types.find(({ code }) => code === typeCode);
      assert.ok(type, typeCode);
      const meter = await call(createMeter, {
        body: {
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
        },
      });
      return meter.id;
    },
    read: async (meterId, values) => {
      for (const [period, value] of Object.entries(values))
        await call(createReading, {
          params: { meterId },
          body: { period, value, takenOn: `${period}-25` },
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

async function makeDwelling(
  call: Client['call'],
  name: string,
): Promise<Pick<MeteredHouse, 'organizationId' | 'houseId' | 'accountId'>> {
  const organization = { name: `УК ${name}` };
  const { id: organizationId } = await call(createOrganization, { body: organization });
  const house = { organizationId, address: 'ул. Мира, 1' };
  const { id: houseId } = await call(createHouse, { body: house });
  const params = { houseId };
  const { id: roomId } = await call(createRoom, { params, body: { number: '1', area: '50' } });
  const { id: accountId } = await call(createPersonalAccount, {
    params,
    body: {
      roomId,
      accountNumber: '1',
      payer: 'Иванов',
      registeredPersons: 2,
      openedOn: '2025-01-01',
    },
  });
  return { organizationId, houseId, accountId };
}

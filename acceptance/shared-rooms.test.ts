// A flat with two accounts and one meter, entered in core and charged by billing: shared with a reading, without one, and with a
// late one.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import type { Client } from '@kvartplata/client/client.ts';
import { listJobCharges } from '@kvartplata/contracts/billing/charges.ts';
import { createAccountTransfer } from '@kvartplata/contracts/core/account-transfers.ts';
import {
  createHouseService,
  listHouseServices,
} from '@kvartplata/contracts/core/house-services.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { listMeterTypes } from '@kvartplata/contracts/core/meter-types.ts';
import { createMeter, listMeters } from '@kvartplata/contracts/core/meters.ts';
import { createNorm } from '@kvartplata/contracts/core/norms.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { createPersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { createReading } from '@kvartplata/contracts/core/readings.ts';
import { createRoom } from '@kvartplata/contracts/core/rooms.ts';
import { createTariff } from '@kvartplata/contracts/core/tariffs.ts';
import { listUtilityServices } from '@kvartplata/contracts/core/utility-services.ts';
import { computeMonth } from './testing/computed-month.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

const DATED = { validFrom: '2025-01-01', basis: 'Приказ' };

let services: ThreeServices;
let client: Client;
let call: Client['call'];
let houseId: number;
let meterId: number;
before(async () => {
  services = await startThreeServices();
  client = clientOf(services, await signUp(services, 'owner'));
  ({ call } = client);
  const { id: organizationId } = await call(createOrganization, {
    body: { name: 'Общие приборы' },
  });
  ({ id: houseId } = await call(createHouse, {
    body: { organizationId, address: 'ул. Общая, 1' },
  }));
  const params = { houseId };
  const room = { number: '5', area: '60' };
  const { id: roomId } = await call(createRoom, { params, body: room });
  for (const [accountNumber, registeredPersons] of [
    ['HALF-1', 2],
    ['HALF-2', 1],
  ] as const) {
    const whose = { payer: 'Иванов', share: '0.5', openedOn: '2025-01-01' };
    await call(createPersonalAccount, {
      params,
      body: { roomId, accountNumber, registeredPersons, ...whose },
    });
  }
  const utilities = (await call(listUtilityServices, { query: { limit: 200 } })).items;
  const types = (await call(listMeterTypes, { query: { limit: 200 } })).items;
  const utilityServiceId = utilities.find(({ code }) => code === 'cold-water')?.id ?? 0;
  const water = { utilityServiceId, method: 'meter', validFrom: '2025-01-01' } as const;
  const { id: houseServiceId } = await call(createHouseService, {
    params,
    body: { ...water, coefficientApplies: true },
  });
  await call(createTariff, { params: { houseServiceId }, body: { ...DATED, value: '50' } });
  await call(createNorm, { params: { houseServiceId }, body: { ...DATED, value: '4' } });
  const meter = {
    houseServiceId,
    ownerType: 'room',
    roomId,
    meterTypeId: types.find(({ code }) => code === 'cold-water')?.id ?? 0,
    serialNumber: 'COMMON-1',
    digits: 5,
    installedOn: '2026-07-01',
    initialReading: '100',
  } as const;
  ({ id: meterId } = await call(createMeter, { body: meter }));
});
after(async () => services.stop());

async function read(period: string, value: string): Promise<void> {
  const reading = { period, value, takenOn: `${period}-25`, source: 'operator' } as const;
  await call(createReading, { params: { meterId }, body: reading });
}

/** The rule and the amount of each line, by account. */
async function chargedIn(period: string): Promise<readonly string[]> {
  const { id } = await computeMonth(client, { houseId }, period);
  const { items } = await call(listJobCharges, { params: { jobId: id } });
  return items.map(
    ({ accountNumber, amount, explanation }) => `${accountNumber} ${explanation.rule} ${amount}`,
  );
}

test('each pays for half of what the meter counted, and nothing by the norm: 250.00 and 250.00', async () => {
  await read('2026-07', '110');
  assert.deepEqual(await chargedIn('2026-07'), [
    'HALF-1 room-meter 250.00',
    'HALF-2 room-meter 250.00',
  ]);
});

test('without a reading or an average, each pays by its own persons; the late reading is less that, and shared', async () => {
  assert.deepEqual(await chargedIn('2026-08'), [
    'HALF-1 norm-reading-missing 400.00',
    'HALF-2 norm-reading-missing 200.00',
  ]);
  // 140 − 110 − (8 + 4) = 18 m³.
  await read('2026-09', '140');
  assert.deepEqual(await chargedIn('2026-09'), [
    'HALF-1 room-meter 450.00',
    'HALF-2 room-meter 450.00',
  ]);
});

/** A separate flat, with a meter that shows 100 on 1 July; sold on the 11th. */
async function sellOnEleventh(name: string, reading?: string): Promise<number> {
  const params = { houseId };
  const { id: roomId } = await call(createRoom, { params, body: { number: name, area: '40' } });
  const own = { roomId, payer: 'Продавец', openedOn: '2025-01-01', registeredPersons: 1 };
  const accountNumber = `${name}-1`;
  const sold = await call(createPersonalAccount, { params, body: { ...own, accountNumber } });
  const [water] = (await call(listHouseServices, { params })).items;
  const types = (await call(listMeterTypes, { query: { limit: 200 } })).items;
  const device = {
    houseServiceId: water?.id ?? 0,
    ownerType: 'account',
    personalAccountId: sold.id,
    meterTypeId: types.find(({ code }) => code === 'cold-water')?.id ?? 0,
    serialNumber: name,
    digits: 5,
    installedOn: '2026-07-01',
    initialReading: '100',
  } as const;
  const { id } = await call(createMeter, { body: device });
  const readings = reading === undefined ? [] : [{ meterId: id, value: reading }];
  const body = {
    on: '2026-07-11',
    payer: 'Покупатель',
    registeredPersons: 2,
    accountNumber: `${name}-2`,
    readings,
  };
  const bought = await call(createAccountTransfer, {
    params: { personalAccountId: sold.id },
    body,
  });
  const query = reading === undefined ? { roomId } : { personalAccountId: bought.id };
  return (await call(listMeters, { query })).items[0]?.id ?? 0;
}

test('a new owner from the 11th: with a reading each pays what was counted, without one for 10 and 21 days', async () => {
  const taken = {
    period: '2026-07',
    value: '131',
    takenOn: '2026-07-25',
    source: 'operator',
  } as const;
  for (const [name, reading] of [['READ', '104'], ['UNREAD']] as const) {
    const params = { meterId: await sellOnEleventh(name, reading) };
    await call(createReading, { params, body: taken });
  }
  assert.deepEqual((await chargedIn('2026-07')).slice(2), [
    'READ-1 individual-meter 200.00',
    'READ-2 individual-meter 1350.00',
    'UNREAD-1 room-meter 500.00',
    'UNREAD-2 room-meter 1050.00',
  ]);
});

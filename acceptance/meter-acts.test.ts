// Acts on a meter, entered in core and charged by billing: a month with a failure, a refused check, interference.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import type { Client } from '@kvartplata/client/client.ts';
import { explainCharge, listJobCharges } from '@kvartplata/contracts/billing/charges.ts';
import { createHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { createMeterAct, type MeterActKind } from '@kvartplata/contracts/core/meter-acts.ts';
import { listMeterTypes } from '@kvartplata/contracts/core/meter-types.ts';
import { createMeter } from '@kvartplata/contracts/core/meters.ts';
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
let organizationId: number;
let houseId: number;
let meterId: number;
let count = 0;

before(async () => {
  services = await startThreeServices();
  client = clientOf(services, await signUp(services, 'owner'));
  ({ call } = client);
  ({ id: organizationId } = await call(createOrganization, { body: { name: 'Акты' } }));
});
after(async () => services.stop());

/** A flat with two persons, cold water at 50.00, norm 4, with readings of 4 m³ a month from January 2026 on. */
beforeEach(async () => {
  const address = `ул. Опломбированная, ${(count += 1)}`;
  ({ id: houseId } = await call(createHouse, { body: { organizationId, address } }));
  const params = { houseId };
  const { id: roomId } = await call(createRoom, { params, body: { number: '1', area: '50' } });
  const whose = { payer: 'Иванов', accountNumber: `A${count}`, openedOn: '2025-01-01' };
  const account = { roomId, registeredPersons: 2, ...whose };
  const { id: personalAccountId } = await call(createPersonalAccount, { params, body: account });
  const utilities = (await call(listUtilityServices, { query: { limit: 200 } })).items;
  const types = (await call(listMeterTypes, { query: { limit: 200 } })).items;
  const idOf = (all: readonly { readonly id: number; readonly code: string }[]): number =>
    all.find(({ code }) => code === 'cold-water')?.id ?? 0;
  const water = { utilityServiceId: idOf(utilities), method: 'meter' } as const;
  const { id: houseServiceId } = await call(createHouseService, {
    params,
    body: { ...water, validFrom: '2025-01-01' },
  });
  await call(createTariff, { params: { houseServiceId }, body: { ...DATED, value: '50' } });
  await call(createNorm, { params: { houseServiceId }, body: { ...DATED, value: '4' } });
  const meter = { serialNumber: 'ХВ-1', digits: 5, installedOn: '2026-01-01', initialReading: '0' };
  ({ id: meterId } = await call(createMeter, {
    body: {
      houseServiceId,
      ownerType: 'account',
      personalAccountId,
      meterTypeId: idOf(types),
      ...meter,
    },
  }));
  for (const month of [1, 2, 3, 4, 5, 6]) await read(`2026-0${month}`, String(month * 4));
});

async function read(period: string, value: string, day = '25'): Promise<void> {
  const body = { period, value, takenOn: `${period}-${day}`, source: 'operator' } as const;
  await call(createReading, { params: { meterId }, body });
}

const act = async (kind: MeterActKind, on: string, more: object = {}) =>
  call(createMeterAct, { params: { meterId }, body: { kind, on, basis: 'Акт', ...more } });

/** Each line of July 2026 as its rule and amount. */
async function charged(): Promise<readonly string[]> {
  const { id: jobId } = await computeMonth(client, { houseId }, '2026-07');
  const { items } = await call(listJobCharges, { params: { jobId } });
  return items.map(({ explanation, amount }) => `${explanation.rule} ${amount}`);
}

test('interference is charged as ten norms of three months, with its grounds: 3 × 2 × 4 × 10 × 50', async () => {
  await read('2026-07', '34');
  await act('tampering', '2026-07-28');
  await act('seal', '2026-07-28');
  assert.deepEqual(await charged(), ['individual-meter 500.00', 'tampering 12000.00']);
  const { id: jobId } = await computeMonth(client, { houseId }, '2026-07');
  const { items } = await call(listJobCharges, { params: { jobId } });
  const line = items.find(({ explanation }) => explanation.rule === 'tampering');
  const told = await call(explainCharge, { params: { chargeId: line?.id ?? 0 } });
  assert.equal(told.agrees, true);
  assert.match(told.steps[0]?.article?.ru ?? '', /п\. 62, 81\(11\)/);
  assert.match(told.steps[0]?.article?.en ?? '', /p\. 62, 81\(11\)/);
  assert.match(told.steps[2]?.ru ?? '', /2 чел\. × 4 .* × 10 × 3 мес\. = 240/);
});

test('interference is charged by what the pipe could have let through since the last seal', async () => {
  await read('2026-07', '34');
  await act('seal', '2026-07-18');
  await act('tampering', '2026-07-28', { capacityPerDay: '1.5', until: '2026-07-28' });
  assert.deepEqual(await charged(), ['individual-meter 500.00', 'tampering 750.00']);
});

test('a meter that fails on the 20th counts by its reading until then: (6 + 4 × 12/31) × 50', async () => {
  await read('2026-07', '30', '15');
  await act('failed', '2026-07-20');
  assert.deepEqual(await charged(), ['reading-then-average 377.42']);
});

test('a refused check: three periods of the average, then the norm with K 3 of cold water', async () => {
  await read('2026-07', '99');
  await act('access-refused', '2026-05-01');
  assert.deepEqual(await charged(), ['average-access-refused 200.00']);
  await act('access-refused', '2026-04-30');
  assert.deepEqual(await charged(), ['norm-access-refused 400.00', 'excess 800.00']);
});

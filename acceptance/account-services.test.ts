// Account services, over HTTP: entered in core, charged by billing. July 2026, with figures calculated by hand.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '@kvartplata/client/client.ts';
import { explainCharge, listJobCharges } from '@kvartplata/contracts/billing/charges.ts';
import { createAccountService } from '@kvartplata/contracts/core/account-services.ts';
import { createHouseService } from '@kvartplata/contracts/core/house-services.ts';
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
import type { ChargingMethod } from '@kvartplata/domain/charging/charging-methods.ts';
import { clientOf, signUp, type Person } from '@kvartplata/platform/testing/people.ts';
import { computeMonth } from './testing/computed-month.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

type Named = { readonly id: number; readonly code: string };

let services: ThreeServices;
let owner: Person;
let call: Client['call'];
let organizationId: number;
let utilities: readonly Named[];
let meterTypes: readonly Named[];
let count = 0;

before(async () => {
  services = await startThreeServices();
  owner = await signUp(services, 'owner');
  ({ call } = clientOf(services, owner));
  ({ id: organizationId } = await call(createOrganization, { body: { name: 'Разные счета' } }));
  utilities = (await call(listUtilityServices, { query: { limit: 200 } })).items;
  meterTypes = (await call(listMeterTypes, { query: { limit: 200 } })).items;
});
after(async () => services.stop());

const idOf = (named: readonly Named[], code: string) =>
  named.find((one) => one.code === code)?.id ?? 0;

async function makeHouse(more: object = {}): Promise<number> {
  const address = `ул. Разная, ${(count += 1)}`;
  return (await call(createHouse, { body: { organizationId, address, ...more } })).id;
}

async function makeAccount(houseId: number, area: string, registeredPersons = 2): Promise<number> {
  const params = { houseId };
  const number = String((count += 1));
  const { id: roomId } = await call(createRoom, { params, body: { number, area } });
  const account = { roomId, accountNumber: number, payer: 'Петров П. П.', openedOn: '2025-01-01' };
  return (await call(createPersonalAccount, { params, body: { ...account, registeredPersons } }))
    .id;
}

async function makeService(
  houseId: number,
  [code, method]: readonly [string, ChargingMethod],
  [tariff, norm]: readonly [tariff: object, norm?: object],
  more: object = {},
): Promise<number> {
  const common = { validFrom: '2025-01-01' };
  const service = { utilityServiceId: idOf(utilities, code), method, ...common, ...more };
  const { id } = await call(createHouseService, { params: { houseId }, body: service });
  const params = { houseServiceId: id };
  const body = { value: '1', basis: 'Приказ', ...common };
  await call(createTariff, { params, body: { ...body, ...tariff } });
  if (norm !== undefined) await call(createNorm, { params, body: { ...body, ...norm } });
  return id;
}

async function differ(personalAccountId: number, houseServiceId: number, more: object) {
  const body = { houseServiceId, charged: true, validFrom: '2026-07-01', ...more };
  await call(createAccountService, { params: { personalAccountId }, body });
}

async function countJuly(
  houseServiceId: number,
  type: string,
  value: string,
  personalAccountId?: number,
): Promise<void> {
  const meter = {
    houseServiceId,
    ownerType: personalAccountId === undefined ? ('house' as const) : ('account' as const),
    personalAccountId,
    meterTypeId: idOf(meterTypes, type),
    serialNumber: `S${(count += 1)}`,
    digits: 5,
    installedOn: '2026-07-01',
    initialReading: '0',
  };
  const { id: meterId } = await call(createMeter, { body: meter });
  const body = { period: '2026-07', takenOn: '2026-07-25', source: 'operator' as const, value };
  await call(createReading, { params: { meterId }, body });
}

/** The amounts of July by account, in order. */
async function charged(houseId: number, ...accounts: readonly number[]) {
  const { id } = await computeMonth(clientOf(services, owner), { houseId }, '2026-07');
  const { items } = await call(listJobCharges, { params: { jobId: id }, query: { limit: 200 } });
  return accounts.map((account) =>
    items.filter((one) => one.personalAccountId === account).map(({ amount }) => amount),
  );
}

test('an act without K: 400.00; the neighbour 400.00 and an excess of 800.00', async () => {
  const house = await makeHouse();
  const [spared, neighbour] = [await makeAccount(house, '50'), await makeAccount(house, '50')];
  const water = await makeService(
    house,
    ['cold-water', 'meter'],
    [{ value: '50' }, { value: '4' }],
    { coefficientApplies: true },
  );
  await differ(spared, water, { coefficientApplies: false, basis: 'Акт № 3' });
  assert.deepEqual(await charged(house, spared, neighbour), [['400.00'], ['400.00', '800.00']]);
});

test('a direct contract has no line, and its volume counts for the common-house needs', async () => {
  const house = await makeHouse({ odnCapped: false });
  const [direct, other] = [await makeAccount(house, '50'), await makeAccount(house, '50')];
  const water = await makeService(house, ['cold-water', 'norm'], [{ value: '50' }, { value: '4' }]);
  const common = await makeService(house, ['cold-water-odn', 'odn'], [{ value: '100' }]);
  await countJuly(common, 'cold-water-house', '26');
  await differ(direct, water, { charged: false, reason: 'direct-contract' });
  // (26 − 8 − 8) × 50/100 × 100
  assert.deepEqual(await charged(house, direct, other), [['500.00'], ['400.00', '500.00']]);
});

test('a room with its own boiler: V 110, heated 900 of 1000 m², common rooms 200, T 2500', async () => {
  const house = await makeHouse({ commonArea: '200', heatingMonths: [7] });
  const accounts = [await makeAccount(house, '50'), await makeAccount(house, '50')];
  const boilers = [accounts[1] ?? 0, await makeAccount(house, '50')];
  await makeAccount(house, '850');
  const heat = await makeService(house, ['heating', 'heating'], [{ value: '2500' }], {
    heatingMode: 'house-meter',
  });
  await countJuly(heat, 'heating-house', '110');
  for (const one of boilers) await differ(one, heat, { charged: false, reason: 'own-boiler' });
  assert.deepEqual(await charged(house, ...accounts), [['15000.00'], ['2500.00']]);
});

test('norms by persons, and a group of them', async () => {
  const house = await makeHouse();
  const byPersons = [
    { persons: 1, value: '129' },
    { persons: 2, value: '80' },
  ];
  const [one, two] = [await makeAccount(house, '20', 1), await makeAccount(house, '20', 2)];
  const light = await makeService(
    house,
    ['electricity', 'norm'],
    [{ value: '1' }, { value: '129', byPersons }],
  );
  const params = { houseServiceId: light };
  const norm = { value: '200', validFrom: '2025-01-01', basis: 'Приказ', group: 'плита' };
  await call(createNorm, { params, body: norm });
  const stove = await makeAccount(house, '20', 1);
  await differ(stove, light, { normGroup: 'плита' });
  assert.deepEqual(await charged(house, one, two, stove), [['129.00'], ['160.00'], ['200.00']]);
});

test('ranges: 4500 kWh at 5.00, above 3900 at 7.00, explained with the bound', async () => {
  const house = await makeHouse();
  const account = await makeAccount(house, '50');
  const ranges = [{ above: '3900', value: '7' }];
  const light = await makeService(house, ['electricity', 'meter'], [{ value: '5', ranges }]);
  await countJuly(light, 'electricity', '4500', account);
  const { id } = await computeMonth(clientOf(services, owner), { houseId: house }, '2026-07');
  const [charge] = (await call(listJobCharges, { params: { jobId: id } })).items;
  assert.equal(charge?.amount, '23700.00');
  const told = await call(explainCharge, { params: { chargeId: charge.id } });
  assert.match(JSON.stringify(told), /из них сверх 3900/);
});

test('water disposal by its own norm: 400.00, not 560.00', async () => {
  const house = await makeHouse();
  const account = await makeAccount(house, '50');
  await makeService(house, ['cold-water', 'norm'], [{ value: '0' }, { value: '4' }]);
  await makeService(house, ['hot-water', 'norm'], [{ value: '0' }, { value: '3' }]);
  const disposal = ['water-disposal', 'water-disposal'] as const;
  await makeService(house, disposal, [{ value: '40' }, { value: '5' }]);
  assert.deepEqual(await charged(house, account), [['0.00', '0.00', '400.00']]);
});

// The published figures of docs/regulation, requested as an accountant gets them: entered in core, charged by billing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '@kvartplata/client/client.ts';
import { createAccountService } from '@kvartplata/contracts/core/account-services.ts';
import { createHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { listMeterTypes } from '@kvartplata/contracts/core/meter-types.ts';
import { createMeter } from '@kvartplata/contracts/core/meters.ts';
import { createNorm } from '@kvartplata/contracts/core/norms.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { createPersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { createReading } from '@kvartplata/contracts/core/readings.ts';
import { writeRegisteredPersons } from '@kvartplata/contracts/core/registered-persons.ts';
import { createRoom } from '@kvartplata/contracts/core/rooms.ts';
import { createTariff } from '@kvartplata/contracts/core/tariffs.ts';
import {
  createUtilityService,
  listUtilityServices,
} from '@kvartplata/contracts/core/utility-services.ts';
import type { ChargingMethod } from '@kvartplata/domain/charging/charging-methods.ts';
import type { Component } from '@kvartplata/domain/charging/house-facts.ts';
import { type CalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { listJobCharges } from '@kvartplata/contracts/billing/charges.ts';
import { clientOf, type Person, signUp } from '@kvartplata/platform/testing/people.ts';
import { computeMonth } from './testing/computed-month.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

type Named = { readonly id: number; readonly code: string };
type Dated = {
  readonly value: string;
  readonly component?: Component;
  readonly validFrom?: string;
  readonly validTo?: string;
};

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
  ({ id: organizationId } = await call(createOrganization, { body: { name: 'Расчёты' } }));
  utilities = (await call(listUtilityServices, { query: { limit: 200 } })).items;
  meterTypes = (await call(listMeterTypes, { query: { limit: 200 } })).items;
});
after(async () => services.stop());

const idOf = (named: readonly Named[], code: string) =>
  named.find((one) => one.code === code)?.id ?? 0;

async function makeHouse(more: object = {}): Promise<number> {
  const address = `ул. Расчётная, ${(count += 1)}`;
  return (await call(createHouse, { body: { organizationId, address, ...more } })).id;
}

async function makeRoom(houseId: number, area: string, more: object = {}): Promise<number> {
  const body = { number: String((count += 1)), area, ...more };
  return (await call(createRoom, { params: { houseId }, body })).id;
}

async function makeAccountIn(houseId: number, roomId: number, more: object): Promise<number> {
  const body = {
    roomId,
    accountNumber: String((count += 1)),
    payer: 'Петров П. П.',
    openedOn: '2025-01-01',
    ...more,
  };
  return (await call(createPersonalAccount, { params: { houseId }, body })).id;
}

async function makeAccount(houseId: number, area: string, persons = 1): Promise<number> {
  return makeAccountIn(houseId, await makeRoom(houseId, area), { registeredPersons: persons });
}

async function makeService(
  houseId: number,
  [code, method]: readonly [string, ChargingMethod],
  {
    tariffs,
    norms = [],
  }: { readonly tariffs: readonly Dated[]; readonly norms?: readonly Dated[] },
  more: object = {},
): Promise<number> {
  const validFrom = '2025-01-01';
  const utilityServiceId = idOf(utilities, code);
  const body = {
    utilityServiceId,
    method,
    validFrom,
    ...more,
  };
  const { id } = await call(createHouseService, { params: { houseId }, body });
  const params = { houseServiceId: id };
  const dated = { validFrom, basis: 'Приказ' };
  for (const tariff of tariffs) await call(createTariff, { params, body: { ...dated, ...tariff } });
  for (const norm of norms) await call(createNorm, { params, body: { ...dated, ...norm } });
  return id;
}

/** A meter that has counted from one value to the other in July 2026. */
async function countJuly(
  houseServiceId: number,
  meterType: string,
  [from, to]: readonly [string, string],
  personalAccountId?: number,
): Promise<void> {
  const meter = {
    houseServiceId,
    ownerType: personalAccountId === undefined ? 'house' : 'account',
    personalAccountId,
    meterTypeId: idOf(meterTypes, meterType),
    serialNumber: `S${(count += 1)}`,
    digits: 5,
    installedOn: '2026-07-01',
    initialReading: from,
  } as const;
  const { id: meterId } = await call(createMeter, { body: meter });
  const rollover = Number(to) < Number(from);
  const reading = { period: '2026-07', takenOn: '2026-07-25', source: 'operator' } as const;
  const body = { ...reading, value: to, rollover };
  await call(createReading, { params: { meterId }, body });
}

async function calculate(houseId: number): Promise<CalculationJob> {
  return computeMonth(clientOf(services, owner), { houseId }, '2026-07');
}

/** The account's charges for July 2026: amounts in order, and those of the parts of a split month. */
async function charged(houseId: number, personalAccountId: number): Promise<readonly string[]> {
  const { id } = await calculate(houseId);
  const { items } = await call(listJobCharges, {
    params: { jobId: id },
    query: { personalAccountId },
  });
  return items.map(({ amount, explanation: { parts } }) =>
    parts.length < 2 ? amount : `${amount} = ${parts.map((part) => part.amount).join(' + ')}`,
  );
}

/** Why accounts are not charged for July 2026, or not in full. */
async function skippedIn(houseId: number): Promise<readonly (readonly [number, string])[]> {
  const { skipped } = await calculate(houseId);
  return skipped.map(({ personalAccountId, reason }) => [personalAccountId, reason]);
}

const ELECTRICITY = { tariffs: [{ value: '1.936' }] };

test('common-house electricity by the house meter, beside an own meter', async () => {
  const house = await makeHouse();
  const account = await makeAccount(house, '60');
  const others = [await makeAccount(house, '1340'), await makeAccount(house, '1000')];
  const own = await makeService(house, ['electricity', 'meter'], ELECTRICITY);
  const common = await makeService(house, ['electricity-odn', 'odn'], ELECTRICITY);
  await countJuly(own, 'electricity', ['0', '150'], account);
  await countJuly(own, 'electricity', ['0', '4850'], others[0]);
  await countJuly(own, 'electricity', ['0', '5000'], others[1]);
  await countJuly(common, 'electricity-house', ['0', '12000']);
  assert.deepEqual(await charged(house, account), ['290.40', '96.80']);
});

test('common-house electricity without a house meter', async () => {
  const house = await makeHouse({ commonArea: '1426' });
  const account = await makeAccount(house, '60');
  await makeAccount(house, '2340');
  const norms = [{ value: '3.94' }];
  await makeService(house, ['electricity-odn', 'odn'], { ...ELECTRICITY, norms });
  assert.deepEqual(await charged(house, account), ['271.93']);
});

const HOT_WATER = {
  tariffs: [
    { value: '49.19', component: 'cold' as const },
    { value: '2371.72', component: 'heat' as const },
  ],
  norms: [
    { value: '3.19', component: 'cold' as const },
    { value: '0.0611', component: 'heat' as const },
  ],
};

test('two-component hot water by the norm with its excess, and by a meter', async () => {
  const house = await makeHouse();
  const account = await makeAccount(house, '50', 2);
  await makeService(house, ['hot-water-two-component', 'norm'], HOT_WATER, {
    coefficientApplies: true,
  });
  assert.deepEqual((await charged(house, account)).toSorted(), ['156.92', '313.83', '924.54']);
  const metered = await makeHouse();
  const counted = await makeAccount(metered, '50');
  const service = await makeService(metered, ['hot-water-two-component', 'meter'], HOT_WATER);
  await countJuly(service, 'hot-water', ['150.000', '154.320'], counted);
  assert.deepEqual(await charged(metered, counted), ['212.50', '626.02']);
});

test('a counter that passes its highest figure', async () => {
  const house = await makeHouse();
  const account = await makeAccount(house, '50');
  const service = await makeService(house, ['cold-water', 'meter'], { tariffs: [{ value: '10' }] });
  await countJuly(service, 'cold-water', ['99998.5', '2.5'], account);
  assert.deepEqual(await charged(house, account), ['40.00']);
});

test('a changed number of persons, and a changed tariff, from the sixteenth', async () => {
  const norms = [{ value: '3.19' }];
  const house = await makeHouse();
  const account = await makeAccount(house, '50', 2);
  const since = { count: 3, validFrom: '2026-07-16' };
  await call(writeRegisteredPersons, { params: { personalAccountId: account }, body: since });
  await makeService(house, ['cold-water', 'norm'], { tariffs: [{ value: '49.19' }], norms });
  assert.deepEqual(await charged(house, account), ['394.82 = 151.85 + 242.97']);
  const dearer = await makeHouse();
  const payer = await makeAccount(dearer, '50');
  const tariffs = [
    { value: '100', validTo: '2026-07-15' },
    { value: '200', validFrom: '2026-07-16' },
  ];
  await makeService(dearer, ['cold-water', 'norm'], { tariffs, norms });
  assert.deepEqual(await charged(dearer, payer), ['483.64 = 154.35 + 329.29']);
});

test('heating over the whole year, and by the house meter', async () => {
  const house = await makeHouse({ heatingMonths: [1, 2, 3, 4, 10, 11, 12] });
  const account = await makeAccount(house, '55.44');
  const byNorm = { tariffs: [{ value: '2371.72' }], norms: [{ value: '0.0195' }] };
  await makeService(house, ['heating', 'heating'], byNorm, { heatingMode: 'whole-year' });
  assert.deepEqual(await charged(house, account), ['1495.68']);
  const metered = await makeHouse({ heatingMonths: [7] });
  const payer = await makeAccount(metered, '50');
  await makeAccount(metered, '950');
  const tariffs = [{ value: '2280.50' }];
  const service = await makeService(
    metered,
    ['heating', 'heating'],
    { tariffs },
    { heatingMode: 'house-meter' },
  );
  await countJuly(service, 'heating-house', ['0', '120']);
  assert.deepEqual(await charged(metered, payer), ['13683.00']);
});

test('heating by the days of a season: from 5 October, 50 × 0.02 × 27/31 × 2000', async () => {
  const heatingSeasons = [{ from: '2026-07-05', to: null }];
  const house = await makeHouse({ heatingMonths: [1], heatingSeasons });
  const account = await makeAccount(house, '50');
  const byNorm = { tariffs: [{ value: '2000' }], norms: [{ value: '0.02' }] };
  await makeService(house, ['heating', 'heating'], byNorm);
  assert.deepEqual(await charged(house, account), ['1741.94']);
});

test('heat meters of rooms: A 6 and B 10 of 100 Gcal, and a room without one', async () => {
  const house = await makeHouse({ heatingMonths: [7] });
  const [a, b] = [await makeAccount(house, '100'), await makeAccount(house, '100')];
  const other = await makeAccount(house, '50');
  await makeAccount(house, '750');
  const tariffs = [{ value: '2000' }];
  const byHouse = { heatingMode: 'house-meter' };
  const service = await makeService(house, ['heating', 'heating'], { tariffs }, byHouse);
  await countJuly(service, 'heating-house', ['0', '100']);
  await countJuly(service, 'heating', ['0', '6'], a);
  await countJuly(service, 'heating', ['0', '10'], b);
  const amounts = [await charged(house, a), await charged(house, b), await charged(house, other)];
  assert.deepEqual(amounts, [['16000.00'], ['24000.00'], ['10000.00']]);
});

test('a shop is charged by area and by its meters, and nothing by the norm per person', async () => {
  const house = await makeHouse();
  const room = await makeRoom(house, '100', { kind: 'non-residential' });
  const shop = await makeAccountIn(house, room, { registeredPersons: 0, owners: 1 });
  const flat = await makeAccount(house, '50');
  const byNorm = { tariffs: [{ value: '50' }], norms: [{ value: '4' }] };
  await makeService(house, ['cold-water', 'meter'], byNorm, { coefficientApplies: true });
  await makeService(house, ['waste', 'norm'], byNorm);
  await makeService(house, ['upkeep', 'area'], { tariffs: [{ value: '30' }] });
  await makeService(house, ['major-repairs', 'area'], { tariffs: [{ value: '15' }] });
  assert.deepEqual((await charged(house, shop)).toSorted(), ['1500.00', '3000.00']);
  assert.deepEqual(await skippedIn(house), [[shop, 'contract-volume-missing']]);
  // 4 × 50, what K of 3 adds, 4 × 50, 50 × 30, 50 × 15
  const ofFlat = ['1500.00', '200.00', '200.00', '400.00', '750.00'];
  assert.deepEqual((await charged(house, flat)).toSorted(), ofFlat);
});

test('a shop without a meter pays the volume of its contract: 12 × 50', async () => {
  const house = await makeHouse();
  const room = await makeRoom(house, '100', { kind: 'non-residential' });
  const shop = await makeAccountIn(house, room, { registeredPersons: 0, owners: 1 });
  const byNorm = { tariffs: [{ value: '50' }], norms: [{ value: '4' }] };
  const water = await makeService(house, ['cold-water', 'meter'], byNorm, {
    coefficientApplies: true,
  });
  const contract = { houseServiceId: water, charged: true, contractVolume: '12' };
  await call(createAccountService, {
    params: { personalAccountId: shop },
    body: { ...contract, validFrom: '2025-01-01' },
  });
  assert.deepEqual(await charged(house, shop), ['600.00']);
  assert.deepEqual(await skippedIn(house), []);
});

test('own services: an intercom per account, a lift per person, a gate paid once', async () => {
  const addOwn = async (name: string, method: ChargingMethod) => {
    const own = { name, unit: 'мес.', precision: 2, methods: [method], kind: 'other' } as const;
    const service = await call(createUtilityService, { params: { organizationId }, body: own });
    utilities = [...utilities, service];
    return [service.code, method] as const;
  };
  const house = await makeHouse();
  const flat = await makeAccount(house, '50', 2);
  const empty = await makeAccount(house, '40', 0);
  await makeService(house, await addOwn('Домофон', 'fixed'), { tariffs: [{ value: '60' }] });
  await makeService(house, await addOwn('Лифт', 'per-person'), { tariffs: [{ value: '90' }] });
  const once = { validFrom: '2026-07-01', validTo: '2026-07-31' };
  const gate = { tariffs: [{ value: '1500', ...once }] };
  await makeService(house, await addOwn('Ворота', 'fixed'), gate);
  assert.deepEqual(await charged(house, flat), ['60.00', '180.00', '1500.00']);
  assert.deepEqual(await charged(house, empty), ['60.00', '1500.00']);
  assert.deepEqual(await skippedIn(house), []);
});

test('waste by area: 50 × 0.008 × 700', async () => {
  const house = await makeHouse();
  const flat = await makeAccount(house, '50', 2);
  const byArea = { tariffs: [{ value: '700' }], norms: [{ value: '0.008' }] };
  await makeService(house, ['waste', 'area-norm'], byArea);
  assert.deepEqual(await charged(house, flat), ['280.00']);
});

test('the second account of a room with one meter is not charged the norm for what it counts', async () => {
  const house = await makeHouse();
  const room = await makeRoom(house, '50');
  const half = { registeredPersons: 1, share: '0.5' };
  const first = await makeAccountIn(house, room, half);
  const second = await makeAccountIn(house, room, half);
  const values = { tariffs: [{ value: '50' }], norms: [{ value: '4' }] };
  const water = await makeService(house, ['cold-water', 'meter'], values, {
    coefficientApplies: true,
  });
  await countJuly(water, 'cold-water', ['100', '110'], first);
  assert.deepEqual(await charged(house, first), ['500.00']);
  assert.deepEqual(await charged(house, second), []);
  const [[account, reason] = []] = await skippedIn(house);
  assert.equal(account, second);
  assert.equal(reason, 'shared-meter-not-supported');
});

test('water disposal without meters by its own norm: 400.00, not 560.00', async () => {
  const house = await makeHouse();
  const account = await makeAccount(house, '50', 2);
  const of = (value: string) => ({ tariffs: [{ value: '40' }], norms: [{ value }] });
  await makeService(house, ['cold-water', 'norm'], of('4'));
  await makeService(house, ['hot-water', 'norm'], of('3'));
  await makeService(house, ['water-disposal', 'water-disposal'], of('5'));
  assert.deepEqual((await charged(house, account)).toSorted(), ['240.00', '320.00', '400.00']);
});

test('heating of a house without a season is refused', async () => {
  const house = await makeHouse();
  const account = await makeAccount(house, '50');
  const byNorm = { tariffs: [{ value: '2000' }], norms: [{ value: '0.02' }] };
  await makeService(house, ['heating', 'heating'], byNorm, { heatingMode: 'whole-year' });
  assert.deepEqual(await charged(house, account), []);
  const [[skipped, reason] = []] = await skippedIn(house);
  assert.equal(skipped, account);
  assert.equal(reason, 'heating-season-missing');
});

test('capped common-house needs require a norm', async () => {
  const house = await makeHouse({ odnCapped: true, commonArea: '100' });
  const account = await makeAccount(house, '50');
  const own = await makeService(house, ['electricity', 'meter'], ELECTRICITY);
  const common = await makeService(house, ['electricity-odn', 'odn'], ELECTRICITY);
  await countJuly(own, 'electricity', ['0', '100'], account);
  await countJuly(common, 'electricity-house', ['0', '300']);
  assert.deepEqual(await charged(house, account), ['193.60']);
  const [[skipped, reason] = []] = await skippedIn(house);
  assert.equal(skipped, account);
  assert.equal(reason, 'norm-missing');
  const norm = { validFrom: '2025-01-01', basis: 'Приказ', value: '0.5' };
  await call(createNorm, { params: { houseServiceId: common }, body: norm });
  assert.deepEqual(await charged(house, account), ['193.60', '96.80']); // 0.5 × 100 × 1.936
});

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import { seedGoldenHouse } from '@kvartplata/contracts/core/golden-house.ts';
import {
  createHouseService,
  deleteHouseService,
  getHouseService,
  HouseService,
  listHouseServices,
  replaceHouseService,
  type WrittenHouseService,
} from '@kvartplata/contracts/core/house-services.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { createTariff, deleteTariff } from '@kvartplata/contracts/core/tariffs.ts';
import { listUtilityServices } from '@kvartplata/contracts/core/utility-services.ts';
import { Check } from 'typebox/value';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const STRANGER = 2;
const ACCOUNTANT = 3;

let core: TestApp;
let organizationId: number;
let catalogue: ReadonlyMap<string, number>;

before(async () => {
  core = await createTestApp();
  organizationId = await core.organizationOf(OWNER);
  await core.db
    .insertInto('organizationMembers')
    .values({ organizationId: organizationId, userId: ACCOUNTANT, role: 'accountant' })
    .execute();
  const services = await core.ask(OWNER, listUtilityServices);
  const { items } = services.body;
  catalogue = new Map(items.map(({ code, id }) => [code, id]));
});
beforeEach(() => {
  core.books.answer = { appliedMonths: [], chargedMonths: [], hasCharges: false };
  core.books.questions.length = 0;
});
after(async () => core.close());

function idOf(code: string): number {
  const id = catalogue.get(code);
  assert.ok(id, code);
  return id;
}

function bodyOf(code: string, method: string, more: object = {}): object {
  return { utilityServiceId: idOf(code), method, validFrom: '2026-01-01', ...more };
}

async function addHouse(user = OWNER, organization = organizationId): Promise<number> {
  const body = { organizationId: organization, address: 'ул. Мира, 1' };
  return (await core.ask(user, createHouse, { body })).body.id;
}

const post = async (houseId: number, body: object) =>
  core.ask(OWNER, createHouseService, { params: { houseId }, body });
const put = async (houseServiceId: number, body: object) =>
  core.ask(OWNER, replaceHouseService, { params: { houseServiceId }, body });

async function addService(houseId: number, body: object): Promise<WrittenHouseService> {
  const response = await post(houseId, body);
  assert.equal(response.status, 201, response.text);
  return response.body;
}

test('a service stores every field and includes its facts from the catalogue', async () => {
  const houseId = await addHouse();
  const response = await post(
    houseId,
    bodyOf('cold-water', 'norm', { validTo: '2026-12-31', coefficientApplies: true }),
  );
  assert.equal(response.status, 201, response.text);
  const { appliedMonths, ...service } = response.body;
  assert.deepEqual(appliedMonths, []);
  assert.ok(Check(HouseService, service));
  assert.equal(
    response.headers.get('location'),
    addressOf(getHouseService, { params: { houseServiceId: service.id } }),
  );
  assert.equal(response.headers.get('etag'), '"1"');
  assert.deepEqual(service, {
    id: service.id,
    houseId,
    organizationId,
    utilityServiceId: idOf('cold-water'),
    code: 'cold-water',
    name: 'Холодное водоснабжение',
    unit: 'м³',
    precision: 3,
    components: [],
    method: 'norm',
    heatingMode: null,
    yearVolumes: [],
    coefficientApplies: true,
    sharedMeterBy: 'share',
    payeeId: null,
    validFrom: '2026-01-01',
    validTo: '2026-12-31',
    meters: [],
    individualMeterCount: 0,
  });
  const read = await core.ask(ACCOUNTANT, getHouseService, {
    params: { houseServiceId: service.id },
  });
  assert.deepEqual(read.body, service);
  assert.equal(read.headers.get('etag'), '"1"');
});

test('PUT resets what is left out, and heating is paid in the season by default', async () => {
  const houseId = await addHouse();
  const { id, heatingMode } = await addService(houseId, bodyOf('heating', 'heating'));
  assert.equal(heatingMode, 'season');
  const change = async (more: object) => (await put(id, bodyOf('heating', 'heating', more))).body;
  const changed = await change({ heatingMode: 'whole-year', validTo: '2027-04-30' });
  assert.deepEqual([changed.heatingMode, changed.validTo], ['whole-year', '2027-04-30']);
  const back = await change({ heatingMode: null });
  assert.deepEqual([back.heatingMode, back.validTo], ['season', null]);
});

const refused: { code: string; body: object; path: string; why: string }[] = [
  { code: 'cold-water', body: { method: 'area' }, path: '/method', why: 'no way to charge water' },
  {
    code: 'electricity-day',
    body: { method: 'norm' },
    path: '/method',
    why: 'a rate needs a meter',
  },
  { code: 'cold-water', body: { method: 'free' }, path: '/method', why: 'no method at all' },
  {
    code: 'cold-water',
    body: { validTo: '2025-12-31' },
    path: '/validTo',
    why: 'it ends before it begins',
  },
  { code: 'cold-water', body: { validTo: '2026-02-30' }, path: '/validTo', why: 'no day' },
  { code: 'cold-water', body: { validFrom: null }, path: '/validFrom', why: 'no first day' },
  {
    code: 'cold-water',
    body: { heatingMode: 'season' },
    path: '/heatingMode',
    why: 'water is not heating',
  },
  {
    code: 'heating',
    body: { method: 'heating', heatingMode: 'never' },
    path: '/heatingMode',
    why: 'no mode',
  },
  {
    code: 'gas',
    body: { coefficientApplies: true },
    path: '/coefficientApplies',
    why: 'the law has none for gas',
  },
  {
    code: 'cold-water',
    body: { coefficientApplies: 'yes' },
    path: '/coefficientApplies',
    why: 'a word',
  },
  { code: 'cold-water', body: { houseId: 1 }, path: '/houseId', why: 'no such field' },
  {
    code: 'cold-water',
    body: { utilityServiceId: '1' },
    path: '/utilityServiceId',
    why: 'a text is no id',
  },
];
for (const { code, body, path, why } of refused) {
  test(`${code} with ${JSON.stringify(body)} is refused: ${why}`, async () => {
    const houseId = await addHouse();
    const whole = bodyOf(code, 'meter', body);
    const { problem } = await post(houseId, whole);
    assert.equal(problem.status, 400, JSON.stringify(problem));
    assert.deepEqual([...new Set(problem.errors?.map((error) => error.path))], [path]);
    const { id } = await addService(houseId, bodyOf('upkeep', 'area'));
    const { problem: changed } = await put(id, whole);
    assert.deepEqual([changed.status, changed.errors], [400, problem.errors]);
  });
}

test('all broken rules are named at once', async () => {
  const body = bodyOf('gas', 'area', {
    validTo: '2025-01-01',
    heatingMode: 'season',
    coefficientApplies: true,
  });
  const { errors } = (await post(await addHouse(), body)).problem;
  assert.deepEqual(
    errors?.map(({ path }) => path),
    ['/method', '/validTo', '/coefficientApplies', '/heatingMode'],
  );
});

test('a service of a house is a 404 for strangers, and only the owner changes it', async () => {
  const houseId = await addHouse();
  const body = bodyOf('cold-water', 'meter');
  const { id } = await addService(houseId, body);
  const params = { houseId, houseServiceId: id };
  for (const operation of [
    listHouseServices,
    createHouseService,
    getHouseService,
    replaceHouseService,
    deleteHouseService,
  ]) {
    const sent = { params, ...('body' in operation ? { body } : {}) };
    assert.equal((await core.ask(STRANGER, operation, sent)).status, 404, operation.id);
    const { status } = await core.ask(ACCOUNTANT, operation, sent);
    assert.equal(status, operation.method === 'GET' ? 200 : 403, operation.id);
  }
});

test('a service missing from the catalogue is a 404', async () => {
  const body = bodyOf('upkeep', 'area', { utilityServiceId: 999_999 });
  const { problem } = await post(await addHouse(), body);
  assert.deepEqual([problem.status, problem.code], [404, 'not-found']);
});

test('a house has a service once at a time, even when many add it concurrently', async () => {
  const houseId = await addHouse();
  const add = async () => post(houseId, bodyOf('cold-water', 'meter'));
  const answers = await Promise.all(Array.from({ length: 8 }, add));
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  assert.deepEqual(statuses, [201, 409, 409, 409, 409, 409, 409, 409]);
  const lost = answers.find(({ status }) => status === 409);
  assert.equal(lost?.problem.code, 'period-overlap');
  const made = answers.find(({ status }) => status === 201);
  const { id } = made?.body ?? { id: 0 };
  const ended = bodyOf('cold-water', 'meter', { validTo: '2026-06-30' });
  assert.equal((await put(id, ended)).status, 200);
  await addService(houseId, bodyOf('cold-water', 'norm', { validFrom: '2026-07-01' }));
  const again = bodyOf('cold-water', 'meter', { validTo: '2026-07-01' });
  assert.equal((await put(id, again)).problem.code, 'period-overlap');
});

test('only one of many concurrent changes of one version succeeds', async () => {
  const { id } = await addService(await addHouse(), bodyOf('cold-water', 'meter'));
  const seen = { params: { houseServiceId: id }, ifMatch: '"1"' };
  const body = bodyOf('cold-water', 'norm');
  const change = async () => core.ask(OWNER, replaceHouseService, { ...seen, body });
  const answers = await Promise.all(Array.from({ length: 6 }, change));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.equal(answers.filter(({ status }) => status === 412).length, 5);
  assert.equal((await core.ask(OWNER, deleteHouseService, seen)).status, 412);
});

test('a change names the applied months of the days before and after it, an empty change none', async () => {
  const houseId = await addHouse();
  core.books.answer = { appliedMonths: ['2026-05'], chargedMonths: [], hasCharges: true };
  const first = { validFrom: '2026-03-10', validTo: '2026-08-31' };
  const { id, appliedMonths } = await addService(houseId, bodyOf('upkeep', 'area', first));
  assert.deepEqual(appliedMonths, ['2026-05']);
  const change = async (more: object) => (await put(id, bodyOf('upkeep', 'area', more))).body;
  assert.deepEqual((await change(first)).appliedMonths, []);
  await change({ validFrom: '2026-02-01', validTo: '2026-06-30' });
  await change({ validFrom: '2026-04-01' });
  await change({ validFrom: '2026-04-01', validTo: '2026-09-30' });
  assert.deepEqual(core.books.questions, [
    { organizationId, houseId, from: '2026-03', to: '2026-08' },
    { organizationId, houseId, houseServiceId: id },
    { organizationId, houseId, from: '2026-02', to: '2026-08' },
    { organizationId, houseId, houseServiceId: id },
    { organizationId, houseId, from: '2026-02', to: undefined },
    { organizationId, houseId, houseServiceId: id },
    { organizationId, houseId, from: '2026-10', to: undefined },
  ]);
  core.books.answer = 'away';
  assert.equal((await change({ validFrom: '2026-03-10' })).appliedMonths, null);
});

test('a service can become another only while nothing depends on it and nothing was charged', async () => {
  const houseId = await addHouse();
  const { id } = await addService(houseId, bodyOf('cold-water', 'meter'));
  core.books.questions.length = 0;
  const become = async (code: string) => put(id, bodyOf(code, 'meter'));
  assert.equal((await become('hot-water')).body.code, 'hot-water');
  assert.deepEqual(core.books.questions[0], { organizationId, houseId, houseServiceId: id });
  core.books.answer = { appliedMonths: [], chargedMonths: [], hasCharges: true };
  assert.equal((await become('gas')).problem.code, 'has-charges');
  core.books.answer = { appliedMonths: [], chargedMonths: [], hasCharges: false };
  await addTariff(id);
  assert.equal((await become('gas')).problem.code, 'has-children');
  assert.equal((await become('hot-water')).status, 200);
});

async function addTariff(houseServiceId: number): Promise<number> {
  const body = { value: '1', validFrom: '2026-01-01', basis: 'Приказ № 1' };
  return (await core.ask(OWNER, createTariff, { params: { houseServiceId }, body })).body.id;
}

async function addMeter(
  service: HouseService,
  personalAccountId: number | null,
  serialNumber: string,
): Promise<number> {
  const meter = await core.db
    .insertInto('meters')
    .values({
      organizationId: service.organizationId,
      houseId: service.houseId,
      houseServiceId: service.id,
      ownerType: personalAccountId === null ? 'house' : 'account',
      personalAccountId: personalAccountId,
      meterTypeId: 1,
      serialNumber: serialNumber,
      digits: 5,
      installedOn: '2026-01-01',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return meter.id;
}

test('a service can be deleted only while nothing depends on it and nothing was charged', async () => {
  const service = await addService(await addHouse(), bodyOf('cold-water-odn', 'odn'));
  const { id, houseId } = service;
  const remove = async () =>
    core.askOnce(OWNER, deleteHouseService, { params: { houseServiceId: id } });
  core.books.answer = 'away';
  assert.equal((await remove()).status, 503);
  core.books.answer = { appliedMonths: [], chargedMonths: [], hasCharges: true };
  assert.equal((await remove()).problem.code, 'has-charges');
  assert.deepEqual(core.books.questions.at(-1), { organizationId, houseId, houseServiceId: id });
  core.books.answer = { appliedMonths: [], chargedMonths: [], hasCharges: false };
  const tariffId = await addTariff(id);
  assert.equal((await remove()).problem.code, 'has-children');
  await core.ask(OWNER, deleteTariff, { params: { tariffId } });
  await addMeter(service, null, 'H-1');
  assert.equal((await remove()).problem.code, 'has-children');
  await core.db.deleteFrom('meters').where('houseId', '=', houseId).execute();
  const removed = await remove();
  assert.equal(removed.status, 204);
  assert.equal(removed.headers.get('applied-months'), '');
  assert.equal(
    (await core.ask(OWNER, getHouseService, { params: { houseServiceId: id } })).status,
    404,
  );
});

test('the list has house-wide meters and a count of the others, a single service has all', async () => {
  const seeded = await core.ask(OWNER, seedGoldenHouse, { body: { organizationId, houseId: 0 } });
  const { houseId } = seeded.body;
  const list = async (query: Sent['query'] = {}) =>
    (await core.ask(ACCOUNTANT, listHouseServices, { params: { houseId }, query })).body;
  const { items, nextCursor } = await list();
  assert.equal(nextCursor, null);
  const told = new Map(items.map((item) => [item.code, item]));
  const metersOf = ({ meters, individualMeterCount }: HouseService) => [
    meters.map(({ serialNumber, ownerType }) => [serialNumber, ownerType]),
    individualMeterCount,
  ];
  const [water, odn] = [told.get('cold-water'), told.get('cold-water-odn')];
  assert.ok(water && odn);
  assert.deepEqual(metersOf(water), [[], 10]);
  assert.deepEqual(metersOf(odn), [[['ВСХН-40 № 2500100', 'house']], 0]);
  const whole = await core.ask(ACCOUNTANT, getHouseService, {
    params: { houseServiceId: water.id },
  });
  const { meters, individualMeterCount } = whole.body;
  assert.equal(individualMeterCount, 10);
  assert.equal(meters.length, 10);
  assert.ok(meters.every(({ ownerType, personalAccountId }) => ownerType && personalAccountId));
  const first = await list({ limit: 3 });
  const second = await list({ cursor: first.nextCursor });
  assert.deepEqual([...first.items, ...second.items], items);
});

test("another house's services and meters are not included", async () => {
  const [one, other] = [await addHouse(), await addHouse()];
  const service = await addService(one, bodyOf('cold-water-odn', 'odn'));
  await addMeter(service, null, 'H-2');
  const list = (await core.ask(OWNER, listHouseServices, { params: { houseId: other } })).body;
  assert.deepEqual(list, { items: [], nextCursor: null });
});

test('the audit log records a service before and after a change', async () => {
  const { id } = await addService(await addHouse(), bodyOf('cold-water', 'meter'));
  await put(id, bodyOf('cold-water', 'norm'));
  await core.ask(OWNER, deleteHouseService, { params: { houseServiceId: id } });
  const { items } = (
    await core.ask(OWNER, listCoreChanges, { query: { object: `house-service:${id}` } })
  ).body;
  const methodOf = (service: unknown) => (service as HouseService | null)?.method;
  assert.deepEqual(
    items.map((entry) => [entry.action, methodOf(entry.before), methodOf(entry.after)]),
    [
      ['house-service.deleted', 'norm', undefined],
      ['house-service.changed', 'meter', 'norm'],
      ['house-service.created', undefined, 'meter'],
    ],
  );
});

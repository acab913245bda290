import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import {
  createMeter,
  deleteMeter,
  getMeter,
  listMeters,
  Meter,
  replaceMeter,
  type WrittenMeter,
} from '@kvartplata/contracts/core/meters.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { Check } from 'typebox/value';
import { addReadings, makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const STRANGER = 2;
const ACCOUNTANT = 3;

let core: TestApp;
let organizationId: number;
let house: MeteredHouse;
let sisterHouse: MeteredHouse;
let foreignHouse: MeteredHouse;

before(async () => {
  core = await createTestApp();
  organizationId = await core.organizationOf(OWNER);
  await core.db
    .insertInto('organizationMembers')
    .values({ organizationId: organizationId, userId: ACCOUNTANT, role: 'accountant' })
    .execute();
  house = await makeMeteredHouse(core.db, organizationId, 3);
  sisterHouse = await makeMeteredHouse(core.db, organizationId, 1);
  foreignHouse = await makeMeteredHouse(core.db, await core.organizationOf(STRANGER), 1);
});
beforeEach(() => {
  core.books.answer = { appliedMonths: [], chargedMonths: [], hasCharges: false };
  core.books.questions.length = 0;
});
after(async () => core.close());

let nextSerial = 0;
function plain(): Record<string, unknown> {
  nextSerial += 1;
  return {
    houseServiceId: house.houseServiceId,
    ownerType: 'account',
    personalAccountId: house.accountIds[0],
    meterTypeId: house.meterTypeId,
    serialNumber: `T${nextSerial}`,
    digits: 5,
    installedOn: '2026-01-10',
    initialReading: '0.125',
  };
}

async function addMeter(fields: object = {}): Promise<WrittenMeter> {
  const response = await core.ask(OWNER, createMeter, { body: { ...plain(), ...fields } });
  assert.equal(response.status, 201, response.text);
  return response.body;
}

test('a meter stores every field', async () => {
  const body = {
    ...plain(),
    roomId: null,
    verifiedUntil: '2032-01-09',
    removedOn: '2026-06-30',
    gisMeterGuid: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  };
  const response = await core.ask(OWNER, createMeter, { query: { houseId: house.houseId }, body });
  assert.equal(response.status, 201, response.text);
  const { appliedMonths, ...meter } = response.body;
  assert.ok(Check(Meter, meter));
  assert.deepEqual(appliedMonths, []);
  const { id, houseId, replacedMeterId, replacedByMeterId, outOfOrderSince, ...fields } = meter;
  assert.deepEqual(fields, body);
  assert.equal(outOfOrderSince, null);
  assert.deepEqual([houseId, replacedMeterId, replacedByMeterId], [house.houseId, null, null]);
  assert.equal(response.headers.get('location'), addressOf(getMeter, { params: { meterId: id } }));
  const read = await core.ask(ACCOUNTANT, getMeter, { params: { meterId: id } });
  assert.deepEqual(read.body, meter);
  assert.equal(read.headers.get('etag'), '"1"');
});

test('a house meter has no account, and PUT resets what it leaves out', async () => {
  const ofHouse = {
    ...plain(),
    houseServiceId: house.commonServiceId,
    ownerType: 'house',
    personalAccountId: null,
    meterTypeId: house.houseMeterTypeId,
  };
  const response = await core.ask(OWNER, createMeter, {
    body: { ...ofHouse, verifiedUntil: '2030-01-01' },
  });
  assert.equal(response.status, 201, response.text);
  const { personalAccountId: _, ...body } = { ...ofHouse, initialReading: 7 };
  const put = await core.ask(OWNER, replaceMeter, { params: { meterId: response.body.id }, body });
  const { personalAccountId, verifiedUntil, initialReading } = put.body;
  assert.deepEqual(
    { personalAccountId, verifiedUntil, initialReading },
    {
      personalAccountId: null,
      verifiedUntil: null,
      initialReading: '7.000',
    },
  );
  assert.equal(put.headers.get('etag'), '"2"');
});

const refused: { fields: object; path: string; why: string }[] = [
  { fields: { serialNumber: '' }, path: '/serialNumber', why: 'no number' },
  { fields: { serialNumber: 'x'.repeat(51) }, path: '/serialNumber', why: 'a long one' },
  { fields: { digits: 0 }, path: '/digits', why: 'no digit' },
  { fields: { digits: 10 }, path: '/digits', why: 'more than any meter has' },
  { fields: { digits: '5' }, path: '/digits', why: 'a text' },
  { fields: { initialReading: '-1' }, path: '/initialReading', why: 'below nothing' },
  { fields: { initialReading: '1.0001' }, path: '/initialReading', why: 'a fourth place' },
  { fields: { initialReading: 'NaN' }, path: '/initialReading', why: 'no number' },
  { fields: { initialReading: null }, path: '/initialReading', why: 'nothing' },
  { fields: { initialReading: '100000' }, path: '/initialReading', why: 'more than 5 digits' },
  { fields: { installedOn: '2026-02-30' }, path: '/installedOn', why: 'no day' },
  { fields: { removedOn: '2026-01-09' }, path: '/removedOn', why: 'removed before installed' },
  { fields: { ownerType: 'stairs' }, path: '/ownerType', why: 'no owner' },
  { fields: { personalAccountId: null }, path: '/personalAccountId', why: 'an account’s without' },
  { fields: { houseId: 1 }, path: '/houseId', why: 'no such field' },
];
for (const { fields, path, why } of refused) {
  test(`${JSON.stringify(fields).slice(0, 60)} is refused: ${why}`, async () => {
    const response = await core.ask(OWNER, createMeter, { body: { ...plain(), ...fields } });
    assert.equal(response.status, 400, response.text);
    assert.equal(response.problem.errors?.[0]?.path, path);
  });
}

test('the type of a meter has to fit its owner', async () => {
  const ofHouse = { ownerType: 'house', personalAccountId: null };
  for (const [fields, path] of [
    [ofHouse, '/meterTypeId'],
    [{ meterTypeId: house.houseMeterTypeId }, '/meterTypeId'],
    [{ ownerType: 'house', meterTypeId: house.houseMeterTypeId }, '/personalAccountId'],
  ] as const) {
    const response = await core.ask(OWNER, createMeter, { body: { ...plain(), ...fields } });
    assert.equal(response.status, 400, response.text);
    assert.equal(response.problem.errors?.[0]?.path, path);
  }
});

test('service and account belong to one house of the user', async () => {
  const { id } = await addMeter();
  for (const fields of [
    { houseServiceId: foreignHouse.houseServiceId },
    { personalAccountId: foreignHouse.accountIds[0] },
    { personalAccountId: sisterHouse.accountIds[0] },
    { houseServiceId: 987_654 },
    { meterTypeId: 987_654 },
  ]) {
    const body = { ...plain(), ...fields };
    assert.equal((await core.ask(OWNER, createMeter, { body })).status, 404);
    assert.equal(
      (await core.ask(OWNER, replaceMeter, { params: { meterId: id }, body })).status,
      404,
    );
  }
  const moved = { ...plain(), houseServiceId: sisterHouse.houseServiceId };
  const there = { ...moved, personalAccountId: sisterHouse.accountIds[0] };
  assert.equal(
    (await core.ask(OWNER, replaceMeter, { params: { meterId: id }, body: there })).status,
    404,
  );
  for (const named of [sisterHouse, foreignHouse]) {
    const query = { houseId: named.houseId };
    assert.equal((await core.ask(OWNER, createMeter, { query, body: plain() })).status, 404);
  }
});

test('a meter is a 404 for strangers, and only the owner changes it', async () => {
  const { id } = await addMeter();
  const body = plain();
  const params = { meterId: id };
  for (const [user, statuses] of [
    [STRANGER, [404, 404, 404]],
    [ACCOUNTANT, [200, 403, 403]],
  ] as const) {
    const asked = [
      await core.ask(user, getMeter, { params }),
      await core.ask(user, replaceMeter, { params, body }),
      await core.ask(user, deleteMeter, { params }),
    ];
    assert.deepEqual(
      asked.map(({ status }) => status),
      statuses,
    );
  }
  assert.equal((await core.ask(STRANGER, createMeter, { body })).status, 404);
  assert.equal((await core.ask(ACCOUNTANT, createMeter, { body })).status, 403);
});

test('a serial number belongs to one meter of a service at a time', async () => {
  const first = await addMeter({ serialNumber: 'X-1', removedOn: '2026-03-10' });
  const post = async (fields: object) =>
    core.ask(OWNER, createMeter, { body: { ...plain(), serialNumber: 'X-1', ...fields } });
  const overlapping = await post({ installedOn: '2026-03-09' });
  assert.equal(overlapping.status, 409);
  assert.equal(overlapping.problem.code, 'serial-number-taken');
  assert.equal((await post({ installedOn: '2026-03-10' })).status, 201, 'put back the same day');
  const body = { ...plain(), serialNumber: 'X-1' };
  const unended = await core.ask(OWNER, replaceMeter, { params: { meterId: first.id }, body });
  assert.equal(unended.problem.code, 'serial-number-taken');
  const there = await core.ask(OWNER, createMeter, {
    body: {
      ...plain(),
      serialNumber: 'X-1',
      houseServiceId: sisterHouse.houseServiceId,
      personalAccountId: sisterHouse.accountIds[0],
    },
  });
  assert.equal(there.status, 201, 'another house may have the same number');
  const ofBothRates = await post({ houseServiceId: house.commonServiceId });
  assert.equal(ofBothRates.status, 201, 'one device may count for two services');
});

test('any number of meters may have no serial number, however that is written', async () => {
  const made = [await addMeter({ serialNumber: 'б/н' }), await addMeter({ serialNumber: 'Б/Н' })];
  assert.deepEqual(
    made.map(({ serialNumber }) => serialNumber),
    ['б/н', 'б/н'],
  );
});

test('only one of concurrent meters with one serial number is created', async () => {
  const body = { ...plain(), serialNumber: 'X-2' };
  const answers = await Promise.all(
    Array.from({ length: 6 }, async () => core.ask(OWNER, createMeter, { body })),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409, 409, 409, 409, 409],
  );
});

test('fields that readings depend on cannot change against them', async () => {
  const { id } = await addMeter({ initialReading: '5.000' });
  await addReadings(core.db, house, id, { '2026-01': '7.000', '2026-02': '1234.500' });
  const put = async (fields: object) =>
    core.ask(OWNER, replaceMeter, {
      params: { meterId: id },
      body: { ...plain(), initialReading: '5.000', ...fields },
    });
  for (const [fields, path] of [
    [{ digits: 3 }, '/digits'],
    [{ installedOn: '2026-01-26' }, '/installedOn'],
    [{ installedOn: '2026-02-01' }, '/installedOn'],
    [{ removedOn: '2026-02-24' }, '/removedOn'],
    [{ initialReading: '7.001' }, '/initialReading'],
  ] as const) {
    const response = await put(fields);
    assert.equal(response.status, 409, JSON.stringify(fields));
    assert.equal(response.problem.code, 'readings-contradict');
    assert.equal(response.problem.errors?.[0]?.path, path);
  }
  const fitting = { digits: 4, installedOn: '2026-01-25', removedOn: '2026-02-25' };
  assert.equal((await put({ ...fitting, initialReading: '7' })).status, 200);
});

test('a meter with readings cannot be deleted', async () => {
  const { id } = await addMeter();
  await addReadings(core.db, house, id, { '2026-01': '7.000' });
  const remove = async () => core.ask(OWNER, deleteMeter, { params: { meterId: id } });
  assert.equal((await remove()).problem.code, 'has-children');
  await core.db.deleteFrom('meterReadings').where('meterId', '=', id).execute();
  const removed = await remove();
  assert.equal(removed.status, 204);
  assert.equal(removed.headers.get('applied-months'), '');
  assert.equal((await core.ask(OWNER, getMeter, { params: { meterId: id } })).status, 404);
});

test('only one of many concurrent changes of one version succeeds', async () => {
  const { id } = await addMeter();
  const body = plain();
  const answers = await Promise.all(
    Array.from({ length: 6 }, async () =>
      core.ask(OWNER, replaceMeter, { params: { meterId: id }, body, ifMatch: '"1"' }),
    ),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 412, 412, 412, 412, 412],
  );
  const deletion = { headers: { 'if-match': '"1"' } };
  assert.equal(
    (await core.ask(OWNER, deleteMeter, { params: { meterId: id }, ...deletion })).status,
    412,
  );
});

test('a change names the applied months of the days on which it counts', async () => {
  const { id, serialNumber } = await addMeter({ removedOn: '2026-05-31' });
  assert.deepEqual(core.books.questions, [
    { organizationId, houseId: house.houseId, from: '2026-01', to: '2026-05' },
  ]);
  core.books.answer = { appliedMonths: ['2026-02'], chargedMonths: [], hasCharges: true };
  const put = async (fields: object) => {
    core.books.questions.length = 0;
    const body = { ...plain(), serialNumber, removedOn: '2026-05-31', ...fields };
    const response = await core.ask(OWNER, replaceMeter, { params: { meterId: id }, body });
    const [asked] = core.books.questions;
    return [response.body.appliedMonths, asked?.from, asked?.to];
  };
  assert.deepEqual(await put({ serialNumber: 'X-3' }), [[], undefined, undefined]);
  assert.deepEqual(await put({ installedOn: '2026-02-01' }), [['2026-02'], '2026-01', '2026-05']);
  assert.deepEqual(await put({ installedOn: '2026-02-01', removedOn: null }), [
    ['2026-02'],
    '2026-02',
    undefined,
  ]);
  const verified = { installedOn: '2026-02-01', removedOn: null, verifiedUntil: '2026-04-30' };
  assert.deepEqual(await put(verified), [['2026-02'], '2026-05', undefined]);
  core.books.answer = 'away';
  assert.deepEqual((await put({ digits: 6 }))[0], null);
});

test('the audit log records a meter before and after a change', async () => {
  const { id } = await addMeter({ serialNumber: 'A-1' });
  await core.ask(OWNER, replaceMeter, {
    params: { meterId: id },
    body: { ...plain(), serialNumber: 'A-2' },
  });
  await core.ask(OWNER, deleteMeter, { params: { meterId: id } });
  const query = { object: `meter:${id}` };
  const { items } = (await core.ask(OWNER, listCoreChanges, { query })).body;
  const serialOf = (meter: unknown) => (meter as Meter | null)?.serialNumber;
  assert.deepEqual(
    items.map((entry) => [entry.action, serialOf(entry.before), serialOf(entry.after)]),
    [
      ['meter.deleted', 'A-2', undefined],
      ['meter.changed', 'A-1', 'A-2'],
      ['meter.created', undefined, 'A-1'],
    ],
  );
});

test('a list pages through the meters of a house, an account, a service or a day', async () => {
  const user = 88;
  const own = await core.organizationOf(user);
  const [first, second] = [
    await makeMeteredHouse(core.db, own, 3),
    await makeMeteredHouse(core.db, own, 1),
  ];
  const list = async (query: Sent['query']) => core.ask(user, listMeters, { query });
  const idsOf = async (query: Sent['query']) => (await list(query)).body.items.map(({ id }) => id);
  const page = (await list({ limit: 3 })).body;
  const rest = (await list({ limit: 3, cursor: page.nextCursor })).body;
  assert.deepEqual(
    [...page.items, ...rest.items].map(({ id }) => id),
    [...first.meterIds, ...second.meterIds],
  );
  assert.equal(rest.nextCursor, null);
  assert.deepEqual(await idsOf({ houseId: first.houseId }), first.meterIds);
  assert.deepEqual(await idsOf({ personalAccountId: first.accountIds[1] }), [first.meterIds[1]]);
  assert.deepEqual(await idsOf({ houseServiceId: second.houseServiceId }), second.meterIds);
  await core.db
    .updateTable('meters')
    .set({ removedOn: '2026-03-31' })
    .where('id', '=', first.meterIds[0] ?? 0)
    .execute();
  const onDay = async (day: string) => idsOf({ houseId: first.houseId, activeOn: day });
  assert.deepEqual(await onDay('2026-03-31'), first.meterIds);
  assert.deepEqual(await onDay('2026-04-01'), first.meterIds.slice(1));
  assert.deepEqual(await onDay('2024-12-31'), []);
  for (const query of [
    { houseId: house.houseId },
    { personalAccountId: house.accountIds[0] },
    { houseServiceId: house.houseServiceId },
    { houseId: first.houseId, personalAccountId: house.accountIds[0] },
    { houseId: first.houseId, personalAccountId: second.accountIds[0] },
    { houseId: first.houseId, houseServiceId: second.houseServiceId },
  ])
    assert.equal((await list(query)).status, 404, JSON.stringify(query));
  for (const query of [
    { activeOn: '2026-13-01' },
    { houseId: '0x10' },
    { cursor: 'x' },
    { limit: 0 },
    { color: 'red' },
  ])
    assert.equal((await list(query)).status, 400, JSON.stringify(query));
});

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import type { AuditEntry } from '@kvartplata/contracts/audit.ts';
import type { AppliedMonths } from '@kvartplata/contracts/core/applied-months.ts';
import { Meter } from '@kvartplata/contracts/core/meters.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import type { Problem } from '@kvartplata/contracts/problem.ts';
import { Check } from 'typebox/value';
import { addReadings, makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const PATH = '/api/meters';
const OWNER = 1;
const STRANGER = 2;
const ACCOUNTANT = 3;
type WrittenMeter = Meter & { readonly appliedMonths: AppliedMonths };

let core: TestApp;
let house: MeteredHouse;
let sisterHouse: MeteredHouse;
let foreignHouse: MeteredHouse;

before(async () => {
  core = await createTestApp();
  const organizationId = await core.organizationOf(OWNER);
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
  const response = await core.askAt(OWNER, 'POST', PATH, { body: { ...plain(), ...fields } });
  assert.equal(response.statusCode, 201, response.body);
  return response.json<WrittenMeter>();
}

test('a meter keeps all that it was given', async () => {
  const body = { ...plain(), verifiedUntil: '2032-01-09', removedOn: '2026-06-30' };
  const response = await core.askAt(OWNER, 'POST', `${PATH}?houseId=${house.houseId}`, { body });
  assert.equal(response.statusCode, 201, response.body);
  const { appliedMonths, ...meter } = response.json<WrittenMeter>();
  assert.ok(Check(Meter, meter));
  assert.deepEqual(appliedMonths, []);
  const { id, houseId, replacedMeterId, replacedByMeterId, outOfOrderSince, ...fields } = meter;
  assert.deepEqual(fields, body);
  assert.equal(outOfOrderSince, null);
  assert.deepEqual([houseId, replacedMeterId, replacedByMeterId], [house.houseId, null, null]);
  assert.equal(response.headers['location'], `${PATH}/${id}`);
  const read = await core.askAt(ACCOUNTANT, 'GET', `${PATH}/${id}`);
  assert.deepEqual(read.json(), meter);
  assert.equal(read.headers['etag'], '"1"');
});

test('a meter of the house has no account, and PUT puts back what it leaves out', async () => {
  const ofHouse = {
    ...plain(),
    houseServiceId: house.commonServiceId,
    ownerType: 'house',
    personalAccountId: null,
    meterTypeId: house.houseMeterTypeId,
  };
  const response = await core.askAt(OWNER, 'POST', PATH, {
    body: { ...ofHouse, verifiedUntil: '2030-01-01' },
  });
  assert.equal(response.statusCode, 201, response.body);
  const { personalAccountId: _, ...body } = { ...ofHouse, initialReading: 7 };
  const put = await core.askAt(OWNER, 'PUT', `${PATH}/${response.json<Meter>().id}`, { body });
  const { personalAccountId, verifiedUntil, initialReading } = put.json<Meter>();
  assert.deepEqual(
    { personalAccountId, verifiedUntil, initialReading },
    {
      personalAccountId: null,
      verifiedUntil: null,
      initialReading: '7.000',
    },
  );
  assert.equal(put.headers['etag'], '"2"');
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
  { fields: { ownerType: 'room' }, path: '/ownerType', why: 'no owner' },
  { fields: { personalAccountId: null }, path: '/personalAccountId', why: 'an account’s without' },
  { fields: { houseId: 1 }, path: '/houseId', why: 'no such field' },
];
for (const { fields, path, why } of refused) {
  test(`${JSON.stringify(fields).slice(0, 60)} is refused: ${why}`, async () => {
    const response = await core.askAt(OWNER, 'POST', PATH, { body: { ...plain(), ...fields } });
    assert.equal(response.statusCode, 400, response.body);
    assert.equal(response.json<Problem>().errors?.[0]?.path, path);
  });
}

test('the type of a meter is one of its owner’s', async () => {
  const ofHouse = { ownerType: 'house', personalAccountId: null };
  for (const [fields, path] of [
    [ofHouse, '/meterTypeId'],
    [{ meterTypeId: house.houseMeterTypeId }, '/meterTypeId'],
    [{ ownerType: 'house', meterTypeId: house.houseMeterTypeId }, '/personalAccountId'],
  ] as const) {
    const response = await core.askAt(OWNER, 'POST', PATH, { body: { ...plain(), ...fields } });
    assert.equal(response.statusCode, 400, response.body);
    assert.equal(response.json<Problem>().errors?.[0]?.path, path);
  }
});

test('service and account are of one house of the caller’s', async () => {
  const { id } = await addMeter();
  for (const fields of [
    { houseServiceId: foreignHouse.houseServiceId },
    { personalAccountId: foreignHouse.accountIds[0] },
    { personalAccountId: sisterHouse.accountIds[0] },
    { houseServiceId: 987_654 },
    { meterTypeId: 987_654 },
  ]) {
    const body = { ...plain(), ...fields };
    assert.equal((await core.askAt(OWNER, 'POST', PATH, { body })).statusCode, 404);
    assert.equal((await core.askAt(OWNER, 'PUT', `${PATH}/${id}`, { body })).statusCode, 404);
  }
  const moved = { ...plain(), houseServiceId: sisterHouse.houseServiceId };
  const there = { ...moved, personalAccountId: sisterHouse.accountIds[0] };
  assert.equal((await core.askAt(OWNER, 'PUT', `${PATH}/${id}`, { body: there })).statusCode, 404);
  for (const named of [sisterHouse, foreignHouse]) {
    const url = `${PATH}?houseId=${named.houseId}`;
    assert.equal((await core.askAt(OWNER, 'POST', url, { body: plain() })).statusCode, 404);
  }
});

test('a meter is not there for strangers, and only the owner changes it', async () => {
  const { id } = await addMeter();
  const body = plain();
  for (const [method, more] of [
    ['GET', {}],
    ['PUT', { body }],
    ['DELETE', {}],
  ] as const) {
    assert.equal((await core.askAt(STRANGER, method, `${PATH}/${id}`, more)).statusCode, 404);
    const status = (await core.askAt(ACCOUNTANT, method, `${PATH}/${id}`, more)).statusCode;
    assert.equal(status, method === 'GET' ? 200 : 403);
  }
  assert.equal((await core.askAt(STRANGER, 'POST', PATH, { body })).statusCode, 404);
  assert.equal((await core.askAt(ACCOUNTANT, 'POST', PATH, { body })).statusCode, 403);
});

test('a serial number is one meter of a service at a time', async () => {
  const first = await addMeter({ serialNumber: 'X-1', removedOn: '2026-03-10' });
  const post = async (fields: object) =>
    core.askAt(OWNER, 'POST', PATH, { body: { ...plain(), serialNumber: 'X-1', ...fields } });
  const overlapping = await post({ installedOn: '2026-03-09' });
  assert.equal(overlapping.statusCode, 409);
  assert.equal(overlapping.json<Problem>().code, 'serial-number-taken');
  assert.equal(
    (await post({ installedOn: '2026-03-10' })).statusCode,
    201,
    'put back the same day',
  );
  const body = { ...plain(), serialNumber: 'X-1' };
  const unended = await core.askAt(OWNER, 'PUT', `${PATH}/${first.id}`, { body });
  assert.equal(unended.json<Problem>().code, 'serial-number-taken');
  const there = await core.askAt(OWNER, 'POST', PATH, {
    body: {
      ...plain(),
      serialNumber: 'X-1',
      houseServiceId: sisterHouse.houseServiceId,
      personalAccountId: sisterHouse.accountIds[0],
    },
  });
  assert.equal(there.statusCode, 201, 'another house may have the same number');
  const ofBothRates = await post({ houseServiceId: house.commonServiceId });
  assert.equal(ofBothRates.statusCode, 201, 'one device may count for two services');
});

test('any number of meters have no serial number, whichever way that is written', async () => {
  const made = [await addMeter({ serialNumber: 'б/н' }), await addMeter({ serialNumber: 'Б/Н' })];
  assert.deepEqual(
    made.map(({ serialNumber }) => serialNumber),
    ['б/н', 'б/н'],
  );
});

test('of many meters with one serial number one is made', async () => {
  const body = { ...plain(), serialNumber: 'X-2' };
  const answers = await Promise.all(
    Array.from({ length: 6 }, async () => core.askAt(OWNER, 'POST', PATH, { body })),
  );
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b),
    [201, 409, 409, 409, 409, 409],
  );
});

test('what readings rest on stays as they need it', async () => {
  const { id } = await addMeter({ initialReading: '5.000' });
  await addReadings(core.db, house.houseId, id, { '2026-01': '7.000', '2026-02': '1234.500' });
  const put = async (fields: object) =>
    core.askAt(OWNER, 'PUT', `${PATH}/${id}`, {
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
    assert.equal(response.statusCode, 409, JSON.stringify(fields));
    assert.equal(response.json<Problem>().code, 'readings-contradict');
    assert.equal(response.json<Problem>().errors?.[0]?.path, path);
  }
  const fitting = { digits: 4, installedOn: '2026-01-25', removedOn: '2026-02-25' };
  assert.equal((await put({ ...fitting, initialReading: '7' })).statusCode, 200);
});

test('a meter that was read is kept', async () => {
  const { id } = await addMeter();
  await addReadings(core.db, house.houseId, id, { '2026-01': '7.000' });
  const remove = async () => core.askAt(OWNER, 'DELETE', `${PATH}/${id}`);
  assert.equal((await remove()).json<Problem>().code, 'has-children');
  await core.db.deleteFrom('meterReadings').where('meterId', '=', id).execute();
  const removed = await remove();
  assert.equal(removed.statusCode, 204);
  assert.equal(removed.headers['applied-months'], '');
  assert.equal((await core.askAt(OWNER, 'GET', `${PATH}/${id}`)).statusCode, 404);
});

test('of many changes with one version one is made', async () => {
  const { id } = await addMeter();
  const body = plain();
  const answers = await Promise.all(
    Array.from({ length: 6 }, async () =>
      core.askAt(OWNER, 'PUT', `${PATH}/${id}`, { body, headers: { 'if-match': '"1"' } }),
    ),
  );
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b),
    [200, 412, 412, 412, 412, 412],
  );
  const deletion = { headers: { 'if-match': '"1"' } };
  assert.equal((await core.askAt(OWNER, 'DELETE', `${PATH}/${id}`, deletion)).statusCode, 412);
});

test('a change names the applied months of the days on which it counts', async () => {
  const { id, serialNumber } = await addMeter({ removedOn: '2026-05-31' });
  assert.deepEqual(core.books.questions, [
    { houseId: house.houseId, from: '2026-01', to: '2026-05' },
  ]);
  core.books.answer = { appliedMonths: ['2026-02'], chargedMonths: [], hasCharges: true };
  const put = async (fields: object) => {
    core.books.questions.length = 0;
    const body = { ...plain(), serialNumber, removedOn: '2026-05-31', ...fields };
    const response = await core.askAt(OWNER, 'PUT', `${PATH}/${id}`, { body });
    const [asked] = core.books.questions;
    return [response.json<WrittenMeter>().appliedMonths, asked?.from, asked?.to];
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

test('the audit log tells what a meter was and became', async () => {
  const { id } = await addMeter({ serialNumber: 'A-1' });
  await core.askAt(OWNER, 'PUT', `${PATH}/${id}`, { body: { ...plain(), serialNumber: 'A-2' } });
  await core.askAt(OWNER, 'DELETE', `${PATH}/${id}`);
  const url = `${listCoreChanges.path}?object=meter:${id}`;
  const { items } = (await core.askAt(OWNER, 'GET', url)).json<PageOf<AuditEntry>>();
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
  const list = async (query: string) =>
    (await core.askAt(user, 'GET', `${PATH}?${query}`)).json<PageOf<Meter>>();
  const idsOf = async (query: string) => (await list(query)).items.map(({ id }) => id);
  const page = await list('limit=3');
  const rest = await list(`limit=3&cursor=${page.nextCursor}`);
  assert.deepEqual(
    [...page.items, ...rest.items].map(({ id }) => id),
    [...first.meterIds, ...second.meterIds],
  );
  assert.equal(rest.nextCursor, null);
  assert.deepEqual(await idsOf(`houseId=${first.houseId}`), first.meterIds);
  assert.deepEqual(await idsOf(`personalAccountId=${first.accountIds[1]}`), [first.meterIds[1]]);
  assert.deepEqual(await idsOf(`houseServiceId=${second.houseServiceId}`), second.meterIds);
  await core.db
    .updateTable('meters')
    .set({ removedOn: '2026-03-31' })
    .where('id', '=', first.meterIds[0] ?? 0)
    .execute();
  const onDay = async (day: string) => idsOf(`houseId=${first.houseId}&activeOn=${day}`);
  assert.deepEqual(await onDay('2026-03-31'), first.meterIds);
  assert.deepEqual(await onDay('2026-04-01'), first.meterIds.slice(1));
  assert.deepEqual(await onDay('2024-12-31'), []);
  for (const query of [
    `houseId=${house.houseId}`,
    `personalAccountId=${house.accountIds[0]}`,
    `houseServiceId=${house.houseServiceId}`,
    `houseId=${first.houseId}&personalAccountId=${house.accountIds[0]}`,
    `houseId=${first.houseId}&personalAccountId=${second.accountIds[0]}`,
    `houseId=${first.houseId}&houseServiceId=${second.houseServiceId}`,
  ])
    assert.equal((await core.askAt(user, 'GET', `${PATH}?${query}`)).statusCode, 404, query);
  for (const query of ['activeOn=2026-13-01', 'houseId=0x10', 'cursor=x', 'limit=0', 'color=red'])
    assert.equal((await core.askAt(user, 'GET', `${PATH}?${query}`)).statusCode, 400, query);
});

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import {
  createMeterOutage,
  deleteMeterOutage,
  getMeterOutage,
  listMeterOutages,
  MeterOutage,
  replaceMeterOutage,
  type WrittenMeterOutage,
} from '@kvartplata/contracts/core/meter-outages.ts';
import { createMeterReplacement } from '@kvartplata/contracts/core/meter-replacements.ts';
import { deleteMeter, getMeter } from '@kvartplata/contracts/core/meters.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { Check } from 'typebox/value';
import { makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const STRANGER = 2;
const ACCOUNTANT = 3;

let core: TestApp;
let house: MeteredHouse;
let meterId: number;
let used = 0;

before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z');
  const organizationId = await core.organizationOf(OWNER);
  await core.organizationOf(STRANGER);
  await core.db
    .insertInto('organizationMembers')
    .values({ organizationId: organizationId, userId: ACCOUNTANT, role: 'accountant' })
    .execute();
  house = await makeMeteredHouse(core.db, organizationId, 20);
});
beforeEach(() => {
  core.books.answer = { appliedMonths: [], chargedMonths: [], hasCharges: false };
  core.books.questions.length = 0;
  meterId = house.meterIds[used] ?? 0;
  used += 1;
});
after(async () => core.close());

const post = async (body: object, user = OWNER) =>
  core.ask(user, createMeterOutage, { params: { meterId }, body });
const put = async (id: number, body: object, headers: Record<string, string> = {}) =>
  core.ask(OWNER, replaceMeterOutage, { params: { outageId: id }, body, headers });

async function add(body: object): Promise<WrittenMeterOutage> {
  const response = await post(body);
  assert.equal(response.status, 201, response.text);
  return response.body;
}

async function outOfOrderSince(): Promise<string | null> {
  return (await core.ask(OWNER, getMeter, { params: { meterId } })).body.outOfOrderSince;
}

test('an outage keeps all that it was given, and the meter is out of order until it ends', async () => {
  const body = { from: '2026-07-03', to: null, basis: 'Акт № 7 от 03.07.2026' };
  assert.equal(await outOfOrderSince(), null);
  const response = await post(body);
  assert.equal(response.status, 201, response.text);
  const { appliedMonths, ...outage } = response.body;
  assert.ok(Check(MeterOutage, outage));
  assert.deepEqual(appliedMonths, []);
  const { id, ...fields } = outage;
  assert.deepEqual(fields, { houseId: house.houseId, meterId, ...body });
  assert.equal(
    response.headers.get('location'),
    addressOf(getMeterOutage, { params: { outageId: id } }),
  );
  const read = await core.ask(ACCOUNTANT, getMeterOutage, { params: { outageId: id } });
  assert.deepEqual([read.body, read.headers.get('etag')], [outage, '"1"']);
  assert.equal(await outOfOrderSince(), '2026-07-03');
  const repaired = await put(id, { ...body, to: '2026-08-10' }, { 'if-match': '"1"' });
  assert.deepEqual([repaired.body.to, repaired.headers.get('etag')], ['2026-08-10', '"2"']);
  assert.equal(await outOfOrderSince(), null);
});

test('a meter that is replaced is out of order no more', async () => {
  await add({ from: '2026-07-03' });
  const replacement = await core.ask(OWNER, createMeterReplacement, {
    params: { meterId },
    body: {
      removedOn: '2026-07-10',
      finalReading: '20',
      meter: { serialNumber: 'N', digits: 5, installedOn: '2026-07-10', initialReading: '0' },
    },
  });
  assert.equal(replacement.body.outOfOrderSince, null);
  assert.equal(await outOfOrderSince(), null);
});

test('the outages of a meter come newest first, by pages', async () => {
  await add({ from: '2026-01-01', to: '2026-01-20' });
  await add({ from: '2026-03-01' });
  const page = async (query: Sent['query']) =>
    (await core.ask(ACCOUNTANT, listMeterOutages, { params: { meterId }, query })).body;
  const first = await page({ limit: 1 });
  const second = await page({ cursor: first.nextCursor });
  assert.deepEqual(
    [...first.items, ...second.items].map(({ from }) => from),
    ['2026-03-01', '2026-01-01'],
  );
  assert.equal(second.nextCursor, null);
});

test('an outage that cannot be is refused', async () => {
  const { id } = await add({ from: '2025-02-01', to: '2025-02-10' });
  await core.db
    .updateTable('meters')
    .set({ removedOn: '2026-06-30' })
    .where('id', '=', meterId)
    .execute();
  for (const [body, path] of [
    [{ from: '2026-08-16' }, '/from'],
    [{ from: '2024-12-31' }, '/from'],
    [{ from: '2026-07-01' }, '/from'],
    [{ from: '2026-02-30' }, '/from'],
    [{ from: '2026-06-02', to: '2026-06-01' }, '/to'],
    [{ from: '2026-06-02', to: '2026-08-16' }, '/to'],
    [{ to: '2026-06-01' }, '/from'],
    [{ from: '2026-06-02', basis: '' }, '/basis'],
    [{ from: '2026-06-02', since: '2026-06-02' }, '/since'],
  ] as const)
    for (const response of [await post(body), await put(id, body)]) {
      assert.equal(response.status, 400, response.text);
      assert.equal(response.problem.errors?.[0]?.path, path);
    }
});

test('two outages of a meter never share a day', async () => {
  const { id } = await add({ from: '2026-05-10', to: '2026-05-20' });
  await add({ from: '2026-06-10' });
  for (const response of [
    await post({ from: '2026-05-20', to: '2026-05-21' }),
    await post({ from: '2026-07-01' }),
    await put(id, { from: '2026-05-10', to: '2026-06-10' }),
    await put(id, { from: '2026-05-10' }),
  ])
    assert.equal(response.problem.code, 'period-overlap', response.text);
  const answers = await Promise.all(
    Array.from({ length: 6 }, async () => post({ from: '2026-05-21', to: '2026-06-09' })),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
});

test('of many changes with one version one is made', async () => {
  const { id } = await add({ from: '2026-05-10' });
  const headers = { 'if-match': '"1"' };
  const answers = await Promise.all(
    Array.from({ length: 6 }, async (_, index) =>
      put(id, { from: '2026-05-10', to: `2026-06-0${index + 1}` }, headers),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.equal(answers.filter(({ status }) => status === 412).length, 5);
  const deletion = await core.ask(OWNER, deleteMeterOutage, { params: { outageId: id }, headers });
  assert.equal(deletion.status, 412);
});

test('outages are not there for strangers, and only the owner puts them down', async () => {
  const { id } = await add({ from: '2026-05-10', to: '2026-05-20' });
  const body = { from: '2026-06-10' };
  for (const [user, statuses] of [
    [STRANGER, [404, 404, 404, 404, 404]],
    [ACCOUNTANT, [200, 200, 403, 403, 403]],
  ] as const) {
    const asked = [
      await core.ask(user, listMeterOutages, { params: { meterId } }),
      await core.ask(user, getMeterOutage, { params: { outageId: id } }),
      await post(body, user),
      await core.ask(user, replaceMeterOutage, { params: { outageId: id }, body }),
      await core.ask(user, deleteMeterOutage, { params: { outageId: id } }),
    ];
    assert.deepEqual(
      asked.map(({ status }) => status),
      statuses,
    );
  }
});

test('a change names the applied months of its days, and a meter with an outage is kept', async () => {
  const lastQuestion = () => {
    const { from, to } = core.books.questions.pop() ?? {};
    return [from, to];
  };
  core.books.answer = { appliedMonths: ['2026-05'], chargedMonths: [], hasCharges: true };
  const { id, appliedMonths } = await add({ from: '2026-05-10' });
  assert.deepEqual([appliedMonths, ...lastQuestion()], [['2026-05'], '2026-05', undefined]);
  await put(id, { from: '2026-05-10', to: '2026-07-02' });
  assert.deepEqual(lastQuestion(), ['2026-07', undefined]);
  const unchanged = await put(id, { from: '2026-05-10', to: '2026-07-02', basis: 'Акт' });
  assert.deepEqual([unchanged.body.appliedMonths, core.books.questions], [[], []]);
  const kept = await core.ask(OWNER, deleteMeter, { params: { meterId } });
  assert.equal(kept.problem.code, 'has-children');
  const deleted = await core.ask(OWNER, deleteMeterOutage, { params: { outageId: id } });
  assert.deepEqual([deleted.status, deleted.headers.get('applied-months')], [204, '2026-05']);
  assert.deepEqual(lastQuestion(), ['2026-05', '2026-07']);
  assert.equal((await core.ask(OWNER, getMeterOutage, { params: { outageId: id } })).status, 404);
  assert.equal((await core.ask(OWNER, deleteMeter, { params: { meterId } })).status, 204);
});

test('the audit log tells what an outage was and became', async () => {
  const { id } = await add({ from: '2026-05-10' });
  await put(id, { from: '2026-05-10', to: '2026-05-20' });
  await core.ask(OWNER, deleteMeterOutage, { params: { outageId: id } });
  const query = { object: `meter-outage:${id}` };
  const { items } = (await core.ask(OWNER, listCoreChanges, { query })).body;
  const endOf = (outage: unknown) => (outage as MeterOutage | null)?.to;
  assert.deepEqual(
    items.map((entry) => [entry.action, endOf(entry.before), endOf(entry.after)]),
    [
      ['meter-outage.deleted', '2026-05-20', undefined],
      ['meter-outage.changed', null, '2026-05-20'],
      ['meter-outage.created', undefined, null],
    ],
  );
});

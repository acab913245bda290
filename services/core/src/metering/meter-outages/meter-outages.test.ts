import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import type { AppliedMonths } from '@kvartplata/contracts/core/applied-months.ts';
import { MeterOutage } from '@kvartplata/contracts/core/meter-outages.ts';
import type { Meter } from '@kvartplata/contracts/core/meters.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import type { Problem } from '@kvartplata/contracts/problem.ts';
import { Check } from 'typebox/value';
import { makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const STRANGER = 2;
const ACCOUNTANT = 3;
const PATH = '/api/meter-outages';
type Written = MeterOutage & { readonly appliedMonths: AppliedMonths };

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

const listOf = () => `/api/meters/${meterId}/outages`;
const post = async (body: object, user = OWNER) => core.askAt(user, 'POST', listOf(), { body });
const put = async (id: number, body: object, headers: Record<string, string> = {}) =>
  core.askAt(OWNER, 'PUT', `${PATH}/${id}`, { body, headers });

async function add(body: object): Promise<Written> {
  const response = await post(body);
  assert.equal(response.statusCode, 201, response.body);
  return response.json<Written>();
}

async function outOfOrderSince(): Promise<string | null> {
  return (await core.askAt(OWNER, 'GET', `/api/meters/${meterId}`)).json<Meter>().outOfOrderSince;
}

test('an outage keeps all that it was given, and the meter is out of order until it ends', async () => {
  const body = { from: '2026-07-03', to: null, basis: 'Акт № 7 от 03.07.2026' };
  assert.equal(await outOfOrderSince(), null);
  const response = await post(body);
  assert.equal(response.statusCode, 201, response.body);
  const { appliedMonths, ...outage } = response.json<Written>();
  assert.ok(Check(MeterOutage, outage));
  assert.deepEqual(appliedMonths, []);
  const { id, ...fields } = outage;
  assert.deepEqual(fields, { houseId: house.houseId, meterId, ...body });
  assert.equal(response.headers['location'], `${PATH}/${id}`);
  const read = await core.askAt(ACCOUNTANT, 'GET', `${PATH}/${id}`);
  assert.deepEqual([read.json(), read.headers['etag']], [outage, '"1"']);
  assert.equal(await outOfOrderSince(), '2026-07-03');
  const repaired = await put(id, { ...body, to: '2026-08-10' }, { 'if-match': '"1"' });
  assert.deepEqual([repaired.json<Written>().to, repaired.headers['etag']], ['2026-08-10', '"2"']);
  assert.equal(await outOfOrderSince(), null);
});

test('a meter that is replaced is out of order no more', async () => {
  await add({ from: '2026-07-03' });
  const replacement = await core.askAt(OWNER, 'POST', `/api/meters/${meterId}/replacement`, {
    body: {
      removedOn: '2026-07-10',
      finalReading: '20',
      meter: { serialNumber: 'N', digits: 5, installedOn: '2026-07-10', initialReading: '0' },
    },
  });
  assert.equal(replacement.json<Meter>().outOfOrderSince, null);
  assert.equal(await outOfOrderSince(), null);
});

test('the outages of a meter come newest first, by pages', async () => {
  await add({ from: '2026-01-01', to: '2026-01-20' });
  await add({ from: '2026-03-01' });
  const page = async (query: string) =>
    (await core.askAt(ACCOUNTANT, 'GET', `${listOf()}?${query}`)).json<PageOf<MeterOutage>>();
  const first = await page('limit=1');
  const second = await page(`cursor=${first.nextCursor}`);
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
      assert.equal(response.statusCode, 400, response.body);
      assert.equal(response.json<Problem>().errors?.[0]?.path, path);
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
    assert.equal(response.json<Problem>().code, 'period-overlap', response.body);
  const answers = await Promise.all(
    Array.from({ length: 6 }, async () => post({ from: '2026-05-21', to: '2026-06-09' })),
  );
  assert.equal(answers.filter(({ statusCode }) => statusCode === 201).length, 1);
});

test('of many changes with one version one is made', async () => {
  const { id } = await add({ from: '2026-05-10' });
  const headers = { 'if-match': '"1"' };
  const answers = await Promise.all(
    Array.from({ length: 6 }, async (_, index) =>
      put(id, { from: '2026-05-10', to: `2026-06-0${index + 1}` }, headers),
    ),
  );
  assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 1);
  assert.equal(answers.filter(({ statusCode }) => statusCode === 412).length, 5);
  const deletion = await core.askAt(OWNER, 'DELETE', `${PATH}/${id}`, { headers });
  assert.equal(deletion.statusCode, 412);
});

test('outages are not there for strangers, and only the owner puts them down', async () => {
  const { id } = await add({ from: '2026-05-10', to: '2026-05-20' });
  const body = { from: '2026-06-10' };
  for (const [user, statuses] of [
    [STRANGER, [404, 404, 404, 404, 404]],
    [ACCOUNTANT, [200, 200, 403, 403, 403]],
  ] as const) {
    const asked = [
      await core.askAt(user, 'GET', listOf()),
      await core.askAt(user, 'GET', `${PATH}/${id}`),
      await post(body, user),
      await core.askAt(user, 'PUT', `${PATH}/${id}`, { body }),
      await core.askAt(user, 'DELETE', `${PATH}/${id}`),
    ];
    assert.deepEqual(
      asked.map(({ statusCode }) => statusCode),
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
  assert.deepEqual([unchanged.json<Written>().appliedMonths, core.books.questions], [[], []]);
  const kept = await core.askAt(OWNER, 'DELETE', `/api/meters/${meterId}`);
  assert.equal(kept.json<Problem>().code, 'has-children');
  const deleted = await core.askAt(OWNER, 'DELETE', `${PATH}/${id}`);
  assert.deepEqual([deleted.statusCode, deleted.headers['applied-months']], [204, '2026-05']);
  assert.deepEqual(lastQuestion(), ['2026-05', '2026-07']);
  assert.equal((await core.askAt(OWNER, 'GET', `${PATH}/${id}`)).statusCode, 404);
  assert.equal((await core.askAt(OWNER, 'DELETE', `/api/meters/${meterId}`)).statusCode, 204);
});

test('the audit log tells what an outage was and became', async () => {
  const { id } = await add({ from: '2026-05-10' });
  await put(id, { from: '2026-05-10', to: '2026-05-20' });
  await core.askAt(OWNER, 'DELETE', `${PATH}/${id}`);
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

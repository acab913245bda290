import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import {
  createMeterAct,
  deleteMeterAct,
  getMeterAct,
  listMeterActs,
  MeterAct,
  replaceMeterAct,
  type WrittenMeterAct,
} from '@kvartplata/contracts/core/meter-acts.ts';
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
  core.ask(user, createMeterAct, { params: { meterId }, body });
const put = async (id: number, body: object, headers: Record<string, string> = {}) =>
  core.ask(OWNER, replaceMeterAct, { params: { actId: id }, body, headers });
const failed = (on: string, until: string | null = null) => ({
  kind: 'failed',
  on,
  until,
  basis: 'Акт № 7',
});

async function add(body: object): Promise<WrittenMeterAct> {
  const response = await post(body);
  assert.equal(response.status, 201, response.text);
  return response.body;
}

async function outOfOrderSince(): Promise<string | null> {
  return (await core.ask(OWNER, getMeter, { params: { meterId } })).body.outOfOrderSince;
}

test('an act stores every field, and the meter is out of order until it ends', async () => {
  assert.equal(await outOfOrderSince(), null);
  const response = await post(failed('2026-07-03'));
  assert.equal(response.status, 201, response.text);
  const { appliedMonths, ...act } = response.body;
  assert.ok(Check(MeterAct, act));
  assert.deepEqual(appliedMonths, []);
  const { id, ...fields } = act;
  assert.deepEqual(fields, {
    houseId: house.houseId,
    meterId,
    ...failed('2026-07-03'),
    capacityPerDay: null,
  });
  assert.equal(response.headers.get('location'), addressOf(getMeterAct, { params: { actId: id } }));
  const read = await core.ask(ACCOUNTANT, getMeterAct, { params: { actId: id } });
  assert.deepEqual([read.body, read.headers.get('etag')], [act, '"1"']);
  assert.equal(await outOfOrderSince(), '2026-07-03');
  const repaired = await put(id, failed('2026-07-03', '2026-08-10'), { 'if-match': '"1"' });
  assert.deepEqual([repaired.body.until, repaired.headers.get('etag')], ['2026-08-10', '"2"']);
  assert.equal(await outOfOrderSince(), null);
});

test('interference stores its capacity, and the meter is out of order until it is sealed', async () => {
  const { capacityPerDay, kind } = await add({
    kind: 'tampering',
    on: '2026-07-03',
    capacityPerDay: '0.5',
    basis: 'Акт № 8',
  });
  assert.deepEqual([kind, capacityPerDay], ['tampering', '0.500']);
  assert.equal(await outOfOrderSince(), '2026-07-03');
  const { id } = await add({ kind: 'seal', on: '2026-07-03', basis: 'Пломба 77' });
  assert.equal(await outOfOrderSince(), null);
  await put(id, { kind: 'seal', on: '2026-07-02', basis: 'Пломба 77' });
  assert.equal(await outOfOrderSince(), '2026-07-03');
  await put(id, { kind: 'seal', on: '2026-07-20', basis: 'Пломба 77' });
  assert.equal(await outOfOrderSince(), null);
  await core.ask(OWNER, deleteMeterAct, { params: { actId: id } });
  assert.equal(await outOfOrderSince(), '2026-07-03');
});

test('a refused check does not put a meter out of order', async () => {
  await add({ kind: 'access-refused', on: '2026-07-03', basis: 'Акт № 9' });
  assert.equal(await outOfOrderSince(), null);
});

test('a replaced meter is no longer out of order', async () => {
  await add(failed('2026-07-03'));
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

test('the acts on a meter come newest first, in pages, even within one day', async () => {
  await add(failed('2026-01-01', '2026-01-20'));
  await add({ kind: 'access-refused', on: '2026-03-01', basis: 'Акт' });
  await add(failed('2026-03-01'));
  const page = async (query: Sent['query']) =>
    (await core.ask(ACCOUNTANT, listMeterActs, { params: { meterId }, query })).body;
  const first = await page({ limit: 1 });
  const second = await page({ cursor: first.nextCursor });
  assert.deepEqual(
    [...first.items, ...second.items].map(({ on, kind }) => `${on} ${kind}`),
    ['2026-03-01 failed', '2026-03-01 access-refused', '2026-01-01 failed'],
  );
  assert.equal(second.nextCursor, null);
});

test('an impossible act is refused', async () => {
  const { id } = await add(failed('2025-02-01', '2025-02-10'));
  await core.db
    .updateTable('meters')
    .set({ removedOn: '2026-06-30' })
    .where('id', '=', meterId)
    .execute();
  for (const [body, path] of [
    [failed('2026-08-16'), '/on'],
    [failed('2024-12-31'), '/on'],
    [failed('2026-07-01'), '/on'],
    [failed('2026-02-30'), '/on'],
    [failed('2026-06-02', '2026-06-01'), '/until'],
    [failed('2026-06-02', '2026-08-16'), '/until'],
    [{ kind: 'failed', basis: 'А' }, '/on'],
    [{ kind: 'broken', on: '2026-06-02', basis: 'А' }, '/kind'],
    [{ kind: 'seal', on: '2026-06-02', until: '2026-06-03', basis: 'А' }, '/until'],
    [{ kind: 'failed', on: '2026-06-02', capacityPerDay: '1', basis: 'А' }, '/capacityPerDay'],
    [{ kind: 'tampering', on: '2026-06-02', capacityPerDay: '0', basis: 'А' }, '/capacityPerDay'],
    [
      { kind: 'tampering', on: '2026-06-02', capacityPerDay: '10001', basis: 'А' },
      '/capacityPerDay',
    ],
    [{ ...failed('2026-06-02'), basis: '' }, '/basis'],
    [{ kind: 'failed', on: '2026-06-02' }, '/basis'],
    [{ ...failed('2026-06-02'), from: '2026-06-02' }, '/from'],
  ] as const)
    for (const response of [await post(body), await put(id, body)]) {
      assert.equal(response.status, 400, response.text);
      assert.equal(response.problem.errors?.[0]?.path, path);
    }
});

test('a house-wide meter cannot have a refused check or interference in a room', async () => {
  await core.db
    .updateTable('meters')
    .set({ ownerType: 'house', personalAccountId: null })
    .where('id', '=', meterId)
    .execute();
  for (const kind of ['access-refused', 'tampering']) {
    const response = await post({ kind, on: '2026-06-02', basis: 'А' });
    assert.equal(response.problem.errors?.[0]?.path, '/kind', response.text);
  }
  await add(failed('2026-06-02'));
});

test('the table enforces the rules of the service', async () => {
  const act = { kind: 'failed', actedOn: '2026-05-10', basis: 'А' } as const;
  const { organizationId, houseId } = house;
  for (const [more, constraint] of [
    [{ kind: 'other' as 'failed' }, 'meter_acts_kind_known'],
    [{ endsOn: '2026-05-09' }, 'meter_acts_ends_after_acted'],
    [{ kind: 'seal', endsOn: '2026-05-11' }, 'meter_acts_seal_has_no_end'],
    [{ capacityPerDay: '1' }, 'meter_acts_capacity_of_tampering'],
    [{ kind: 'tampering', capacityPerDay: '0' }, 'meter_acts_capacity_range'],
  ] as const)
    await assert.rejects(
      core.db
        .insertInto('meterActs')
        .values({ organizationId, houseId, meterId, ...act, ...more })
        .execute(),
      { constraint },
    );
});

test('interference with a meter for shared heating is refused', async () => {
  await core.db
    .updateTable('houseServices')
    .set({ method: 'heating', heatingMode: 'house-meter' })
    .where('id', '=', house.houseServiceId)
    .execute();
  const response = await post({ kind: 'tampering', on: '2026-06-02', basis: 'А' });
  await core.db
    .updateTable('houseServices')
    .set({ method: 'meter', heatingMode: null })
    .where('id', '=', house.houseServiceId)
    .execute();
  assert.equal(response.problem.errors?.[0]?.path, '/kind', response.text);
});

test('a meter has one act of a kind per day', async () => {
  await add(failed('2026-05-10', '2026-05-20'));
  const { id } = await add(failed('2026-06-10'));
  await add({ kind: 'seal', on: '2026-05-10', basis: 'А' });
  for (const response of [await post(failed('2026-05-10')), await put(id, failed('2026-05-10'))])
    assert.equal(response.problem.code, 'act-exists', response.text);
  const answers = await Promise.all(
    Array.from({ length: 6 }, async () => post(failed('2026-05-21', '2026-06-09'))),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
});

test('only one of many concurrent changes of one version succeeds', async () => {
  const { id } = await add(failed('2026-05-10'));
  const headers = { 'if-match': '"1"' };
  const answers = await Promise.all(
    Array.from({ length: 6 }, async (_, index) =>
      put(id, failed('2026-05-10', `2026-06-0${index + 1}`), headers),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.equal(answers.filter(({ status }) => status === 412).length, 5);
  const deletion = await core.ask(OWNER, deleteMeterAct, { params: { actId: id }, headers });
  assert.equal(deletion.status, 412);
});

test('acts are a 404 for strangers, and only the owner records them', async () => {
  const { id } = await add(failed('2026-05-10', '2026-05-20'));
  const body = failed('2026-06-10');
  for (const [user, statuses] of [
    [STRANGER, [404, 404, 404, 404, 404]],
    [ACCOUNTANT, [200, 200, 403, 403, 403]],
  ] as const) {
    const asked = [
      await core.ask(user, listMeterActs, { params: { meterId } }),
      await core.ask(user, getMeterAct, { params: { actId: id } }),
      await post(body, user),
      await core.ask(user, replaceMeterAct, { params: { actId: id }, body }),
      await core.ask(user, deleteMeterAct, { params: { actId: id } }),
    ];
    assert.deepEqual(
      asked.map(({ status }) => status),
      statuses,
    );
  }
});

test('a change names the applied months of its days, and a meter with an act cannot be deleted', async () => {
  const lastQuestion = () => {
    const { from, to } = core.books.questions.pop() ?? {};
    return [from, to];
  };
  core.books.answer = { appliedMonths: ['2026-05'], chargedMonths: [], hasCharges: true };
  const { id, appliedMonths } = await add(failed('2026-05-10'));
  assert.deepEqual([appliedMonths, ...lastQuestion()], [['2026-05'], '2026-05', undefined]);
  await put(id, failed('2026-05-10', '2026-07-02'));
  assert.deepEqual(lastQuestion(), ['2026-07', undefined]);
  const unchanged = await put(id, { ...failed('2026-05-10', '2026-07-02'), basis: 'Акт' });
  assert.deepEqual([unchanged.body.appliedMonths, core.books.questions], [[], []]);
  const kept = await core.ask(OWNER, deleteMeter, { params: { meterId } });
  assert.equal(kept.problem.code, 'has-children');
  const deleted = await core.ask(OWNER, deleteMeterAct, { params: { actId: id } });
  assert.deepEqual([deleted.status, deleted.headers.get('applied-months')], [204, '2026-05']);
  assert.deepEqual(lastQuestion(), ['2026-05', '2026-07']);
  assert.equal((await core.ask(OWNER, getMeterAct, { params: { actId: id } })).status, 404);
  assert.equal((await core.ask(OWNER, deleteMeter, { params: { meterId } })).status, 204);
});

test('a seal affects applied months only if it ends other acts', async () => {
  const seal = { kind: 'seal', on: '2026-06-20', basis: 'Пломба' };
  const { id } = await add(seal);
  assert.deepEqual(core.books.questions, []);
  await core.ask(OWNER, deleteMeterAct, { params: { actId: id } });
  await add(failed('2026-05-10'));
  core.books.questions.length = 0;
  await add(seal);
  assert.deepEqual(
    core.books.questions.map(({ from, to }) => [from, to]),
    [['2026-06', undefined]],
  );
});

test('the audit log records an act before and after a change', async () => {
  const { id } = await add(failed('2026-05-10'));
  await put(id, failed('2026-05-10', '2026-05-20'));
  await core.ask(OWNER, deleteMeterAct, { params: { actId: id } });
  const query = { object: `meter-act:${id}` };
  const { items } = (await core.ask(OWNER, listCoreChanges, { query })).body;
  const endOf = (act: unknown) => (act as MeterAct | null)?.until;
  assert.deepEqual(
    items.map((entry) => [entry.action, endOf(entry.before), endOf(entry.after)]),
    [
      ['meter-act.deleted', '2026-05-20', undefined],
      ['meter-act.changed', null, '2026-05-20'],
      ['meter-act.created', undefined, null],
    ],
  );
});

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import {
  createMeterVerification,
  deleteMeterVerification,
  getMeterVerification,
  listMeterVerifications,
  MeterVerification,
  type WrittenMeterVerification,
} from '@kvartplata/contracts/core/meter-verifications.ts';
import { deleteMeter, getMeter, type Meter } from '@kvartplata/contracts/core/meters.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { Check } from 'typebox/value';
import { makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const STRANGER = 2;
const ACCOUNTANT = 3;

let core: TestApp;
let organizationId: number;
let house: MeteredHouse;
let meterId: number;
let used = 0;

before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z');
  organizationId = await core.organizationOf(OWNER);
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
  core.ask(user, createMeterVerification, { params: { meterId }, body });
const list = async (query: Sent['query']) =>
  (await core.ask(OWNER, listMeterVerifications, { params: { meterId }, query })).body;

async function add(verifiedOn: string, verifiedUntil: string): Promise<WrittenMeterVerification> {
  const response = await post({ verifiedOn, verifiedUntil });
  assert.equal(response.status, 201, response.text);
  return response.body;
}

async function meter(): Promise<Meter> {
  return (await core.ask(OWNER, getMeter, { params: { meterId } })).body;
}

test('a verification stores every field, and the meter is verified until its end', async () => {
  const body = {
    verifiedOn: '2026-08-15',
    verifiedUntil: '2032-08-14',
    basis: 'Свидетельство С-ВЭ/15-08-2026/1',
  };
  const response = await post(body);
  assert.equal(response.status, 201, response.text);
  const { appliedMonths, ...verification } = response.body;
  assert.ok(Check(MeterVerification, verification));
  assert.deepEqual(appliedMonths, []);
  const { id, ...fields } = verification;
  assert.deepEqual(fields, { houseId: house.houseId, meterId, ...body });
  assert.equal(
    response.headers.get('location'),
    addressOf(getMeterVerification, { params: { verificationId: id } }),
  );
  const read = await core.ask(ACCOUNTANT, getMeterVerification, { params: { verificationId: id } });
  assert.deepEqual(read.body, verification);
  assert.equal((await meter()).verifiedUntil, '2032-08-14');
});

test('the latest verification counts, in whatever order they are recorded', async () => {
  await add('2026-07-01', '2032-06-30');
  await add('2020-07-01', '2026-06-30');
  assert.equal((await meter()).verifiedUntil, '2032-06-30');
  const { id } = await add('2026-08-01', '2030-07-31');
  assert.equal((await meter()).verifiedUntil, '2030-07-31', 'also when it is good for less');
  const removed = await core.ask(OWNER, deleteMeterVerification, {
    params: { verificationId: id },
  });
  assert.equal(removed.status, 204);
  assert.equal((await meter()).verifiedUntil, '2032-06-30');
  const first = await list({ limit: 1 });
  const second = await list({ cursor: first.nextCursor });
  assert.deepEqual(
    [...first.items, ...second.items].map(({ verifiedOn }) => verifiedOn),
    ['2026-07-01', '2020-07-01'],
  );
});

test('a meter without its only verification has no verified date', async () => {
  const { id } = await add('2026-07-01', '2032-06-30');
  await core.ask(OWNER, deleteMeterVerification, { params: { verificationId: id } });
  assert.equal((await meter()).verifiedUntil, null);
});

test('the date from before the first verification applies again without it', async () => {
  await core.db
    .updateTable('meters')
    .set({ verifiedUntil: '2026-05-31' })
    .where('id', '=', meterId)
    .execute();
  const { id } = await add('2026-07-01', '2032-06-30');
  const earlier = await add('2026-06-01', '2026-06-30');
  assert.equal((await meter()).verifiedUntil, '2032-06-30');
  await core.ask(OWNER, deleteMeterVerification, { params: { verificationId: id } });
  assert.equal((await meter()).verifiedUntil, '2026-06-30');
  await core.ask(OWNER, deleteMeterVerification, { params: { verificationId: earlier.id } });
  assert.equal((await meter()).verifiedUntil, '2026-05-31');
});

test('an impossible verification is refused', async () => {
  for (const [body, path] of [
    [{ verifiedOn: '2026-08-16', verifiedUntil: '2032-08-15' }, '/verifiedOn'],
    [{ verifiedOn: '2026-08-01', verifiedUntil: '2026-07-31' }, '/verifiedUntil'],
    [{ verifiedOn: '2026-02-30', verifiedUntil: '2032-08-15' }, '/verifiedOn'],
    [{ verifiedOn: '2026-08-01' }, '/verifiedUntil'],
    [{ verifiedOn: '2026-08-01', verifiedUntil: '2032-07-31', basis: '' }, '/basis'],
    [{ verifiedOn: '2026-08-01', verifiedUntil: '2032-07-31', by: 'X' }, '/by'],
  ] as const) {
    const response = await post(body);
    assert.equal(response.status, 400, response.text);
    assert.equal(response.problem.errors?.[0]?.path, path);
  }
});

test('only one of many concurrent verifications of one day is recorded', async () => {
  const body = { verifiedOn: '2026-08-01', verifiedUntil: '2032-07-31' };
  const answers = await Promise.all(Array.from({ length: 6 }, async () => post(body)));
  const codes = answers.map((answer) => (answer.status === 201 ? undefined : answer.problem.code));
  assert.equal(codes.filter((code) => code === undefined).length, 1);
  assert.equal(codes.filter((code) => code === 'verification-exists').length, 5);
});

test('verifications are a 404 for strangers, and only the owner records them', async () => {
  const { id } = await add('2026-07-01', '2032-06-30');
  const params = { verificationId: id };
  const body = { verifiedOn: '2026-08-01', verifiedUntil: '2032-07-31' };
  for (const [user, statuses] of [
    [STRANGER, [404, 404, 404, 404]],
    [ACCOUNTANT, [200, 200, 403, 403]],
  ] as const) {
    const asked = [
      await core.ask(user, listMeterVerifications, { params: { meterId } }),
      await core.ask(user, getMeterVerification, { params }),
      await post(body, user),
      await core.ask(user, deleteMeterVerification, { params }),
    ];
    assert.deepEqual(
      asked.map(({ status }) => status),
      statuses,
    );
  }
});

test('a verified meter cannot be deleted, and its change names the applied months', async () => {
  await add('2020-07-01', '2026-06-30');
  assert.equal(core.books.questions.pop()?.from, '2026-07');
  core.books.answer = { appliedMonths: ['2026-07'], chargedMonths: [], hasCharges: true };
  const { appliedMonths } = await add('2026-07-01', '2032-06-30');
  assert.deepEqual(appliedMonths, ['2026-07']);
  assert.deepEqual(core.books.questions.pop(), {
    organizationId,
    houseId: house.houseId,
    from: '2026-07',
    to: '2032-06',
  });
  assert.deepEqual((await add('2020-06-01', '2026-05-31')).appliedMonths, []);
  const removal = await core.ask(OWNER, deleteMeter, { params: { meterId } });
  assert.equal(removal.problem.code, 'has-children');
});

test('the audit log records the verification and the meter', async () => {
  const { id } = await add('2026-07-01', '2032-06-30');
  await core.ask(OWNER, deleteMeterVerification, { params: { verificationId: id } });
  const actionsOf = async (object: string) =>
    (await core.ask(OWNER, listCoreChanges, { query: { object } })).body.items.map(
      ({ action }) => action,
    );
  assert.deepEqual(await actionsOf(`meter-verification:${id}`), [
    'meter-verification.deleted',
    'meter-verification.created',
  ]);
  assert.deepEqual(await actionsOf(`meter:${meterId}`), ['meter.changed', 'meter.changed']);
});

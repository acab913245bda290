import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import {
  createReading,
  deleteReading,
  getReading,
  listReadings,
  Reading,
  replaceReading,
  type WrittenReading,
} from '@kvartplata/contracts/core/readings.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { Check } from 'typebox/value';
import { addReadings, makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const STRANGER = 2;
const ACCOUNTANT = 3;
const VIEWER = 4;

let core: TestApp;
let organizationId: number;
let house: MeteredHouse;
let foreignMeterId: number;
let meterId: number;
let used = 0;

before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z');
  organizationId = await core.organizationOf(OWNER);
  for (const [userId, role] of [
    [ACCOUNTANT, 'accountant'],
    [VIEWER, 'viewer'],
  ] as const)
    await core.db
      .insertInto('organizationMembers')
      .values({ organizationId: organizationId, userId, role })
      .execute();
  house = await makeMeteredHouse(core.db, organizationId, 60);
  const foreign = await makeMeteredHouse(core.db, await core.organizationOf(STRANGER), 1);
  foreignMeterId = foreign.meterIds[0] ?? 0;
});
beforeEach(() => {
  core.books.answer = { appliedMonths: [], chargedMonths: [], hasCharges: false };
  core.books.questions.length = 0;
  meterId = house.meterIds[used] ?? 0;
  used += 1;
});
after(async () => core.close());

const JULY = { period: '2026-07', value: '12.500', takenOn: '2026-07-25' };
const post = async (body: object, user = ACCOUNTANT, meter = meterId) =>
  core.ask(user, createReading, { params: { meterId: meter }, body });

async function add(body: object): Promise<WrittenReading> {
  const response = await post(body);
  assert.equal(response.status, 201, response.text);
  return response.body;
}

test('a reading stores every field, and returns its consumption', async () => {
  const response = await post({ ...JULY, source: 'resident' });
  assert.equal(response.status, 201, response.text);
  const { appliedMonths, ...reading } = response.body;
  assert.ok(Check(Reading, reading));
  assert.deepEqual(appliedMonths, []);
  const { id, ...fields } = reading;
  assert.deepEqual(fields, {
    houseId: house.houseId,
    meterId,
    ...JULY,
    source: 'resident',
    rollover: false,
    previous: { period: null, value: '10.000', takenOn: '2025-01-01' },
    consumption: '2.500',
    mean: null,
    odd: null,
  });
  assert.equal(
    response.headers.get('location'),
    addressOf(getReading, { params: { readingId: id } }),
  );
  const read = await core.ask(VIEWER, getReading, { params: { readingId: id } });
  assert.deepEqual(read.body, reading);
  assert.equal(read.headers.get('etag'), '"1"');
});

test('PUT replaces a reading in its month', async () => {
  const { id } = await add({ ...JULY, source: 'device' });
  const put = async (body: object) =>
    core.ask(ACCOUNTANT, replaceReading, { params: { readingId: id }, body });
  const changed = await put({ value: 13, takenOn: '2026-07-24' });
  assert.equal(changed.status, 200, changed.text);
  const { value, takenOn, source, period } = changed.body;
  assert.deepEqual(
    [value, takenOn, source, period],
    ['13.000', '2026-07-24', 'operator', '2026-07'],
  );
  assert.equal(changed.headers.get('etag'), '"2"');
  assert.equal((await put({ ...JULY })).status, 200);
  const moved = await put({ ...JULY, period: '2026-06' });
  assert.equal(moved.status, 400);
  assert.equal(moved.problem.errors?.[0]?.path, '/period');
});

const malformed: { body: object; path: string; why: string }[] = [
  { body: { period: '2026-13' }, path: '/period', why: 'no month' },
  { body: { period: '2026-7' }, path: '/period', why: 'a month in one digit' },
  { body: { value: '-0.001' }, path: '/value', why: 'below nothing' },
  { body: { value: '1.0001' }, path: '/value', why: 'a fourth place' },
  { body: { value: '1e3' }, path: '/value', why: 'an exponent' },
  { body: { value: 'NaN' }, path: '/value', why: 'no number' },
  { body: { value: null }, path: '/value', why: 'nothing' },
  { body: { value: [5] }, path: '/value', why: 'a list' },
  { body: { value: '1000000000' }, path: '/value', why: 'more than any meter shows' },
  { body: { takenOn: '2026-02-30' }, path: '/takenOn', why: 'no day' },
  { body: { source: 'neighbour' }, path: '/source', why: 'no source' },
  { body: { rollover: 'yes' }, path: '/rollover', why: 'a word' },
  { body: { meterId: 1 }, path: '/meterId', why: 'no such field' },
];
for (const { body, path, why } of malformed) {
  test(`${JSON.stringify(body)} is malformed: ${why}`, async () => {
    const response = await post({ ...JULY, ...body });
    assert.equal(response.status, 400, response.text);
    assert.equal(response.problem.errors?.[0]?.path, path);
  });
}

test('an impossible reading is refused with its reason', async () => {
  await addReadings(core.db, house, meterId, {
    '2026-05': '100.000',
    '2026-07': '120.000',
  });
  const june = { period: '2026-06', value: '110.000', takenOn: '2026-06-25' };
  for (const [fields, code, path] of [
    [{ value: '99.999' }, 'reading-below-previous', '/value'],
    [{ value: '120.001' }, 'reading-breaks-next', '/value'],
    [{ value: '100000' }, 'reading-over-digits', '/value'],
    [{ rollover: true }, 'rollover-not-lower', '/rollover'],
    [{ takenOn: '2026-05-24' }, 'reading-out-of-order', '/takenOn'],
    [{ takenOn: '2026-08-16' }, 'reading-in-future', '/takenOn'],
    [{ takenOn: '2024-12-31' }, 'meter-not-in-use', '/takenOn'],
    [{ period: '2026-07' }, 'reading-exists', '/period'],
  ] as const) {
    const response = await post({ ...june, ...fields });
    const { code: told, errors } = response.problem;
    assert.deepEqual([response.status, told, errors?.[0]?.path], [409, code, path]);
  }
  assert.equal((await post(june)).status, 201);
});

test('a removed meter accepts readings up to its last day', async () => {
  await core.db
    .updateTable('meters')
    .set({ removedOn: '2026-06-20' })
    .where('id', '=', meterId)
    .execute();
  assert.equal((await post(JULY)).problem.code, 'meter-not-in-use');
  assert.equal((await post({ ...JULY, takenOn: '2026-06-20' })).problem.code, 'meter-not-in-use');
  const june = { period: '2026-06', value: '12', takenOn: '2026-06-20' };
  assert.equal((await post(june)).status, 201);
});

test('a rollover continues from the highest figure', async () => {
  await addReadings(core.db, house, meterId, { '2026-06': '99998.500' });
  const { consumption } = await add({ ...JULY, value: '2.5', rollover: true });
  assert.equal(consumption, '4.000');
});

test('an odd reading is accepted and marked', async () => {
  await addReadings(core.db, house, meterId, {
    '2025-06': '100.000',
    '2025-07': '104.000',
    '2025-12': '124.000',
    '2026-03': '136.000',
    '2026-06': '148.000',
  });
  // 44.000 in the 11 months from August 2025 to June 2026, and 4.000 in July 2025: a mean of 4.000.
  const jump = await add({ ...JULY, value: '160.001' });
  assert.deepEqual([jump.consumption, jump.mean, jump.odd], ['12.001', '4.000', 'jump']);
  const put = async (value: string) =>
    (
      await core.ask(ACCOUNTANT, replaceReading, {
        params: { readingId: jump.id },
        body: { ...JULY, value },
      })
    ).body;
  assert.equal((await put('160.000')).odd, null);
  assert.equal((await put('148.000')).odd, 'zero');
});

test('a reading is a 404 for strangers, and a viewer may not write one', async () => {
  const { id } = await add(JULY);
  const params = { readingId: id };
  const body = JULY;
  for (const [user, statuses] of [
    [STRANGER, [404, 404, 404, 404, 404]],
    [VIEWER, [200, 200, 403, 403, 403]],
  ] as const) {
    const asked = [
      await core.ask(user, getReading, { params }),
      await core.ask(user, listReadings, { params: { meterId } }),
      await core.ask(user, replaceReading, { params, body }),
      await core.ask(user, deleteReading, { params }),
      await post(body, user),
    ];
    assert.deepEqual(
      asked.map(({ status }) => status),
      statuses,
    );
  }
  assert.equal((await post(body, ACCOUNTANT, foreignMeterId)).status, 404);
  assert.equal((await core.ask(OWNER, deleteReading, { params })).status, 204);
  assert.equal((await core.ask(OWNER, getReading, { params })).status, 404);
});

test('only one of many concurrent readings of a meter and month is stored', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => post({ ...JULY, value: String(20 + index) })),
  );
  const codes = answers.map((answer) => (answer.status === 201 ? undefined : answer.problem.code));
  assert.equal(codes.filter((code) => code === undefined).length, 1);
  assert.equal(codes.filter((code) => code === 'reading-exists').length, 7);
});

test('concurrent readings of two months are checked one after the other', async () => {
  const answers = await Promise.all([
    post({ period: '2026-06', value: '50', takenOn: '2026-06-25' }),
    post({ ...JULY, value: '40' }),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409],
  );
});

test('only one of many concurrent changes of one version succeeds', async () => {
  const { id } = await add(JULY);
  const answers = await Promise.all(
    Array.from({ length: 6 }, async (_, index) =>
      core.ask(ACCOUNTANT, replaceReading, {
        params: { readingId: id },
        body: { ...JULY, value: String(20 + index) },
        ifMatch: '"1"',
      }),
    ),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 412, 412, 412, 412, 412],
  );
  const stale = { headers: { 'if-match': '"1"' } };
  const deletion = await core.ask(ACCOUNTANT, deleteReading, {
    params: { readingId: id },
    ...stale,
  });
  assert.equal(deletion.status, 412);
});

test('a reading can be deleted only if the next one fits without it', async () => {
  const { id: first } = await add({ period: '2026-06', value: '99999', takenOn: '2026-06-25' });
  const { id: second } = await add({ ...JULY, value: '20', rollover: true });
  await add({ period: '2026-08', value: '21', takenOn: '2026-08-15' });
  const remove = async (id: number) =>
    core.ask(ACCOUNTANT, deleteReading, { params: { readingId: id } });
  const refused = await remove(second);
  assert.equal(refused.status, 409);
  assert.equal(refused.problem.code, 'reading-breaks-next');
  assert.equal((await remove(first)).problem.code, 'reading-breaks-next');
});

test('a change names the applied months up to that of the next reading', async () => {
  const { id } = await add({ period: '2026-03', value: '20', takenOn: '2026-03-25' });
  assert.deepEqual(core.books.questions.pop(), {
    organizationId,
    houseId: house.houseId,
    from: '2026-03',
    to: '2026-03',
  });
  await add({ period: '2026-06', value: '30', takenOn: '2026-06-25' });
  core.books.answer = {
    appliedMonths: ['2026-03', '2026-06'],
    chargedMonths: [],
    hasCharges: true,
  };
  const params = { readingId: id };
  const body = { value: '21', takenOn: '2026-03-25' };
  const changed = await core.ask(ACCOUNTANT, replaceReading, { params, body });
  assert.deepEqual(changed.body.appliedMonths, ['2026-03', '2026-06']);
  assert.deepEqual(core.books.questions.pop(), {
    organizationId,
    houseId: house.houseId,
    from: '2026-03',
    to: '2026-06',
  });
  core.books.questions.length = 0;
  const again = await core.ask(ACCOUNTANT, replaceReading, { params, body });
  assert.deepEqual(again.body.appliedMonths, []);
  assert.deepEqual(core.books.questions, [], 'nothing changed, so nothing is asked');
  assert.equal(again.headers.get('etag'), changed.headers.get('etag'));
  core.books.answer = 'away';
  const removed = await core.ask(ACCOUNTANT, deleteReading, { params });
  assert.equal(removed.headers.get('applied-months'), 'unknown');
});

test('a list pages through the readings of a meter, newest first', async () => {
  await addReadings(core.db, house, meterId, {
    '2026-04': '11.000',
    '2026-05': '12.000',
    '2026-06': '15.000',
  });
  const list = async (query: Sent['query']) =>
    (await core.ask(VIEWER, listReadings, { params: { meterId }, query })).body;
  const first = await list({ limit: 2 });
  const second = await list({ limit: 2, cursor: first.nextCursor });
  assert.deepEqual(
    [...first.items, ...second.items].map(({ period, consumption }) => [period, consumption]),
    [
      ['2026-06', '3.000'],
      ['2026-05', '1.000'],
      ['2026-04', '1.000'],
    ],
  );
  assert.equal(second.nextCursor, null);
});

test('the audit log records a reading before and after a change', async () => {
  const { id } = await add(JULY);
  const params = { readingId: id };
  await core.ask(ACCOUNTANT, replaceReading, { params, body: { ...JULY, value: '14' } });
  await core.ask(ACCOUNTANT, deleteReading, { params });
  const { items } = (await core.ask(OWNER, listCoreChanges, { query: { object: `reading:${id}` } }))
    .body;
  const valueOf = (reading: unknown) => (reading as Reading | null)?.value;
  assert.deepEqual(
    items.map((entry) => [entry.action, entry.userId, valueOf(entry.before), valueOf(entry.after)]),
    [
      ['reading.deleted', ACCOUNTANT, '14.000', undefined],
      ['reading.changed', ACCOUNTANT, '12.500', '14.000'],
      ['reading.created', ACCOUNTANT, undefined, '12.500'],
    ],
  );
});

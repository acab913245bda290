import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import {
  createHouse,
  deleteHouse,
  getHouse,
  House,
  listHouses,
  replaceHouse,
  type WrittenHouse,
} from '@kvartplata/contracts/core/houses.ts';
import { Check } from 'typebox/value';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import * as repository from './houses.repository.ts';
import { daysOfChange } from './heating-season-days.ts';

const OWNER = 1;
const ACCOUNTANT = 3;
const WHOLE = {
  address: 'г. Самара, ул. Садовая, д. 12',
  fiasId: '0c5b2444-70a0-4932-980c-b4dc0d3f02b5',
  commonArea: '1426.00',
  heatingMonths: [1, 2, 3, 4, 10, 11, 12],
  heatingSeasons: [{ from: '2025-10-05', to: '2026-04-20' }],
  odnCapped: false,
  readingWindow: { fromDay: 20, toDay: 25 },
};

let core: TestApp;
let organizationId: number;

before(async () => {
  core = await createTestApp();
  organizationId = await core.organizationOf(OWNER);
  await core.db
    .insertInto('organizationMembers')
    .values({ organizationId: organizationId, userId: ACCOUNTANT, role: 'accountant' })
    .execute();
});
beforeEach(() => {
  core.books.answer = { appliedMonths: [], chargedMonths: [], hasCharges: false };
  core.books.questions.length = 0;
});
after(async () => core.close());

async function addHouse(body: object = {}): Promise<WrittenHouse> {
  const response = await core.ask(OWNER, createHouse, {
    body: { organizationId, address: 'ул. Мира, 1', ...body },
  });
  assert.equal(response.status, 201, response.text);
  return response.body;
}

test('a house stores every field', async () => {
  const response = await core.ask(OWNER, createHouse, { body: { organizationId, ...WHOLE } });
  assert.equal(response.status, 201, response.text);
  const { appliedMonths, ...house } = response.body;
  assert.ok(Check(House, house));
  assert.deepEqual(appliedMonths, []);
  const { id, createdAt, updatedAt, ...fields } = house;
  assert.deepEqual(fields, {
    organizationId,
    ...WHOLE,
    commonNeedsMethod: 'actual',
    firstMonth: null,
  });
  assert.equal(createdAt, updatedAt);
  assert.equal(response.headers.get('location'), addressOf(getHouse, { params: { houseId: id } }));
  const read = await core.ask(ACCOUNTANT, getHouse, { params: { houseId: id } });
  assert.deepEqual(read.body, house);
  assert.equal(read.headers.get('etag'), '"1"');
});

test('an address is enough, and PUT resets the rest to its defaults', async () => {
  const plain = await addHouse();
  const { fiasId, commonArea, heatingMonths, heatingSeasons, odnCapped } = plain;
  assert.deepEqual(
    { fiasId, commonArea, heatingMonths, heatingSeasons, odnCapped },
    { fiasId: null, commonArea: null, heatingMonths: [], heatingSeasons: [], odnCapped: null },
  );
  const whole = await core.ask(OWNER, replaceHouse, {
    params: { houseId: plain.id },
    body: { ...WHOLE, heatingMonths: [12, 1], commonArea: 1426.5 },
  });
  assert.equal(whole.body.commonArea, '1426.50');
  assert.deepEqual(whole.body.heatingMonths, [1, 12]);
  const back = await core.ask(OWNER, replaceHouse, {
    params: { houseId: plain.id },
    body: { address: 'ул. Мира, 1', organizationId },
  });
  const { updatedAt, ...rest } = back.body;
  const { updatedAt: _, ...first } = plain;
  assert.ok(updatedAt >= plain.updatedAt);
  assert.deepEqual(rest, first);
  assert.equal(back.headers.get('etag'), '"3"');
});

test('seasons are in order of date, and a change affects charges from July before the first difference', async () => {
  const { id } = await addHouse();
  const seasons = [{ from: '2026-10-03' }, { from: '2025-10-05', to: '2026-04-20' }];
  const { body } = await core.ask(OWNER, replaceHouse, {
    params: { houseId: id },
    body: { address: 'ул. Мира, 1', heatingSeasons: seasons },
  });
  const told = [
    { from: '2025-10-05', to: '2026-04-20' },
    { from: '2026-10-03', to: null },
  ];
  assert.deepEqual(body.heatingSeasons, told);
  assert.deepEqual(daysOfChange(told, told), null);
  const ended = [told[0] ?? { from: '', to: null }, { from: '2026-10-03', to: '2027-04-30' }];
  assert.deepEqual(daysOfChange(told, ended), { from: '2026-07-01', to: null });
  assert.deepEqual(daysOfChange(told, []), { from: '2025-07-01', to: null });
});

const refused: { body: object; path: string; why: string }[] = [
  { body: { address: '' }, path: '/address', why: 'no address' },
  { body: { address: 'x'.repeat(501) }, path: '/address', why: 'a long one' },
  { body: { fiasId: 'nonsense' }, path: '/fiasId', why: 'no UUID' },
  { body: { commonArea: '-1' }, path: '/commonArea', why: 'below nothing' },
  { body: { commonArea: '1.001' }, path: '/commonArea', why: 'a third place' },
  { body: { commonArea: 'NaN' }, path: '/commonArea', why: 'no number' },
  { body: { commonArea: 1_000_001 }, path: '/commonArea', why: 'larger than any house' },
  { body: { commonArea: [1] }, path: '/commonArea', why: 'a list' },
  { body: { heatingMonths: [13] }, path: '/heatingMonths/0', why: 'no month' },
  { body: { heatingMonths: [1, 1] }, path: '/heatingMonths', why: 'a month twice' },
  {
    body: { heatingSeasons: [{ from: '2026-04-20', to: '2025-10-05' }] },
    path: '/heatingSeasons/0/to',
    why: 'a season that ends before it begins',
  },
  {
    body: { heatingSeasons: [{ from: '2025-10-05', to: '2062-04-20' }] },
    path: '/heatingSeasons/0/to',
    why: 'a season of many years',
  },
  {
    body: {
      heatingSeasons: [
        { from: '2026-04-20', to: '2026-05-01' },
        { from: '2025-10-05', to: '2026-04-20' },
      ],
    },
    path: '/heatingSeasons/0/from',
    why: 'seasons that share a day',
  },
  {
    body: { heatingSeasons: [{ from: '2025-10-05' }, { from: '2026-06-30', to: '2026-06-30' }] },
    path: '/heatingSeasons/1/from',
    why: 'a season beside one that lasts',
  },
  {
    body: { heatingSeasons: [{ to: '2026-04-20' }] },
    path: '/heatingSeasons/0/from',
    why: 'no day',
  },
  { body: { odnCapped: 'yes' }, path: '/odnCapped', why: 'a word' },
  { body: { floors: 9 }, path: '/floors', why: 'no such field' },
];
for (const { body, path, why } of refused) {
  test(`${JSON.stringify(body).slice(0, 60)} is refused: ${why}`, async () => {
    const response = await core.ask(OWNER, createHouse, {
      body: { organizationId, address: 'ул. Мира, 1', ...body },
    });
    assert.equal(response.status, 400, response.text);
    assert.deepEqual(
      response.problem.errors?.map((error) => error.path),
      [path],
    );
  });
}

test('a change of an old version is refused, and only one of many concurrent ones succeeds', async () => {
  const { id } = await addHouse();
  const put = async (ifMatch: string) =>
    core.ask(OWNER, replaceHouse, { params: { houseId: id }, body: WHOLE, ifMatch });
  const answers = await Promise.all(Array.from({ length: 8 }, async () => put('"1"')));
  const made = answers.filter(({ status }) => status === 200);
  const stale = answers.filter(({ status }) => status === 412);
  assert.deepEqual([made.length, stale.length], [1, 7]);
  const deletion = { ifMatch: '"1"' };
  assert.equal(
    (await core.ask(OWNER, deleteHouse, { params: { houseId: id }, ...deletion })).status,
    412,
  );
});

test('a change that affects charges names the applied months, any other does not ask billing', async () => {
  const { id } = await addHouse();
  core.books.answer = {
    appliedMonths: ['2026-05', '2026-06'],
    chargedMonths: [],
    hasCharges: true,
  };
  const put = async (body: object) =>
    (await core.ask(OWNER, replaceHouse, { params: { houseId: id }, body })).body.appliedMonths;
  assert.deepEqual(await put({ address: 'ул. Мира, 1а' }), []);
  assert.deepEqual(core.books.questions, []);
  assert.deepEqual(await put({ address: 'ул. Мира, 1а', commonArea: 10 }), ['2026-05', '2026-06']);
  assert.deepEqual(core.books.questions, [
    { organizationId, houseId: id, from: undefined, to: undefined },
  ]);
  core.books.answer = 'away';
  assert.equal(await put({ address: 'ул. Мира, 1а', commonArea: 11 }), null);
});

test('a house can be deleted only while nothing belongs to it and nothing was charged', async () => {
  const { id } = await addHouse();
  const remove = async () => core.askOnce(OWNER, deleteHouse, { params: { houseId: id } });
  core.books.answer = 'away';
  assert.equal((await remove()).status, 503);
  core.books.answer = { appliedMonths: [], chargedMonths: [], hasCharges: true };
  assert.equal((await remove()).problem.code, 'has-charges');
  core.books.answer = { appliedMonths: [], chargedMonths: [], hasCharges: false };
  await core.db
    .insertInto('rooms')
    .values({ organizationId, houseId: id, number: '1', area: '50' })
    .execute();
  assert.equal((await remove()).problem.code, 'has-children');
  await core.db.deleteFrom('rooms').where('houseId', '=', id).execute();
  const removed = await remove();
  assert.equal(removed.status, 204);
  assert.equal(removed.headers.get('applied-months'), '');
  assert.equal((await core.ask(OWNER, getHouse, { params: { houseId: id } })).status, 404);
});

test('the audit log records a house before and after a change', async () => {
  const { id } = await addHouse();
  await core.ask(OWNER, replaceHouse, { params: { houseId: id }, body: WHOLE });
  await core.ask(OWNER, deleteHouse, { params: { houseId: id } });
  const { items } = (await core.ask(OWNER, listCoreChanges, { query: { object: `house:${id}` } }))
    .body;
  const told = items.map((entry) => [
    entry.action,
    addressIn(entry.before),
    addressIn(entry.after),
  ]);
  assert.deepEqual(told, [
    ['house.deleted', WHOLE.address, undefined],
    ['house.changed', 'ул. Мира, 1', WHOLE.address],
    ['house.created', undefined, 'ул. Мира, 1'],
  ]);
});

function addressIn(house: unknown): string | undefined {
  return (house as House | null)?.address;
}

test('a list pages through the user’s houses in order of address, and finds part of one', async () => {
  const user = 77;
  const own = await core.organizationOf(user);
  for (const address of ['ул. Ленина, 100% Б', 'ул. Ленина, 10', 'ул. Ленина, 2', 'пр. Мира, 2'])
    await core.ask(user, createHouse, { body: { organizationId: own, address } });
  const list = async (query: Sent['query']) => (await core.ask(user, listHouses, { query })).body;
  const first = await list({ limit: 2 });
  const second = await list({ limit: 2, cursor: first.nextCursor });
  assert.deepEqual(
    [...first.items, ...second.items].map(({ address }) => address),
    ['пр. Мира, 2', 'ул. Ленина, 2', 'ул. Ленина, 10', 'ул. Ленина, 100% Б'],
  );
  assert.equal(second.nextCursor, null);
  assert.equal(first.items[0]?.accounts, 0);
  // The last house of the previous page is deleted meanwhile.
  await core.ask(user, deleteHouse, { params: { houseId: first.items[1]?.id ?? 0 } });
  assert.deepEqual((await list({ limit: 2, cursor: first.nextCursor })).items, second.items);
  const found = async (search: string) =>
    (await list({ organizationId: own, search })).items.length;
  // Each word must be in the address, in any order; a short one must begin a word.
  const searches = { ЛЕНИНА: 2, '100%': 1, _: 0, Кирова: 0, '10 ленина ул': 2, 'мир 2': 1, '0': 0 };
  for (const [search, houses] of Object.entries(searches))
    assert.equal(await found(search), houses, search);
  const foreign = await core.ask(user, listHouses, { query: { organizationId } });
  assert.equal(foreign.status, 404);
});

test('a list asks for its organizations by itself, where row-level security does not hold', async () => {
  const [own, another] = [await core.organizationOf(78), await core.organizationOf(79)];
  for (const place of [own, another])
    await core.db
      .insertInto('houses')
      .values({ organizationId: place, address: 'ул. Кирова, 5' })
      .execute();
  // As the owner of the tables, who sees every row.
  const patterns = ['%кирова%'];
  const all = await repository.listAddresses(core.db, { patterns, organizationIds: 'all' });
  const found = await repository.listAddresses(core.db, { patterns, organizationIds: [own] });
  assert.deepEqual([all.length, found.length], [2, 1]);
  const ids = all.map(({ id }) => id);
  const [read, ...others] = await repository.listHouses(core.db, ids, [own], '2026-01-01');
  assert.deepEqual([read?.organizationId, others.length], [own, 0]);
});

test('a search in addresses has no control characters', async () => {
  const spoiled = await core.ask(77, listHouses, { query: { search: 'a\u0000b' } });
  assert.equal(spoiled.status, 400);
  assert.equal(spoiled.problem.errors?.[0]?.path, '/search');
});

const settled: { why: string; asked: object; method: string | null; isCapped: boolean | null }[] = [
  {
    why: 'in a word',
    asked: { commonNeedsMethod: 'norm-yearly' },
    method: 'norm-yearly',
    isCapped: false,
  },
  { why: 'as capped', asked: { commonNeedsMethod: 'capped' }, method: 'capped', isCapped: true },
  {
    why: 'as older clients say capped',
    asked: { odnCapped: true },
    method: 'capped',
    isCapped: true,
  },
  { why: 'as they say not capped', asked: { odnCapped: false }, method: 'actual', isCapped: false },
  {
    why: 'in both words',
    asked: { odnCapped: false, commonNeedsMethod: 'average-yearly' },
    method: 'average-yearly',
    isCapped: false,
  },
  {
    why: 'by nobody',
    asked: { odnCapped: null, commonNeedsMethod: null },
    method: null,
    isCapped: null,
  },
];
for (const { why, asked, method, isCapped } of settled)
  test(`the method of common-house needs is settled ${why}`, async () => {
    const { id, commonNeedsMethod, odnCapped } = await addHouse(asked);
    assert.deepEqual([commonNeedsMethod, odnCapped], [method, isCapped]);
    const { body } = await core.ask(OWNER, getHouse, { params: { houseId: id } });
    assert.deepEqual([body.commonNeedsMethod, body.odnCapped], [method, isCapped]);
  });

test('saying only that needs are not capped keeps a method without a cap', async () => {
  const { id } = await addHouse({ commonNeedsMethod: 'norm-yearly' });
  const put = async (more: object) => {
    const body = { address: 'ул. Мира, 1', ...more };
    return (await core.ask(OWNER, replaceHouse, { params: { houseId: id }, body })).body
      .commonNeedsMethod;
  };
  assert.equal(await put({ odnCapped: false }), 'norm-yearly');
  assert.equal(await put({ odnCapped: true }), 'capped');
  assert.equal(await put({ odnCapped: false }), 'actual');
  assert.equal(await put({}), null);
});

test('contradictory fields are refused', async () => {
  for (const asked of [
    { odnCapped: true, commonNeedsMethod: 'actual' },
    { odnCapped: null, commonNeedsMethod: 'actual' },
    { odnCapped: false, commonNeedsMethod: 'capped' },
    { odnCapped: false, commonNeedsMethod: null },
  ]) {
    const { status, problem } = await core.ask(OWNER, createHouse, {
      body: { organizationId, address: 'ул. Мира, 1', ...asked },
    });
    assert.deepEqual(
      [status, problem.errors?.map(({ path, code }) => [path, code])],
      [400, [['/odnCapped', 'contradicts']]],
    );
  }
});

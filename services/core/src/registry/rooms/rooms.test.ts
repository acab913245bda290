import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import {
  createPersonalAccount,
  deletePersonalAccount,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import {
  createRoom,
  deleteRoom,
  getRoom,
  listRooms,
  replaceRoom,
  Room,
  type WrittenRoom,
} from '@kvartplata/contracts/core/rooms.ts';
import { Check } from 'typebox/value';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const STRANGER = 2;
const ACCOUNTANT = 3;

let core: TestApp;
let organizationId: number;
let houseId: number;

before(async () => {
  core = await createTestApp();
  organizationId = await core.organizationOf(OWNER);
  await core.db
    .insertInto('organizationMembers')
    .values({ organizationId: organizationId, userId: ACCOUNTANT, role: 'accountant' })
    .execute();
  const body = { organizationId, address: 'ул. Мира, 1' };
  houseId = (await core.ask(OWNER, createHouse, { body })).body.id;
});
beforeEach(() => {
  core.books.answer = { appliedMonths: [], chargedMonths: [], hasCharges: false };
  core.books.questions.length = 0;
});
after(async () => core.close());

let nextNumber = 100;
async function addRoom(body: object = {}): Promise<WrittenRoom> {
  nextNumber += 1;
  const response = await core.ask(OWNER, createRoom, {
    params: { houseId },
    body: { number: String(nextNumber), area: '50', ...body },
  });
  assert.equal(response.status, 201, response.text);
  return response.body;
}

test('a room stores every field', async () => {
  const body = { number: '12а', area: 55.4, kind: 'non-residential' };
  const response = await core.ask(OWNER, createRoom, { params: { houseId }, body });
  assert.equal(response.status, 201, response.text);
  const { appliedMonths, ...room } = response.body;
  assert.ok(Check(Room, room));
  assert.deepEqual(appliedMonths, []);
  assert.deepEqual(room, { id: room.id, houseId, ...body, area: '55.40' });
  assert.equal(
    response.headers.get('location'),
    addressOf(getRoom, { params: { roomId: room.id } }),
  );
  const read = await core.ask(ACCOUNTANT, getRoom, { params: { roomId: room.id } });
  assert.deepEqual(read.body, room);
  assert.equal(read.headers.get('etag'), '"1"');
});

test('PUT replaces, and an omitted kind is residential', async () => {
  const { id, number } = await addRoom({ kind: 'non-residential' });
  const put = await core.ask(OWNER, replaceRoom, {
    params: { roomId: id },
    body: { number, area: '0.01' },
  });
  assert.equal(put.status, 200, put.text);
  const { kind, area } = put.body;
  assert.deepEqual([kind, area], ['residential', '0.01']);
  assert.equal(put.headers.get('etag'), '"2"');
});

const refused: { body: object; path: string; why: string }[] = [
  { body: { number: '' }, path: '/number', why: 'no number' },
  { body: { number: 'x'.repeat(21) }, path: '/number', why: 'a long one' },
  { body: { number: 5 }, path: '/number', why: 'no text' },
  { body: { number: ' 5' }, path: '/number', why: 'a blank before' },
  { body: { area: '0' }, path: '/area', why: 'no area' },
  { body: { area: '-1' }, path: '/area', why: 'below nothing' },
  { body: { area: '50.001' }, path: '/area', why: 'a third place' },
  { body: { area: '100000.01' }, path: '/area', why: 'larger than any room' },
  { body: { area: 'NaN' }, path: '/area', why: 'no number' },
  { body: { area: null }, path: '/area', why: 'nothing' },
  { body: { kind: 'garage' }, path: '/kind', why: 'no such kind' },
  { body: { floor: 2 }, path: '/floor', why: 'no such field' },
];
for (const { body, path, why } of refused) {
  test(`${JSON.stringify(body)} is refused: ${why}`, async () => {
    const given = { number: '7', area: '50', ...body };
    const response = await core.ask(OWNER, createRoom, { params: { houseId }, body: given });
    assert.equal(response.status, 400, response.text);
    const paths = response.problem.errors?.map((error) => error.path);
    assert.deepEqual([...new Set(paths)], [path]);
  });
}

test('a room is a 404 for strangers, and only its owner changes it', async () => {
  const { id, number } = await addRoom();
  const body = { number, area: '50' };
  for (const operation of [getRoom, replaceRoom, deleteRoom, listRooms, createRoom]) {
    const sent = {
      params: { roomId: id, houseId },
      ...('body' in operation ? { body } : {}),
    };
    assert.equal((await core.ask(STRANGER, operation, sent)).status, 404, operation.id);
    const { status } = await core.ask(ACCOUNTANT, operation, sent);
    assert.equal(status, operation.method === 'GET' ? 200 : 403, operation.id);
  }
  assert.equal((await core.ask(OWNER, getRoom, { params: { roomId: 999_999 } })).status, 404);
  assert.equal(
    (await core.ask('admin', createRoom, { params: { houseId: 999_999 }, body })).status,
    404,
  );
});

test('a number belongs to one room of the house, even when many request it concurrently', async () => {
  const add = async () =>
    core.ask(OWNER, createRoom, { params: { houseId }, body: { number: 'one', area: '50' } });
  const answers = await Promise.all(Array.from({ length: 8 }, add));
  const made = answers.filter(({ status }) => status === 201);
  const codes = answers.filter(({ status }) => status === 409).map((a) => a.problem.code);
  assert.equal(made.length, 1);
  assert.deepEqual(new Set(codes), new Set(['room-number-taken']));
  const { id, area } = await addRoom();
  const put = await core.ask(OWNER, replaceRoom, {
    params: { roomId: id },
    body: { number: 'one', area },
  });
  assert.equal(put.problem.code, 'room-number-taken');
});

test('a change of an old version is refused', async () => {
  const { id, number } = await addRoom();
  const change = { body: { number, area: '51' }, ifMatch: '"1"' };
  const answers = await Promise.all(
    Array.from({ length: 4 }, async () =>
      core.ask(OWNER, replaceRoom, { params: { roomId: id }, ...change }),
    ),
  );
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  assert.deepEqual(statuses, [200, 412, 412, 412]);
  const { ifMatch } = change;
  assert.equal(
    (await core.ask(OWNER, deleteRoom, { params: { roomId: id }, ifMatch })).status,
    412,
  );
});

test('an area affects every month, for common-house use is shared by it; a number affects none', async () => {
  core.books.answer = { appliedMonths: ['2026-05'], chargedMonths: [], hasCharges: true };
  const { id, number, appliedMonths } = await addRoom();
  assert.deepEqual(appliedMonths, ['2026-05']);
  const put = async (body: object) =>
    (await core.ask(OWNER, replaceRoom, { params: { roomId: id }, body })).body.appliedMonths;
  core.books.questions.length = 0;
  assert.deepEqual(await put({ number: `${number}а`, area: '50.00' }), []);
  assert.deepEqual(core.books.questions, []);
  assert.deepEqual(await put({ number, area: '51' }), ['2026-05']);
  assert.deepEqual(await put({ number, area: '51', kind: 'non-residential' }), ['2026-05']);
  assert.deepEqual(core.books.questions[0], {
    organizationId,
    houseId,
    from: undefined,
    to: undefined,
  });
  core.books.answer = 'away';
  assert.equal(await put({ number, area: '52' }), null);
  const removed = await core.ask(OWNER, deleteRoom, { params: { roomId: id } });
  assert.equal(removed.headers.get('applied-months'), 'unknown');
});

test('a room can be deleted only while no account belongs to it', async () => {
  const { id } = await addRoom();
  const body = { roomId: id, accountNumber: 'R-1', payer: 'Иванов', openedOn: '2025-01-01' };
  const account = await core.ask(OWNER, createPersonalAccount, { params: { houseId }, body });
  assert.equal(account.status, 201, account.text);
  const remove = async () => core.ask(OWNER, deleteRoom, { params: { roomId: id } });
  assert.equal((await remove()).problem.code, 'has-children');
  await core.ask(OWNER, deletePersonalAccount, { params: { personalAccountId: account.body.id } });
  assert.equal((await remove()).status, 204);
  assert.equal((await core.ask(OWNER, getRoom, { params: { roomId: id } })).status, 404);
});

test('the audit log records a room before and after a change', async () => {
  const { id, number } = await addRoom();
  await core.ask(OWNER, replaceRoom, { params: { roomId: id }, body: { number, area: '60' } });
  await core.ask(OWNER, deleteRoom, { params: { roomId: id } });
  const { items } = (await core.ask(OWNER, listCoreChanges, { query: { object: `room:${id}` } }))
    .body;
  const areaOf = (room: unknown) => (room as Room | null)?.area;
  assert.deepEqual(
    items.map((entry) => [entry.action, areaOf(entry.before), areaOf(entry.after)]),
    [
      ['room.deleted', '60.00', undefined],
      ['room.changed', '50.00', '60.00'],
      ['room.created', undefined, '50.00'],
    ],
  );
});

test('a list pages through the rooms of its house by id', async () => {
  const user = 77;
  const own = await core.organizationOf(user);
  const houses = await Promise.all(
    ['ул. Ленина, 1', 'ул. Ленина, 2'].map(async (address) => {
      const body = { organizationId: own, address };
      return (await core.ask(user, createHouse, { body })).body.id;
    }),
  );
  for (const number of ['1', '10', '2'])
    for (const house of houses)
      await core.ask(user, createRoom, { params: { houseId: house }, body: { number, area: '9' } });
  const list = async (query: Sent['query']) =>
    (await core.ask(user, listRooms, { params: { houseId: houses[0] }, query })).body;
  const first = await list({ limit: 2 });
  const second = await list({ limit: 2, cursor: first.nextCursor });
  assert.deepEqual(
    [...first.items, ...second.items].map(({ number }) => number),
    ['1', '10', '2'],
  );
  assert.equal(second.nextCursor, null);
});

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import type { AuditEntry } from '@kvartplata/contracts/audit.ts';
import type { AppliedMonths } from '@kvartplata/contracts/core/applied-months.ts';
import { Room } from '@kvartplata/contracts/core/rooms.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import type { Problem } from '@kvartplata/contracts/problem.ts';
import { Check } from 'typebox/value';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const PATH = '/api/rooms';
const OWNER = 1;
const STRANGER = 2;
const ACCOUNTANT = 3;
type WrittenRoom = Room & { readonly appliedMonths: AppliedMonths };

let core: TestApp;
let houseId: number;
let ofHouse: string;

before(async () => {
  core = await createTestApp();
  const organizationId = await core.organizationOf(OWNER);
  await core.db
    .insertInto('organizationMembers')
    .values({ organizationId: organizationId, userId: ACCOUNTANT, role: 'accountant' })
    .execute();
  const body = { organizationId, address: 'ул. Мира, 1' };
  houseId = (await core.askAt(OWNER, 'POST', '/api/houses', { body })).json<{ id: number }>().id;
  ofHouse = `/api/houses/${houseId}/rooms`;
});
beforeEach(() => {
  core.books.answer = { appliedMonths: [], chargedMonths: [], hasCharges: false };
  core.books.questions.length = 0;
});
after(async () => core.close());

let nextNumber = 100;
async function addRoom(body: object = {}): Promise<WrittenRoom> {
  nextNumber += 1;
  const response = await core.askAt(OWNER, 'POST', ofHouse, {
    body: { number: String(nextNumber), area: '50', ...body },
  });
  assert.equal(response.statusCode, 201, response.body);
  return response.json<WrittenRoom>();
}

test('a room keeps all that it was given', async () => {
  const body = { number: '12а', area: 55.4, kind: 'non-residential' };
  const response = await core.askAt(OWNER, 'POST', ofHouse, { body });
  assert.equal(response.statusCode, 201, response.body);
  const { appliedMonths, ...room } = response.json<WrittenRoom>();
  assert.ok(Check(Room, room));
  assert.deepEqual(appliedMonths, []);
  assert.deepEqual(room, { id: room.id, houseId, ...body, area: '55.40' });
  assert.equal(response.headers['location'], `${PATH}/${room.id}`);
  const read = await core.askAt(ACCOUNTANT, 'GET', `${PATH}/${room.id}`);
  assert.deepEqual(read.json(), room);
  assert.equal(read.headers['etag'], '"1"');
});

test('PUT replaces, and a kind that is left out is residential', async () => {
  const { id, number } = await addRoom({ kind: 'non-residential' });
  const put = await core.askAt(OWNER, 'PUT', `${PATH}/${id}`, { body: { number, area: '0.01' } });
  assert.equal(put.statusCode, 200, put.body);
  const { kind, area } = put.json<Room>();
  assert.deepEqual([kind, area], ['residential', '0.01']);
  assert.equal(put.headers['etag'], '"2"');
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
    const response = await core.askAt(OWNER, 'POST', ofHouse, { body: given });
    assert.equal(response.statusCode, 400, response.body);
    const paths = response.json<Problem>().errors?.map((error) => error.path);
    assert.deepEqual([...new Set(paths)], [path]);
  });
}

test('a room is not there for strangers, and only its owner changes it', async () => {
  const { id, number } = await addRoom();
  const body = { number, area: '50' };
  for (const [method, url, more] of [
    ['GET', `${PATH}/${id}`, {}],
    ['PUT', `${PATH}/${id}`, { body }],
    ['DELETE', `${PATH}/${id}`, {}],
    ['GET', ofHouse, {}],
    ['POST', ofHouse, { body }],
  ] as const) {
    assert.equal((await core.askAt(STRANGER, method, url, more)).statusCode, 404, method);
    const status = (await core.askAt(ACCOUNTANT, method, url, more)).statusCode;
    assert.equal(status, method === 'GET' ? 200 : 403, method);
  }
  assert.equal((await core.askAt(OWNER, 'GET', `${PATH}/999999`)).statusCode, 404);
  assert.equal(
    (await core.askAt('admin', 'POST', '/api/houses/999999/rooms', { body })).statusCode,
    404,
  );
});

test('a number is one room’s of the house, also when many ask for it at once', async () => {
  const add = async () =>
    core.askAt(OWNER, 'POST', ofHouse, { body: { number: 'one', area: '50' } });
  const answers = await Promise.all(Array.from({ length: 8 }, add));
  const made = answers.filter(({ statusCode }) => statusCode === 201);
  const codes = answers
    .filter(({ statusCode }) => statusCode === 409)
    .map((a) => a.json<Problem>().code);
  assert.equal(made.length, 1);
  assert.deepEqual(new Set(codes), new Set(['room-number-taken']));
  const { id, area } = await addRoom();
  const put = await core.askAt(OWNER, 'PUT', `${PATH}/${id}`, { body: { number: 'one', area } });
  assert.equal(put.json<Problem>().code, 'room-number-taken');
});

test('a change of an old version is refused', async () => {
  const { id, number } = await addRoom();
  const change = { body: { number, area: '51' }, headers: { 'if-match': '"1"' } };
  const answers = await Promise.all(
    Array.from({ length: 4 }, async () => core.askAt(OWNER, 'PUT', `${PATH}/${id}`, change)),
  );
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
  assert.deepEqual(statuses, [200, 412, 412, 412]);
  const { headers } = change;
  assert.equal((await core.askAt(OWNER, 'DELETE', `${PATH}/${id}`, { headers })).statusCode, 412);
});

test('an area counts in every month, for it shares out what the house uses in common; a number in none', async () => {
  core.books.answer = { appliedMonths: ['2026-05'], chargedMonths: [], hasCharges: true };
  const { id, number, appliedMonths } = await addRoom();
  assert.deepEqual(appliedMonths, ['2026-05']);
  const put = async (body: object) =>
    (await core.askAt(OWNER, 'PUT', `${PATH}/${id}`, { body })).json<WrittenRoom>().appliedMonths;
  core.books.questions.length = 0;
  assert.deepEqual(await put({ number: `${number}а`, area: '50.00' }), []);
  assert.deepEqual(core.books.questions, []);
  assert.deepEqual(await put({ number, area: '51' }), ['2026-05']);
  assert.deepEqual(await put({ number, area: '51', kind: 'non-residential' }), ['2026-05']);
  assert.deepEqual(core.books.questions[0], { houseId, from: undefined, to: undefined });
  core.books.answer = 'away';
  assert.equal(await put({ number, area: '52' }), null);
  const removed = await core.askAt(OWNER, 'DELETE', `${PATH}/${id}`);
  assert.equal(removed.headers['applied-months'], 'unknown');
});

test('a room is deleted only while no account belongs to it', async () => {
  const { id } = await addRoom();
  const body = { roomId: id, accountNumber: 'R-1', payer: 'Иванов', openedOn: '2025-01-01' };
  const account = await core.askAt(OWNER, 'POST', `/api/houses/${houseId}/personal-accounts`, {
    body,
  });
  assert.equal(account.statusCode, 201, account.body);
  const remove = async () => core.askAt(OWNER, 'DELETE', `${PATH}/${id}`);
  assert.equal((await remove()).json<Problem>().code, 'has-children');
  await core.askAt(OWNER, 'DELETE', `/api/personal-accounts/${account.json<{ id: number }>().id}`);
  assert.equal((await remove()).statusCode, 204);
  assert.equal((await core.askAt(OWNER, 'GET', `${PATH}/${id}`)).statusCode, 404);
});

test('the audit log tells what a room was and became', async () => {
  const { id, number } = await addRoom();
  await core.askAt(OWNER, 'PUT', `${PATH}/${id}`, { body: { number, area: '60' } });
  await core.askAt(OWNER, 'DELETE', `${PATH}/${id}`);
  const url = `${listCoreChanges.path}?object=room:${id}`;
  const { items } = (await core.askAt(OWNER, 'GET', url)).json<PageOf<AuditEntry>>();
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
  const organizationId = await core.organizationOf(user);
  const houses = await Promise.all(
    ['ул. Ленина, 1', 'ул. Ленина, 2'].map(async (address) => {
      const body = { organizationId, address };
      return (await core.askAt(user, 'POST', '/api/houses', { body })).json<{ id: number }>().id;
    }),
  );
  for (const number of ['1', '10', '2'])
    for (const house of houses)
      await core.askAt(user, 'POST', `/api/houses/${house}/rooms`, { body: { number, area: '9' } });
  const list = async (query: string) =>
    (await core.askAt(user, 'GET', `/api/houses/${houses[0]}/rooms?${query}`)).json<PageOf<Room>>();
  const first = await list('limit=2');
  const second = await list(`limit=2&cursor=${first.nextCursor}`);
  assert.deepEqual(
    [...first.items, ...second.items].map(({ number }) => number),
    ['1', '10', '2'],
  );
  assert.equal(second.nextCursor, null);
});

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import {
  createPersonalAccount,
  getPersonalAccount,
  type PersonalAccount,
  replacePersonalAccount,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import {
  deleteRegisteredPersons,
  getRegisteredPersons,
  listRegisteredPersons,
  writeRegisteredPersons,
} from '@kvartplata/contracts/core/registered-persons.ts';
import { createRoom } from '@kvartplata/contracts/core/rooms.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const STRANGER = 2;
const ACCOUNTANT = 3;
const TODAY = '2026-08-15';

let core: TestApp;
let organizationId: number;
let houseId: number;
let account: PersonalAccount;
let count = 0;

before(async () => {
  core = await createTestApp(`${TODAY}T09:00:00Z`);
  organizationId = await core.organizationOf(OWNER);
  await core.db
    .insertInto('organizationMembers')
    .values({ organizationId: organizationId, userId: ACCOUNTANT, role: 'accountant' })
    .execute();
  const body = { organizationId, address: 'ул. Мира, 1' };
  houseId = (await core.ask(OWNER, createHouse, { body })).body.id;
});
beforeEach(async () => {
  core.books.answer = { appliedMonths: [], chargedMonths: [], hasCharges: false };
  account = await open({ registeredPersons: 2, openedOn: '2025-03-01' });
  core.books.questions.length = 0;
});
after(async () => core.close());

async function open(more: object): Promise<PersonalAccount> {
  count += 1;
  const room = { number: String(count), area: '50' };
  const { id } = (await core.ask(OWNER, createRoom, { params: { houseId }, body: room })).body;
  const body = { roomId: id, accountNumber: `A${count}`, payer: 'Иванов', ...more };
  const response = await core.ask(OWNER, createPersonalAccount, { params: { houseId }, body });
  assert.equal(response.status, 201, response.text);
  return response.body;
}

async function post(body: object, ifMatch?: string) {
  const params = { personalAccountId: account.id };
  return core.ask(OWNER, writeRegisteredPersons, { params, body, ifMatch });
}

async function remove(validFrom: string) {
  const params = { personalAccountId: account.id, validFrom };
  return core.ask(OWNER, deleteRegisteredPersons, { params });
}

/** Changes some fields of the account and keeps the others. */
async function put(more: object, of = account) {
  const { roomId, accountNumber, payer, openedOn, closedOn } = of;
  const body = { roomId, accountNumber, payer, openedOn, closedOn, ...more };
  return core.ask(OWNER, replacePersonalAccount, { params: { personalAccountId: of.id }, body });
}

async function history(of = account): Promise<string> {
  const params = { personalAccountId: of.id };
  const { items } = (await core.ask(ACCOUNTANT, listRegisteredPersons, { params })).body;
  return items.map((entry) => `${entry.validFrom} ${entry.count}`).join(', ');
}

async function countNow(): Promise<number> {
  const read = await core.ask(OWNER, getPersonalAccount, {
    params: { personalAccountId: account.id },
  });
  return read.body.registeredPersons;
}

test('a history begins with the account and has every entry in order of date', async () => {
  assert.equal(await history(), '2025-03-01 2');
  const later = await post({ count: 4, validFrom: '2026-09-01' });
  assert.equal(later.status, 201, later.text);
  const params = { personalAccountId: account.id, validFrom: '2026-09-01' };
  assert.equal(later.headers.get('location'), addressOf(getRegisteredPersons, { params }));
  assert.equal(await countNow(), 2);
  await post({ count: 3, validFrom: TODAY });
  assert.equal(await countNow(), 3);
  assert.equal(await history(), '2025-03-01 2, 2026-08-15 3, 2026-09-01 4');
  core.clock.now = new Date('2026-09-01T00:00:00Z');
  assert.equal(await countNow(), 4);
  core.clock.now = new Date(`${TODAY}T09:00:00Z`);
});

test('an entry of the same day is replaced', async () => {
  await post({ count: 5, validFrom: '2025-03-01' });
  await post({ count: 1, validFrom: '2025-03-01' });
  assert.equal(await history(), '2025-03-01 1');
});

const refused: { body: object; path: string; why: string }[] = [
  { body: { validFrom: '2025-02-28' }, path: '/validFrom', why: 'before the opening' },
  { body: { validFrom: '2025-02-30' }, path: '/validFrom', why: 'no day' },
  { body: { count: -1 }, path: '/count', why: 'fewer than none' },
  { body: { count: 1001 }, path: '/count', why: 'more than any dwelling holds' },
  { body: { count: '2' }, path: '/count', why: 'a text' },
  { body: { validTo: '2026-01-01' }, path: '/validTo', why: 'no such field' },
];
for (const { body, path, why } of refused) {
  test(`${JSON.stringify(body)} is refused: ${why}`, async () => {
    const response = await post({ count: 2, validFrom: '2026-01-01', ...body });
    assert.equal(response.status, 400, response.text);
    const paths = response.problem.errors?.map((error) => error.path);
    assert.deepEqual(paths, [path]);
  });
}

test('nothing can be added after the account closes', async () => {
  await put({ closedOn: '2026-06-30' });
  assert.equal((await post({ count: 1, validFrom: '2026-07-01' })).status, 400);
  assert.equal((await post({ count: 1, validFrom: '2026-06-30' })).status, 201);
});

test('a mistaken entry can be deleted, but not the one for the opening', async () => {
  await post({ count: 3, validFrom: '2026-01-01' });
  assert.equal((await remove('2025-03-01')).problem.code, 'first-persons-stay');
  assert.equal((await remove('2026-01-02')).status, 404);
  assert.equal((await remove('2026-02-30')).status, 400);
  const removed = await remove('2026-01-01');
  assert.equal(removed.status, 204, removed.text);
  assert.equal(await history(), '2025-03-01 2');
  assert.equal((await remove('2025-03-01')).problem.code, 'first-persons-stay');
});

test('a history is a 404 for strangers, and only the owner writes it', async () => {
  const body = { count: 3, validFrom: '2026-01-01' };
  const params = { personalAccountId: account.id, validFrom: '2025-03-01' };
  for (const operation of [
    listRegisteredPersons,
    getRegisteredPersons,
    writeRegisteredPersons,
    deleteRegisteredPersons,
  ]) {
    const sent = { params, ...('body' in operation ? { body } : {}) };
    assert.equal((await core.ask(STRANGER, operation, sent)).status, 404, operation.id);
    const { status } = await core.ask(ACCOUNTANT, operation, sent);
    assert.equal(status, operation.method === 'GET' ? 200 : 403, operation.id);
  }
});

test('an entry counts as a change of the account', async () => {
  const ifMatch = '"1"';
  const entry = { count: 3, validFrom: '2026-01-01' };
  const written = await post(entry, ifMatch);
  assert.equal(written.headers.get('etag'), '"2"');
  assert.equal((await post(entry, ifMatch)).status, 412);
  const read = await core.ask(OWNER, getPersonalAccount, {
    params: { personalAccountId: account.id },
  });
  assert.equal(read.headers.get('etag'), '"2"');
});

test('no concurrent writes are lost', async () => {
  const days = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01'];
  const answers = await Promise.all(days.map(async (validFrom) => post({ count: 7, validFrom })));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
  assert.equal(await history(), ['2025-03-01 2', ...days.map((day) => `${day} 7`)].join(', '));
});

test('an entry applies until the next; one that repeats the count affects no days', async () => {
  await post({ count: 3, validFrom: '2026-04-16' });
  core.books.answer = { appliedMonths: ['2026-01'], chargedMonths: [], hasCharges: true };
  const monthsOf = async (entry: object) => (await post(entry)).body.appliedMonths;
  core.books.questions.length = 0;
  assert.deepEqual(await monthsOf({ count: 2, validFrom: '2026-01-01' }), []);
  assert.deepEqual(core.books.questions, []);
  assert.deepEqual(await monthsOf({ count: 1, validFrom: '2026-01-01' }), ['2026-01']);
  assert.deepEqual(core.books.questions, [
    { organizationId, houseId, from: '2026-01', to: '2026-04' },
  ]);
  core.books.questions.length = 0;
  const removed = await remove('2026-01-01');
  assert.equal(removed.headers.get('applied-months'), '2026-01');
  assert.deepEqual(core.books.questions, [
    { organizationId, houseId, from: '2026-01', to: '2026-04' },
  ]);
});

test('PUT with a count other than today’s applies it from today on, with the same or none nothing', async () => {
  await post({ count: 4, validFrom: '2026-09-01' });
  await put({ registeredPersons: 2 });
  await put({});
  assert.equal(await history(), '2025-03-01 2, 2026-09-01 4');
  core.books.questions.length = 0;
  const changed = await put({ registeredPersons: 3 });
  assert.equal(changed.body.registeredPersons, 3);
  assert.deepEqual(core.books.questions, [
    { organizationId, houseId, from: '2026-08', to: '2026-08' },
  ]);
  assert.equal(await history(), '2025-03-01 2, 2026-08-15 3, 2026-09-01 4');
});

test('an account outside its life has the count of the nearest day, and PUT writes there', async () => {
  const future = await open({ openedOn: '2026-10-01', registeredPersons: 5 });
  assert.equal(future.registeredPersons, 5);
  const more = await put({ registeredPersons: 6 }, future);
  assert.equal(more.body.registeredPersons, 6);
  assert.equal(await history(future), '2026-10-01 6');
  await post({ count: 1, validFrom: '2026-06-01' });
  const closed = await put({ registeredPersons: 1, closedOn: '2026-05-31' });
  assert.equal(closed.body.registeredPersons, 2);
  assert.equal(await history(), '2025-03-01 2, 2026-06-01 1');
});

test('an account that opens earlier has its first count from then on; one that opens later keeps all', async () => {
  await post({ count: 3, validFrom: '2026-01-01' });
  await put({ openedOn: '2024-12-01' });
  assert.equal(await history(), '2024-12-01 2, 2026-01-01 3');
  await put({ openedOn: '2026-02-01' });
  assert.equal(await history(), '2024-12-01 2, 2026-01-01 3');
  assert.equal((await remove('2026-01-01')).status, 204);
  assert.equal((await remove('2024-12-01')).problem.code, 'first-persons-stay');
});

test('the audit log lists the entries under their account', async () => {
  await post({ count: 3, validFrom: '2026-01-01' });
  await post({ count: 4, validFrom: '2026-01-01' });
  await remove('2026-01-01');
  const { items } = (
    await core.ask(OWNER, listCoreChanges, {
      query: { object: `personal-account:${account.id}`, what: 'registered-persons' },
    })
  ).body;
  const entry = (persons: number) => ({ count: persons, validFrom: '2026-01-01' });
  assert.deepEqual(
    items.map(({ action, before: was, after: is }) => [action, was, is]),
    [
      ['registered-persons.deleted', entry(4), null],
      ['registered-persons.changed', entry(3), entry(4)],
      ['registered-persons.created', null, entry(3)],
    ],
  );
});

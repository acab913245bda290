import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import type { AuditEntry } from '@kvartplata/contracts/audit.ts';
import type { AppliedMonths } from '@kvartplata/contracts/core/applied-months.ts';
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import type { RegisteredPersons } from '@kvartplata/contracts/core/registered-persons.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import type { Problem } from '@kvartplata/contracts/problem.ts';
import type { LightMyRequestResponse } from 'fastify';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const STRANGER = 2;
const ACCOUNTANT = 3;
const TODAY = '2026-08-15';

let core: TestApp;
let houseId: number;
let account: PersonalAccount;
let count = 0;

before(async () => {
  core = await createTestApp(`${TODAY}T09:00:00Z`);
  const organizationId = await core.organizationOf(OWNER);
  await core.db
    .insertInto('organizationMembers')
    .values({ organizationId: organizationId, userId: ACCOUNTANT, role: 'accountant' })
    .execute();
  const body = { organizationId, address: 'ул. Мира, 1' };
  houseId = (await core.askAt(OWNER, 'POST', '/api/houses', { body })).json<{ id: number }>().id;
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
  const { id } = (
    await core.askAt(OWNER, 'POST', `/api/houses/${houseId}/rooms`, { body: room })
  ).json<{ id: number }>();
  const body = { roomId: id, accountNumber: `A${count}`, payer: 'Иванов', ...more };
  const url = `/api/houses/${houseId}/personal-accounts`;
  const response = await core.askAt(OWNER, 'POST', url, { body });
  assert.equal(response.statusCode, 201, response.body);
  return response.json<PersonalAccount>();
}

function urlOf({ id } = account): string {
  return `/api/personal-accounts/${id}/registered-persons`;
}

async function post(body: object, headers = {}): Promise<LightMyRequestResponse> {
  return core.askAt(OWNER, 'POST', urlOf(), { body, headers });
}

async function remove(validFrom: string): Promise<LightMyRequestResponse> {
  return core.askAt(OWNER, 'DELETE', `${urlOf()}/${validFrom}`);
}

/** Changes the account, with whatever else stays as it is. */
async function put(more: object, of = account): Promise<LightMyRequestResponse> {
  const { roomId, accountNumber, payer, openedOn, closedOn } = of;
  const body = { roomId, accountNumber, payer, openedOn, closedOn, ...more };
  return core.askAt(OWNER, 'PUT', `/api/personal-accounts/${of.id}`, { body });
}

async function history(of = account): Promise<string> {
  const list = await core.askAt(ACCOUNTANT, 'GET', urlOf(of));
  const { items } = list.json<PageOf<RegisteredPersons>>();
  return items.map((entry) => `${entry.validFrom} ${entry.count}`).join(', ');
}

async function countNow(): Promise<number> {
  const read = await core.askAt(OWNER, 'GET', `/api/personal-accounts/${account.id}`);
  return read.json<PersonalAccount>().registeredPersons;
}

test('a history begins with the account and holds every entry in the order of days', async () => {
  assert.equal(await history(), '2025-03-01 2');
  const later = await post({ count: 4, validFrom: '2026-09-01' });
  assert.equal(later.statusCode, 201, later.body);
  assert.equal(later.headers['location'], `${urlOf()}/2026-09-01`);
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
    assert.equal(response.statusCode, 400, response.body);
    const paths = response.json<Problem>().errors?.map((error) => error.path);
    assert.deepEqual(paths, [path]);
  });
}

test('nothing is written after the closing', async () => {
  await put({ closedOn: '2026-06-30' });
  assert.equal((await post({ count: 1, validFrom: '2026-07-01' })).statusCode, 400);
  assert.equal((await post({ count: 1, validFrom: '2026-06-30' })).statusCode, 201);
});

test('an entry that was a mistake is deleted, but some count stays for the opening', async () => {
  await post({ count: 3, validFrom: '2026-01-01' });
  assert.equal((await remove('2025-03-01')).json<Problem>().code, 'first-persons-stay');
  assert.equal((await remove('2026-01-02')).statusCode, 404);
  assert.equal((await remove('2026-02-30')).statusCode, 400);
  const removed = await remove('2026-01-01');
  assert.equal(removed.statusCode, 204, removed.body);
  assert.equal(await history(), '2025-03-01 2');
  assert.equal((await remove('2025-03-01')).json<Problem>().code, 'first-persons-stay');
});

test('a history is not there for strangers, and only the owner writes it', async () => {
  const body = { count: 3, validFrom: '2026-01-01' };
  for (const [method, url, more] of [
    ['GET', urlOf(), {}],
    ['POST', urlOf(), { body }],
    ['DELETE', `${urlOf()}/2025-03-01`, {}],
  ] as const) {
    assert.equal((await core.askAt(STRANGER, method, url, more)).statusCode, 404, method);
    const status = (await core.askAt(ACCOUNTANT, method, url, more)).statusCode;
    assert.equal(status, method === 'GET' ? 200 : 403, method);
  }
});

test('an entry counts as a change of the account', async () => {
  const headers = { 'if-match': '"1"' };
  const entry = { count: 3, validFrom: '2026-01-01' };
  const written = await post(entry, headers);
  assert.equal(written.headers['etag'], '"2"');
  assert.equal((await post(entry, headers)).statusCode, 412);
  const read = await core.askAt(OWNER, 'GET', `/api/personal-accounts/${account.id}`);
  assert.equal(read.headers['etag'], '"2"');
});

test('of many who write at once none is lost', async () => {
  const days = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01'];
  const answers = await Promise.all(days.map(async (validFrom) => post({ count: 7, validFrom })));
  assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([201]));
  assert.equal(await history(), ['2025-03-01 2', ...days.map((day) => `${day} 7`)].join(', '));
});

test('an entry counts until the next; one that says the same counts on no day', async () => {
  await post({ count: 3, validFrom: '2026-04-16' });
  core.books.answer = { appliedMonths: ['2026-01'], chargedMonths: [], hasCharges: true };
  const monthsOf = async (entry: object) =>
    (await post(entry)).json<{ appliedMonths: AppliedMonths }>().appliedMonths;
  core.books.questions.length = 0;
  assert.deepEqual(await monthsOf({ count: 2, validFrom: '2026-01-01' }), []);
  assert.deepEqual(core.books.questions, []);
  assert.deepEqual(await monthsOf({ count: 1, validFrom: '2026-01-01' }), ['2026-01']);
  assert.deepEqual(core.books.questions, [{ houseId, from: '2026-01', to: '2026-04' }]);
  core.books.questions.length = 0;
  const removed = await remove('2026-01-01');
  assert.equal(removed.headers['applied-months'], '2026-01');
  assert.deepEqual(core.books.questions, [{ houseId, from: '2026-01', to: '2026-04' }]);
});

test('PUT with another count than today’s writes it from today on, with the same or none nothing', async () => {
  await post({ count: 4, validFrom: '2026-09-01' });
  await put({ registeredPersons: 2 });
  await put({});
  assert.equal(await history(), '2025-03-01 2, 2026-09-01 4');
  core.books.questions.length = 0;
  const changed = await put({ registeredPersons: 3 });
  assert.equal(changed.json<PersonalAccount>().registeredPersons, 3);
  assert.deepEqual(core.books.questions, [{ houseId, from: '2026-08', to: '2026-08' }]);
  assert.equal(await history(), '2025-03-01 2, 2026-08-15 3, 2026-09-01 4');
});

test('an account out of its life tells the count of its nearest day, and PUT writes there', async () => {
  const future = await open({ openedOn: '2026-10-01', registeredPersons: 5 });
  assert.equal(future.registeredPersons, 5);
  const more = await put({ registeredPersons: 6 }, future);
  assert.equal(more.json<PersonalAccount>().registeredPersons, 6);
  assert.equal(await history(future), '2026-10-01 6');
  await post({ count: 1, validFrom: '2026-06-01' });
  const closed = await put({ registeredPersons: 1, closedOn: '2026-05-31' });
  assert.equal(closed.json<PersonalAccount>().registeredPersons, 2);
  assert.equal(await history(), '2025-03-01 2, 2026-06-01 1');
});

test('an account that opens earlier has its first count from there on; one that opens later keeps all', async () => {
  await post({ count: 3, validFrom: '2026-01-01' });
  await put({ openedOn: '2024-12-01' });
  assert.equal(await history(), '2024-12-01 2, 2026-01-01 3');
  await put({ openedOn: '2026-02-01' });
  assert.equal(await history(), '2024-12-01 2, 2026-01-01 3');
  assert.equal((await remove('2026-01-01')).statusCode, 204);
  assert.equal((await remove('2024-12-01')).json<Problem>().code, 'first-persons-stay');
});

test('the audit log tells of the entries at their account', async () => {
  await post({ count: 3, validFrom: '2026-01-01' });
  await post({ count: 4, validFrom: '2026-01-01' });
  await remove('2026-01-01');
  const url = `${listCoreChanges.path}?object=personal-account:${account.id}&what=registered-persons`;
  const { items } = (await core.askAt(OWNER, 'GET', url)).json<PageOf<AuditEntry>>();
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

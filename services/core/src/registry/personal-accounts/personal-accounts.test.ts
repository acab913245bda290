import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import {
  createPersonalAccount,
  deletePersonalAccount,
  getPersonalAccount,
  listAccountsOfHouse,
  listPersonalAccounts,
  PersonalAccount,
  PersonalAccountBody,
  replacePersonalAccount,
  type WrittenPersonalAccount,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import { createRoom } from '@kvartplata/contracts/core/rooms.ts';
import { Check } from 'typebox/value';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const [STRANGER, ACCOUNTANT] = [2, 3];
const NO_NUMBERS = {
  gisAccountNumber: null,
  gisServiceId: null,
  gisAccountGuid: null,
  payerInn: null,
  payerAddress: null,
  email: null,
  wantsPaper: true,
};
const ADDRESS = 'г. Самара, ул. Садовая, д. 12';

let core: TestApp;
let organizationId: number;
let houseId: number;
let otherHouseId: number;
let roomId: number;
let count = 0;

before(async () => {
  core = await createTestApp();
  organizationId = await core.organizationOf(OWNER);
  await core.db
    .insertInto('organizationMembers')
    .values({ organizationId: organizationId, userId: ACCOUNTANT, role: 'accountant' })
    .execute();
  houseId = await addHouse(ADDRESS);
  otherHouseId = await addHouse('ул. Мира, 1');
});
beforeEach(async () => {
  core.books.answer = { appliedMonths: [], chargedMonths: [], hasCharges: false };
  roomId = await addRoom(houseId);
  core.books.questions.length = 0;
});
after(async () => core.close());

async function addHouse(
  address: string,
  user = OWNER,
  organization = organizationId,
): Promise<number> {
  const body = { organizationId: organization, address };
  return (await core.ask(user, createHouse, { body })).body.id;
}

async function addRoom(house: number, user = OWNER): Promise<number> {
  count += 1;
  const body = { number: `к${count}`, area: '50' };
  return (await core.ask(user, createRoom, { params: { houseId: house }, body })).body.id;
}

/** The required fields of an account, in a room of its own. */
function plain(more: object = {}): Record<string, unknown> {
  count += 1;
  return {
    roomId,
    accountNumber: `A${count}`,
    payer: 'Иванов И. И.',
    openedOn: '2025-03-01',
    ...more,
  };
}

async function post(body: object, house = houseId) {
  return core.ask(OWNER, createPersonalAccount, { params: { houseId: house }, body });
}

async function open(more: object = {}): Promise<WrittenPersonalAccount> {
  const response = await post(plain(more));
  assert.equal(response.status, 201, response.text);
  return response.body;
}

async function put(id: number, body: object, ifMatch?: string) {
  return core.ask(OWNER, replacePersonalAccount, {
    params: { personalAccountId: id },
    body,
    ifMatch,
  });
}

/** The body of a PUT that changes nothing. */
function bodyOf(account: PersonalAccount): object {
  const sent = Object.keys(PersonalAccountBody.properties);
  return Object.fromEntries(Object.entries(account).filter(([name]) => sent.includes(name)));
}

test('an account stores every field', async () => {
  const body = plain({
    registeredPersons: 3,
    owners: 2,
    share: '0.33333333',
    closedOn: '2026-12-31',
    ...NO_NUMBERS,
  });
  const response = await post(body);
  assert.equal(response.status, 201, response.text);
  const { appliedMonths, ...account } = response.body;
  assert.ok(Check(PersonalAccount, account));
  assert.deepEqual(appliedMonths, []);
  const place = { organizationId, houseId, address: ADDRESS, roomNumber: account.roomNumber };
  assert.deepEqual(account, { id: account.id, ...place, ...body });
  assert.equal(
    response.headers.get('location'),
    addressOf(getPersonalAccount, { params: { personalAccountId: account.id } }),
  );
  const read = await core.ask(ACCOUNTANT, getPersonalAccount, {
    params: { personalAccountId: account.id },
  });
  assert.deepEqual(read.body, account);
  assert.equal(read.headers.get('etag'), '"1"');
});

test('a room, a number, a payer and a day are enough, and PUT resets the rest except persons', async () => {
  const body = plain();
  const account = (await post({ ...body, registeredPersons: 2, owners: 3, share: 0.5 })).body;
  const response = await put(account.id, body);
  assert.equal(response.status, 200, response.text);
  const { owners, share, closedOn, registeredPersons } = response.body;
  assert.deepEqual([owners, share, closedOn, registeredPersons], [1, '1.00000000', null, 2]);
  assert.equal(response.headers.get('etag'), '"2"');
  assert.equal((await open({ roomId: await addRoom(houseId) })).registeredPersons, 0);
});

const refused: { body: object; path: string; why: string }[] = [
  { body: { roomId: '1' }, path: '/roomId', why: 'a text' },
  { body: { accountNumber: '' }, path: '/accountNumber', why: 'no number' },
  { body: { accountNumber: '12 3' }, path: '/accountNumber', why: 'a blank' },
  { body: { accountNumber: 'x'.repeat(31) }, path: '/accountNumber', why: 'a long one' },
  { body: { payer: '' }, path: '/payer', why: 'nobody' },
  { body: { payer: 'a\nb' }, path: '/payer', why: 'two lines' },
  { body: { registeredPersons: -1 }, path: '/registeredPersons', why: 'fewer than none' },
  { body: { registeredPersons: 1.5 }, path: '/registeredPersons', why: 'a half' },
  { body: { owners: 0 }, path: '/owners', why: 'no owner' },
  { body: { share: '0' }, path: '/share', why: 'no share' },
  { body: { share: '1.00000001' }, path: '/share', why: 'more than the whole' },
  { body: { share: '0.123456789' }, path: '/share', why: 'a ninth place' },
  { body: { share: 'NaN' }, path: '/share', why: 'no number' },
  { body: { openedOn: '2025-02-30' }, path: '/openedOn', why: 'no day' },
  { body: { openedOn: null }, path: '/openedOn', why: 'nothing' },
  { body: { closedOn: '2025-02-28' }, path: '/closedOn', why: 'before the opening' },
  { body: { debt: 1 }, path: '/debt', why: 'no such field' },
];
for (const { body, path, why } of refused) {
  test(`${JSON.stringify(body)} is refused: ${why}`, async () => {
    const response = await post(plain(body));
    assert.equal(response.status, 400, response.text);
    const paths = response.problem.errors?.map((error) => error.path);
    assert.deepEqual([...new Set(paths)], [path]);
  });
}

test('an account is a 404 for strangers, and only its owner changes it', async () => {
  const { id } = await open();
  const body = plain();
  const params = { personalAccountId: id, houseId };
  for (const [operation, sent] of [
    [getPersonalAccount, { params }],
    [replacePersonalAccount, { params, body }],
    [deletePersonalAccount, { params }],
    [listAccountsOfHouse, { params }],
    [createPersonalAccount, { params, body }],
    [listPersonalAccounts, { query: { houseId } }],
    [listPersonalAccounts, { query: { organizationId } }],
  ] as const) {
    assert.equal((await core.ask(STRANGER, operation, sent)).status, 404, operation.id);
    const { status } = await core.ask(ACCOUNTANT, operation, sent);
    assert.equal(status, operation.method === 'GET' ? 200 : 403, operation.id);
  }
});

test('a room of another house or organization is a 404', async () => {
  const account = await open();
  const elsewhere = await addRoom(otherHouseId);
  const foreignOrganization = await core.organizationOf(STRANGER);
  const foreignHouse = await addHouse('ул. Чужая, 1', STRANGER, foreignOrganization);
  const foreign = await addRoom(foreignHouse, STRANGER);
  for (const room of [elsewhere, foreign, 999_999]) {
    assert.equal((await post(plain({ roomId: room }))).status, 404);
    assert.equal((await put(account.id, { ...bodyOf(account), roomId: room })).status, 404);
  }
  assert.equal((await post(plain(), foreignHouse)).status, 404);
});

test('a number belongs to one account of the organization, even when many request it concurrently', async () => {
  const rooms = await Promise.all(
    [houseId, otherHouseId, houseId, otherHouseId].map(
      async (house) => [house, await addRoom(house)] as const,
    ),
  );
  const answers = await Promise.all(
    rooms.map(async ([house, room]) => post(plain({ roomId: room, accountNumber: 'SAME' }), house)),
  );
  const made = answers.filter(({ status }) => status === 201);
  const codes = answers.filter(({ status }) => status !== 201).map(({ problem }) => problem.code);
  assert.equal(made.length, 1);
  assert.deepEqual(
    codes,
    Array.from({ length: 3 }, () => 'account-number-taken'),
  );
  const again = await post(plain({ accountNumber: 'SAME' }), houseId);
  assert.equal(again.problem.code, 'account-number-taken');
  const stranger = await core.organizationOf(STRANGER);
  const house = await addHouse('ул. Чужая, 2', STRANGER, stranger);
  const body = plain({ roomId: await addRoom(house, STRANGER), accountNumber: 'SAME' });
  const params = { houseId: house };
  const theirs = await core.ask(STRANGER, createPersonalAccount, { params, body });
  assert.equal(theirs.status, 201, theirs.text);
});

test('the claim on a number follows a change and ends with the account', async () => {
  const account = await open({ accountNumber: 'OLD' });
  const other = await open({ roomId: await addRoom(houseId), accountNumber: 'TAKEN' });
  const taken = await put(account.id, { ...bodyOf(account), accountNumber: 'TAKEN' });
  assert.equal(taken.problem.code, 'account-number-taken');
  assert.equal((await put(account.id, { ...bodyOf(account), accountNumber: 'NEW' })).status, 200);
  const third = await open({ roomId: await addRoom(houseId), accountNumber: 'OLD' });
  assert.equal(third.accountNumber, 'OLD');
  assert.equal(
    (await core.ask(OWNER, deletePersonalAccount, { params: { personalAccountId: other.id } }))
      .status,
    204,
  );
  await open({ roomId: await addRoom(houseId), accountNumber: 'TAKEN' });
});

test('the accounts of a room never share more than the whole of it on any day', async () => {
  const first = await open({ share: '0.5', closedOn: '2025-12-31' });
  await open({ share: '0.5' });
  const third = plain({ share: '0.5', openedOn: '2025-12-31' });
  const early = await post(third);
  assert.equal(early.problem.code, 'share-exceeded');
  assert.match(early.problem.detail ?? '', /2025-12-31.*1\.5/);
  const inTime = await post({ ...third, openedOn: '2026-01-01' });
  assert.equal(inTime.status, 201, inTime.text);
  assert.equal(
    (await put(first.id, { ...bodyOf(first), closedOn: null })).problem.code,
    'share-exceeded',
  );
  assert.equal(
    (await put(first.id, { ...bodyOf(first), share: '0.50000001' })).problem.code,
    'share-exceeded',
  );
  assert.equal((await put(first.id, { ...bodyOf(first), share: '0.4' })).status, 200);
  const elsewhere = await open({ roomId: await addRoom(houseId), share: '1' });
  assert.equal(
    (await put(elsewhere.id, { ...bodyOf(elsewhere), roomId })).problem.code,
    'share-exceeded',
  );
});

test('only one of many concurrent requests gets the rest of a room', async () => {
  await open({ share: '0.5' });
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () => post(plain({ share: '0.5' }))),
  );
  const codes = answers.map((answer) => (answer.status === 201 ? 'made' : answer.problem.code));
  assert.deepEqual(codes.toSorted(), [
    'made',
    ...Array.from({ length: 7 }, () => 'share-exceeded'),
  ]);
});

test('two accounts that swap rooms concurrently both succeed', async () => {
  const [roomA, roomB] = [roomId, await addRoom(houseId)];
  const a = await open({ roomId: roomA, share: '0.5' });
  const b = await open({ roomId: roomB, share: '0.5' });
  const answers = await Promise.all([
    put(a.id, { ...bodyOf(a), roomId: roomB }),
    put(b.id, { ...bodyOf(b), roomId: roomA }),
  ]);
  assert.deepEqual(
    answers.map((answer) => answer.body.roomId),
    [roomB, roomA],
  );
});

test('a change of an old version is refused, and only one of many concurrent ones succeeds', async () => {
  const account = await open();
  const answers = await Promise.all(
    Array.from({ length: 6 }, async () => put(account.id, bodyOf(account), '"1"')),
  );
  const statuses = answers.map(({ status }) => status).toSorted((x, y) => x - y);
  assert.deepEqual(statuses, [200, 412, 412, 412, 412, 412]);
  const params = { personalAccountId: account.id };
  const removed = await core.ask(OWNER, deletePersonalAccount, { params, ifMatch: '"1"' });
  assert.equal(removed.status, 412);
});

test('a change that affects charges names the applied months, any other does not ask billing', async () => {
  core.books.answer = { appliedMonths: ['2026-05'], chargedMonths: [], hasCharges: true };
  const account = await open();
  assert.deepEqual(account.appliedMonths, ['2026-05']);
  const asked = { organizationId, houseId, from: '2025-03', to: undefined };
  assert.deepEqual(core.books.questions.splice(0), [asked]);
  const monthsOf = async (more: object) =>
    (await put(account.id, { ...bodyOf(account), ...more })).body.appliedMonths;
  assert.deepEqual(await monthsOf({ payer: 'Петров П. П.', accountNumber: `A${count}-1` }), []);
  assert.deepEqual(core.books.questions, []);
  assert.deepEqual(await monthsOf({ closedOn: '2026-04-30' }), ['2026-05']);
  assert.deepEqual(core.books.questions, [
    { organizationId, houseId, personalAccountId: account.id },
    { organizationId, houseId, from: '2026-05', to: undefined },
  ]);
  core.books.answer = 'away';
  assert.equal(await monthsOf({ owners: 2 }), null);
});

test('an account may be older than any books', async () => {
  const account = await open({ openedOn: '1965-01-01', closedOn: '2026-07-31' });
  const asked = { organizationId, houseId, from: undefined, to: '2026-07' };
  assert.deepEqual(core.books.questions.splice(0), [asked]);
  await put(account.id, { ...bodyOf(account), openedOn: '1966-01-01' });
  assert.deepEqual(core.books.questions, []);
});

test('an account can be deleted only while nothing was charged and it has no meters, and its history goes too', async () => {
  const { id, accountNumber } = await open({ registeredPersons: 2 });
  const remove = async () =>
    core.askOnce(OWNER, deletePersonalAccount, { params: { personalAccountId: id } });
  core.books.answer = 'away';
  assert.equal((await remove()).status, 503);
  core.books.answer = { appliedMonths: [], chargedMonths: [], hasCharges: true };
  assert.equal((await remove()).problem.code, 'has-charges');
  assert.equal(core.books.questions.at(-1)?.personalAccountId, id);
  core.books.answer = { appliedMonths: ['2026-05'], chargedMonths: [], hasCharges: false };
  const house = { organizationId, houseId };
  const service = await core.db
    .insertInto('houseServices')
    .values({ ...house, utilityServiceId: 1, method: 'meter', validFrom: '2025-01-01' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const meter = {
    ...house,
    houseServiceId: service.id,
    ownerType: 'account' as const,
    personalAccountId: id,
    meterTypeId: 1,
    serialNumber: '1',
    digits: 5,
    installedOn: '2025-03-01',
  };
  await core.db.insertInto('meters').values(meter).execute();
  assert.equal((await remove()).problem.code, 'has-children');
  await core.db.deleteFrom('meters').where('houseId', '=', houseId).execute();
  const removed = await remove();
  assert.equal(removed.status, 204, removed.text);
  assert.equal(removed.headers.get('applied-months'), '2026-05');
  assert.equal(
    (await core.ask(OWNER, getPersonalAccount, { params: { personalAccountId: id } })).status,
    404,
  );
  const rows = await core.db.selectFrom('accountNumbers').select('accountNumber').execute();
  assert.ok(!rows.some((row) => row.accountNumber === accountNumber));
});

test('the audit log records an account before and after a change', async () => {
  const account = await open();
  await put(account.id, { ...bodyOf(account), payer: 'Петров П. П.' });
  await core.ask(OWNER, deletePersonalAccount, { params: { personalAccountId: account.id } });
  const { items } = (
    await core.ask(OWNER, listCoreChanges, { query: { object: `personal-account:${account.id}` } })
  ).body;
  const payerOf = (entry: unknown) => (entry as PersonalAccount | null)?.payer;
  assert.deepEqual(
    items.map((entry) => [entry.action, payerOf(entry.before), payerOf(entry.after)]),
    [
      ['personal-account.deleted', 'Петров П. П.', undefined],
      ['personal-account.changed', 'Иванов И. И.', 'Петров П. П.'],
      ['personal-account.created', undefined, 'Иванов И. И.'],
    ],
  );
});

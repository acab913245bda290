import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { GoldenHouseAnswer } from '@kvartplata/contracts/core/golden-house.ts';
import {
  AccountCards,
  AccountSummaries,
  AccountSummary,
  HouseSummary,
  Memberships,
  OrganizationHouses,
  OrganizationSummary,
} from '@kvartplata/contracts/core/internal.ts';
import type { LightMyRequestResponse } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let core: TestApp;
let organizationId: number;
let houseId: number;

before(async () => {
  core = await createTestApp();
  organizationId = await core.organizationOf(1);
  const response = await core.askAt(1, 'POST', '/api/test-data/seed-golden', {
    body: { organizationId, houseId: 0 },
  });
  ({ houseId } = response.json<GoldenHouseAnswer>());
});
after(async () => core.close());

async function answerOf(path: string, shape: TSchema): Promise<unknown> {
  const response = await core.askAsService(`/api/internal${path}`);
  assert.equal(response.statusCode, 200, response.body);
  const answer: unknown = response.json();
  assert.ok(Check(shape, answer), response.body);
  return answer;
}

test("a user's organizations are told with the role in each", async () => {
  const other = await core.organizationOf(2);
  await core.db
    .insertInto('organizationMembers')
    .values({ organizationId: other, userId: 1, role: 'viewer' })
    .execute();
  assert.deepEqual(await answerOf('/users/1/memberships', Memberships), {
    memberships: [
      { organizationId, role: 'owner' },
      { organizationId: other, role: 'viewer' },
    ],
  });
  assert.deepEqual(await answerOf('/users/987654/memberships', Memberships), { memberships: [] });
});

test("an organization's houses are told with the number of their accounts", async () => {
  const empty = await core.organizationOf(3);
  assert.deepEqual(await answerOf(`/organizations/${organizationId}/houses`, OrganizationHouses), {
    houseIds: [houseId],
    houseAccounts: [10],
    accounts: 10,
  });
  assert.deepEqual(await answerOf(`/organizations/${empty}/houses`, OrganizationHouses), {
    houseIds: [],
    houseAccounts: [],
    accounts: 0,
  });
});

test('the first month of an organization is that of its first account, closed or in another house', async () => {
  const empty = await core.organizationOf(5);
  assert.deepEqual(await answerOf(`/organizations/${empty}`, OrganizationSummary), {
    organizationId: empty,
    firstMonth: null,
  });
  const months = async (): Promise<string | null> => {
    const answer = await answerOf(`/organizations/${organizationId}`, OrganizationSummary);
    return (answer as OrganizationSummary).firstMonth;
  };
  const { opened } = await core.db
    .selectFrom('personalAccounts')
    .select(({ fn }) => fn.min('openedOn').as('opened'))
    .where('houseId', '=', houseId)
    .executeTakeFirstOrThrow();
  assert.equal(await months(), opened.slice(0, 7));
  const house = await core.askAt(1, 'POST', '/api/houses', {
    body: { organizationId, address: 'ул. Мира, 1' },
  });
  const { id: other } = house.json<{ id: number }>();
  assert.equal(await months(), opened.slice(0, 7), 'a house without accounts says nothing');
  const room = await core.askAt(1, 'POST', `/api/houses/${other}/rooms`, {
    body: { number: '1', area: '50' },
  });
  const account = await core.askAt(1, 'POST', `/api/houses/${other}/personal-accounts`, {
    body: {
      roomId: room.json<{ id: number }>().id,
      accountNumber: 'OLD-1',
      payer: 'Иванов',
      registeredPersons: 1,
      openedOn: '2011-03-31',
      closedOn: '2011-04-01',
    },
  });
  assert.equal(account.statusCode, 201, account.body);
  assert.equal(await months(), '2011-03');
});

test('a house is told in short', async () => {
  assert.deepEqual(await answerOf(`/houses/${houseId}`, HouseSummary), {
    houseId,
    organizationId,
    address: 'г. Зареченск, ул. Садовая, д. 12',
    accounts: 10,
  });
});

test('an account is found by its id alone', async () => {
  const { id } = await core.db
    .selectFrom('personalAccounts')
    .select('id')
    .where('houseId', '=', houseId)
    .where('accountNumber', '=', 'LS07')
    .executeTakeFirstOrThrow();
  assert.deepEqual(await answerOf(`/personal-accounts/${id}`, AccountSummary), {
    personalAccountId: id,
    houseId,
    organizationId,
    accountNumber: 'LS07',
  });
});

async function accountsOf(id: number | string, body: object): Promise<LightMyRequestResponse> {
  return core.app.inject({
    method: 'POST',
    url: `/api/internal/organizations/${id}/personal-accounts`,
    headers: { authorization: await core.serviceAuthorization() },
    payload: body,
  });
}

test("an organization's accounts are found by their numbers, and no other's", async () => {
  const other = await core.organizationOf(4);
  const answer = await accountsOf(organizationId, {
    accountNumbers: ['LS02', 'LS10', 'LS02', 'ls01', 'LS99', "'; --"],
  });
  const { accounts } = answer.json<AccountSummaries>();
  assert.ok(Check(AccountSummaries, { accounts }), answer.body);
  assert.deepEqual(accounts.map(({ accountNumber }) => accountNumber).toSorted(), ['LS02', 'LS10']);
  for (const account of accounts)
    assert.deepEqual(
      await answerOf(`/personal-accounts/${account.personalAccountId}`, AccountSummary),
      account,
    );
  const others = await accountsOf(other, { accountNumbers: ['LS02'] });
  assert.deepEqual(others.json(), { accounts: [] });
  const none = await accountsOf(organizationId, { accountNumbers: [] });
  assert.deepEqual(none.json(), { accounts: [] });
});

test('accounts are looked for in an organization that is there, and a thousand at once', async () => {
  assert.equal((await accountsOf(987_654, { accountNumbers: ['LS02'] })).statusCode, 404);
  const numbers = (count: number): object => ({
    accountNumbers: Array.from({ length: count }, (_, nth) => `${nth}`),
  });
  assert.equal((await accountsOf(organizationId, numbers(1000))).statusCode, 200);
  assert.equal((await accountsOf(organizationId, numbers(1001))).statusCode, 400);
  assert.equal((await accountsOf('0x10', numbers(1))).statusCode, 400);
});

test('accounts are told as paper names them, a thousand at once', async () => {
  const accounts = await core.db
    .selectFrom('personalAccounts')
    .select(['id', 'payer', 'accountNumber'])
    .where('houseId', '=', houseId)
    .execute();
  const { name } = await core.db
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  const tenth = accounts.find((account) => account.accountNumber === 'LS10');
  const cardsOf = async (ids: readonly number[]): Promise<LightMyRequestResponse> =>
    core.app.inject({
      method: 'POST',
      url: '/api/internal/account-cards',
      headers: { authorization: await core.serviceAuthorization() },
      payload: { personalAccountIds: ids },
    });
  const answer = await cardsOf([...accounts.map(({ id }) => id), 987_654]);
  const body = answer.json<Static<typeof AccountCards>>();
  assert.ok(Check(AccountCards, body), answer.body);
  assert.equal(body.accounts.length, 10);
  const told = body.accounts.find(({ accountNumber }) => accountNumber === 'LS10');
  assert.deepEqual(told, {
    personalAccountId: tenth?.id,
    houseId,
    organizationName: name,
    accountNumber: 'LS10',
    payer: tenth?.payer,
    address: 'г. Зареченск, ул. Садовая, д. 12',
    roomNumber: '10',
    roomKind: 'residential',
  });
  const many = Array.from({ length: 1001 }, (_, nth) => nth + 1);
  assert.equal((await cardsOf(many.slice(1))).statusCode, 200);
  assert.equal((await cardsOf(many)).statusCode, 400);
});

for (const path of [
  '/organizations/987654',
  '/organizations/987654/houses',
  '/houses/987654',
  '/personal-accounts/987654',
]) {
  test(`${path} is a 404`, async () => {
    assert.equal((await core.askAsService(`/api/internal${path}`)).statusCode, 404);
  });
}

for (const path of [
  '/users/0x10/memberships',
  '/organizations/0x1',
  '/organizations/1e3/houses',
  '/houses/99999999999999999999',
  '/personal-accounts/0',
]) {
  test(`${path} is a 400`, async () => {
    assert.equal((await core.askAsService(`/api/internal${path}`)).statusCode, 400);
  });
}

test("users' tokens are refused on every one of them", async () => {
  for (const path of [
    '/users/1/memberships',
    `/organizations/${organizationId}`,
    `/organizations/${organizationId}/houses`,
    `/houses/${houseId}`,
    '/personal-accounts/1',
  ]) {
    assert.equal((await core.askAt('admin', 'GET', `/api/internal${path}`)).statusCode, 401, path);
  }
  const path = `/api/internal/organizations/${organizationId}/personal-accounts`;
  const answer = await core.askAt('admin', 'POST', path, { body: { accountNumbers: ['LS02'] } });
  assert.equal(answer.statusCode, 401);
  const cards = { body: { personalAccountIds: [1] } };
  const refused = await core.askAt('admin', 'POST', '/api/internal/account-cards', cards);
  assert.equal(refused.statusCode, 401);
});

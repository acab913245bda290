import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { seedGoldenHouse } from '@kvartplata/contracts/core/golden-house.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import {
  AccountCards,
  AccountSummaries,
  getHouseServiceSummary,
  getHouseSummary,
  getOrganizationSummary,
  listAccountCards,
  listAccountSummaries,
  listAccountsByNumber,
  listAccountsInOrder,
  listMemberships,
  countHouseAccounts,
  listOrganizationHouses,
} from '@kvartplata/contracts/core/internal.ts';
import { createPersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { createRoom } from '@kvartplata/contracts/core/rooms.ts';
import type { AnswerOf, Endpoint } from '@kvartplata/contracts/endpoint.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let core: TestApp;
let organizationId: number;
let houseId: number;

before(async () => {
  core = await createTestApp();
  organizationId = await core.organizationOf(1);
  const response = await core.ask(1, seedGoldenHouse, { body: { organizationId, houseId: 0 } });
  ({ houseId } = response.body);
});
after(async () => core.close());

type Lookup = Endpoint & { readonly answers: { readonly 200: TSchema } };

async function answerOf<E extends Lookup>(lookup: E, sent: Sent): Promise<AnswerOf<E>> {
  const response = await core.askAsService(lookup, sent);
  assert.equal(response.status, 200, response.text);
  assert.ok(Check(lookup.answers[200], response.body), response.text);
  return response.body;
}

const ofUser = (userId: number | string) => ({ params: { userId } });
const ofOrganization = (id: number | string) => ({ params: { organizationId: id } });
const ofHouse = (id: number | string) => ({ params: { houseId: id } });
const byIds = (personalAccountIds: readonly number[]) => ({ body: { personalAccountIds } });

test("a user's organizations are listed with the role in each", async () => {
  const other = await core.organizationOf(2);
  await core.db
    .insertInto('organizationMembers')
    .values({ organizationId: other, userId: 1, role: 'viewer' })
    .execute();
  assert.deepEqual(await answerOf(listMemberships, ofUser(1)), {
    memberships: [
      { organizationId, role: 'owner', stepUpAbove: null },
      { organizationId: other, role: 'viewer', stepUpAbove: null },
    ],
  });
  assert.deepEqual(await answerOf(listMemberships, ofUser(987_654)), { memberships: [] });
});

test("an organization's houses are listed, and their accounts counted", async () => {
  const empty = await core.organizationOf(3);
  assert.deepEqual(await answerOf(listOrganizationHouses, ofOrganization(organizationId)), {
    houseIds: [houseId],
    addresses: ['г. Зареченск, ул. Садовая, д. 12'],
  });
  assert.deepEqual(await answerOf(listOrganizationHouses, ofOrganization(empty)), {
    houseIds: [],
    addresses: [],
  });
  await core.db
    .updateTable('personalAccounts')
    .set({ email: 'ivanova@example.ru' })
    .where('houseId', '=', houseId)
    .where('accountNumber', '=', 'LS01')
    .execute();
  assert.deepEqual(await answerOf(countHouseAccounts, ofOrganization(organizationId)), {
    houses: [
      { houseId, address: 'г. Зареченск, ул. Садовая, д. 12', accounts: 10, mailedAccounts: 1 },
    ],
  });
  assert.deepEqual(await answerOf(countHouseAccounts, ofOrganization(empty)), { houses: [] });
});

test('the first month of an organization is that of its first account, even closed or in another house', async () => {
  const empty = await core.organizationOf(5);
  assert.deepEqual(await answerOf(getOrganizationSummary, ofOrganization(empty)), {
    organizationId: empty,
    name: 'Управляющая компания 5',
    inn: null,
    firstMonth: null,
    confirmAbove: null,
    stepUpAbove: null,
  });
  const months = async (): Promise<string | null> => {
    const answer = await answerOf(getOrganizationSummary, ofOrganization(organizationId));
    return answer.firstMonth;
  };
  const { opened } = await core.db
    .selectFrom('personalAccounts')
    .select(({ fn }) => fn.min('openedOn').as('opened'))
    .where('houseId', '=', houseId)
    .executeTakeFirstOrThrow();
  assert.equal(await months(), opened.slice(0, 7));
  const house = await core.ask(1, createHouse, {
    body: { organizationId, address: 'ул. Мира, 1' },
  });
  const { id: other } = house.body;
  assert.equal(await months(), opened.slice(0, 7), 'a house without accounts says nothing');
  const room = await core.ask(1, createRoom, {
    params: { houseId: other },
    body: { number: '1', area: '50' },
  });
  const account = await core.ask(1, createPersonalAccount, {
    params: { houseId: other },
    body: {
      roomId: room.body.id,
      accountNumber: 'OLD-1',
      payer: 'Иванов',
      registeredPersons: 1,
      openedOn: '2011-03-31',
      closedOn: '2011-04-01',
    },
  });
  assert.equal(account.status, 201, account.text);
  assert.equal(await months(), '2011-03');
});

test('a house has a short summary', async () => {
  assert.deepEqual(await answerOf(getHouseSummary, ofHouse(houseId)), {
    houseId,
    organizationId,
    address: 'г. Зареченск, ул. Садовая, д. 12',
    accounts: 10,
  });
});

test('a service of a house is summarized by its name and kind', async () => {
  const { id, name, kind } = await core.db
    .selectFrom('houseServices')
    .innerJoin('utilityServices', 'utilityServices.id', 'houseServices.utilityServiceId')
    .select(['houseServices.id', 'utilityServices.name', 'utilityServices.kind'])
    .where('houseId', '=', houseId)
    .where('utilityServices.kind', '<>', 'major-repairs')
    .orderBy('houseServices.id')
    .executeTakeFirstOrThrow();
  const asked = { params: { houseId, houseServiceId: id } };
  assert.deepEqual(await answerOf(getHouseServiceSummary, asked), {
    houseServiceId: id,
    houseId,
    name,
    kind,
  });
  const ofAnother = { params: { houseId: 987_654, houseServiceId: id } };
  assert.equal((await core.askAsService(getHouseServiceSummary, ofAnother)).status, 404);
});

test('the amount that needs a second person comes with the organization', async () => {
  const created = await core.ask(6, createOrganization, {
    body: { name: 'ТСЖ Двое', confirmAbove: '5000' },
  });
  const answer = await answerOf(getOrganizationSummary, ofOrganization(created.body.id));
  assert.equal(answer.confirmAbove, '5000.00');
});

test('accounts are found by their ids alone, up to a thousand at once', async () => {
  const { id } = await core.db
    .selectFrom('personalAccounts')
    .select('id')
    .where('houseId', '=', houseId)
    .where('accountNumber', '=', 'LS07')
    .executeTakeFirstOrThrow();
  const found = await answerOf(listAccountSummaries, byIds([id, 987_654]));
  const account = { personalAccountId: id, houseId, organizationId, accountNumber: 'LS07' };
  assert.deepEqual(found, { accounts: [account] });
  const many = Array.from({ length: 1001 }, (_, nth) => nth + 1);
  assert.equal((await core.askAsService(listAccountSummaries, byIds(many.slice(1)))).status, 200);
  assert.equal((await core.askAsService(listAccountSummaries, byIds(many))).status, 400);
  assert.equal((await core.askAsService(listAccountSummaries, byIds([0]))).status, 400);
});

const accountsOf = async (id: number | string, body: object) =>
  core.askAsService(listAccountsByNumber, { ...ofOrganization(id), body });

test("an organization's accounts are found by their numbers, and no other's", async () => {
  const other = await core.organizationOf(4);
  const answer = await accountsOf(organizationId, {
    accountNumbers: ['LS02', 'LS10', 'LS02', 'ls01', 'LS99', "'; --"],
  });
  const { accounts } = answer.body;
  assert.ok(Check(AccountSummaries, { accounts }), answer.text);
  assert.deepEqual(accounts.map(({ accountNumber }) => accountNumber).toSorted(), ['LS02', 'LS10']);
  for (const account of accounts)
    assert.deepEqual(await answerOf(listAccountSummaries, byIds([account.personalAccountId])), {
      accounts: [account],
    });
  const others = await accountsOf(other, { accountNumbers: ['LS02'] });
  assert.deepEqual(others.body, { accounts: [] });
  const none = await accountsOf(organizationId, { accountNumbers: [] });
  assert.deepEqual(none.body, { accounts: [] });
});

test('accounts are looked up in an existing organization, up to a thousand at once', async () => {
  assert.equal((await accountsOf(987_654, { accountNumbers: ['LS02'] })).status, 404);
  const numbers = (count: number): object => ({
    accountNumbers: Array.from({ length: count }, (_, nth) => `${nth}`),
  });
  assert.equal((await accountsOf(organizationId, numbers(1000))).status, 200);
  assert.equal((await accountsOf(organizationId, numbers(1001))).status, 400);
  assert.equal((await accountsOf('0x10', numbers(1))).status, 400);
});

test('ids of accounts come in the requested order, filtered by words, house and state', async () => {
  const numbersOf = async (body: object): Promise<readonly (string | undefined)[]> => {
    const params = { organizationId };
    const { personalAccountIds } = await answerOf(listAccountsInOrder, {
      params,
      body: { houseId, ...body },
    });
    const rows = await core.db
      .selectFrom('personalAccounts')
      .select(['id', 'accountNumber'])
      .where('houseId', '=', houseId)
      .execute();
    return personalAccountIds.map((id) => rows.find((row) => row.id === id)?.accountNumber);
  };
  const numbers = await numbersOf({ order: 'number' });
  assert.deepEqual([numbers.length, numbers.at(0), numbers.at(-1)], [10, 'LS01', 'LS10']);
  assert.deepEqual((await numbersOf({ order: 'rooms' })).length, 10);
  assert.deepEqual(
    (await numbersOf({ order: 'area' })).toSorted((one = '', other = '') => (one < other ? -1 : 1)),
    numbers,
  );
  assert.deepEqual(await numbersOf({ order: 'payer', search: 'садовая жуков' }), ['LS10']);
  assert.deepEqual(await numbersOf({ order: 'payer', search: 'кирова' }), []);
  assert.deepEqual(await numbersOf({ order: 'number', status: 'closed' }), []);
});

test('accounts come with their names on paper, up to a thousand at once', async () => {
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
  const cardsOf = async (personalAccountIds: readonly number[]) =>
    core.askAsService(listAccountCards, { body: { personalAccountIds } });
  const answer = await cardsOf([...accounts.map(({ id }) => id), 987_654]);
  const { body } = answer;
  assert.ok(Check(AccountCards, body), answer.text);
  assert.equal(body.accounts.length, 10);
  const told = body.accounts.find(({ accountNumber }) => accountNumber === 'LS10');
  assert.deepEqual(told, {
    personalAccountId: tenth?.id,
    houseId,
    organizationName: name,
    accountNumber: 'LS10',
    gisAccountNumber: null,
    gisServiceId: null,
    payer: tenth?.payer,
    payerInn: null,
    payerAddress: null,
    address: 'г. Зареченск, ул. Садовая, д. 12',
    roomNumber: '10',
    roomKind: 'residential',
    area: '71.30',
    openedOn: told?.openedOn,
    closedOn: null,
  });
  const many = Array.from({ length: 1001 }, (_, nth) => nth + 1);
  assert.equal((await cardsOf(many.slice(1))).status, 200);
  assert.equal((await cardsOf(many)).status, 400);
});

for (const [lookup, sent] of [
  [getOrganizationSummary, ofOrganization(987_654)],
  [listOrganizationHouses, ofOrganization(987_654)],
  [countHouseAccounts, ofOrganization(987_654)],
  [getHouseSummary, ofHouse(987_654)],
  [getHouseServiceSummary, { params: { houseId: 987_654, houseServiceId: 1 } }],
] as const) {
  test(`${lookup.id} of ${JSON.stringify(sent.params)} is a 404`, async () => {
    assert.equal((await core.askAsService(lookup, sent)).status, 404);
  });
}

for (const [lookup, sent] of [
  [listMemberships, ofUser('0x10')],
  [getOrganizationSummary, ofOrganization('0x1')],
  [listOrganizationHouses, ofOrganization('1e3')],
  [getHouseSummary, ofHouse('99999999999999999999')],
] as const) {
  test(`${lookup.id} of ${JSON.stringify(sent.params)} is a 400`, async () => {
    assert.equal((await core.askAsService(lookup, sent)).status, 400);
  });
}

test("users' tokens are refused by all of them", async () => {
  for (const [lookup, sent] of [
    [listMemberships, ofUser(1)],
    [getOrganizationSummary, ofOrganization(organizationId)],
    [listOrganizationHouses, ofOrganization(organizationId)],
    [getHouseSummary, ofHouse(houseId)],
    [listAccountSummaries, byIds([1])],
  ] as const)
    assert.equal((await core.ask('admin', lookup, sent)).status, 401, lookup.id);
  const answer = await core.ask('admin', listAccountsByNumber, {
    ...ofOrganization(organizationId),
    body: { accountNumbers: ['LS02'] },
  });
  assert.equal(answer.status, 401);
  const cards = { body: { personalAccountIds: [1] } };
  const refused = await core.ask('admin', listAccountCards, { ...cards });
  assert.equal(refused.status, 401);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type GoldenHouseAnswer,
  seedGoldenHouse,
} from '@kvartplata/contracts/core/golden-house.ts';
import { createAccountTransfer } from '@kvartplata/contracts/core/account-transfers.ts';
import { getReceiptFacts, ReceiptFacts } from '@kvartplata/contracts/core/receipt-facts.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { Check } from 'typebox/value';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { readReceiptFacts } from './receipt-facts.service.ts';

let core: TestApp;
let house: GoldenHouseAnswer;
let period: string;

before(async () => {
  core = await createTestApp();
  const organizationId = await core.organizationOf(1);
  const response = await core.ask(1, seedGoldenHouse, { body: { organizationId, houseId: 0 } });
  house = response.body;
  period = house.months[1] ?? '';
});
after(async () => core.close());

async function factsOf(query: Sent['query']): Promise<ReceiptFacts> {
  const params = { houseId: house.houseId };
  const response = await core.askAsService(getReceiptFacts, { params, query });
  assert.equal(response.status, 200, response.text);
  const facts = response.body;
  assert.ok(Check(ReceiptFacts, facts), response.text);
  return facts;
}

async function idOf(accountNumber: string): Promise<number> {
  const { id } = await core.db
    .selectFrom('personalAccounts')
    .select('id')
    .where('houseId', '=', house.houseId)
    .where('accountNumber', '=', accountNumber)
    .executeTakeFirstOrThrow();
  return id;
}

test('a house comes with its areas and its accounts', async () => {
  const facts = await factsOf({ period });
  assert.equal(facts.next, null);
  assert.deepEqual(facts.house, {
    address: 'г. Зареченск, ул. Садовая, д. 12',
    roomsArea: '500.00',
    commonArea: '86.40',
  });
  assert.deepEqual(
    facts.accounts.map(({ accountNumber }) => accountNumber),
    ['LS01', 'LS02', 'LS03', 'LS04', 'LS05', 'LS06', 'LS07', 'LS08', 'LS09', 'LS10'],
  );
});

test('the norms are those that all accounts share', async () => {
  const told = await factsOf({ period });
  assert.ok(told.norms.length > 1);
  const [first, ...others] = told.norms;
  assert.ok(first);
  const last = `${period}-28`;
  await core.db
    .insertInto('serviceNorms')
    .columns([
      'organizationId',
      'houseId',
      'houseServiceId',
      'valueGroup',
      'value',
      'basis',
      'validFrom',
    ])
    .expression((make) =>
      make
        .selectFrom('houseServices')
        .select((of) => [
          'organizationId',
          'houseId',
          'id',
          of.val('плита').as('valueGroup'),
          of.val('1').as('value'),
          of.val('приказ').as('basis'),
          of.val(last).as('validFrom'),
        ])
        .where('houseServices.id', '=', first.houseServiceId)
        .where('houseServices.houseId', '=', house.houseId),
    )
    .execute();
  assert.deepEqual((await factsOf({ period })).norms, others);
});

test('an account comes with its meter and the last two readings by the end of the month', async () => {
  const personalAccountId = await idOf('LS02');
  const facts = await factsOf({ period, personalAccountId });
  const readings = await core.db
    .selectFrom('meterReadings')
    .innerJoin('meters', (join) =>
      join
        .onRef('meters.organizationId', '=', 'meterReadings.organizationId')
        .onRef('meters.id', '=', 'meterReadings.meterId'),
    )
    .select(['value', 'takenOn'])
    .where('meters.personalAccountId', '=', personalAccountId)
    .orderBy('period')
    .limit(2)
    .execute();
  const [account, ...others] = facts.accounts;
  assert.deepEqual(others, []);
  assert.equal(account?.registeredPersons, 2);
  const [meter] = account?.meters ?? [];
  assert.deepEqual([meter?.previous, meter?.current], readings);
  assert.equal(meter?.serviceName, 'Холодное водоснабжение');
});

test('a meter that was read once has its initial reading as the previous one', async () => {
  const personalAccountId = await idOf('LS02');
  const facts = await factsOf({ period: house.months[0], personalAccountId });
  const { initialReading: value, installedOn: takenOn } = await core.db
    .selectFrom('meters')
    .select(['initialReading', 'installedOn'])
    .where('personalAccountId', '=', personalAccountId)
    .executeTakeFirstOrThrow();
  const [meter] = facts.accounts[0]?.meters ?? [];
  assert.deepEqual(meter?.previous, { value, takenOn });
  assert.notDeepEqual(meter?.current, meter?.previous);
});

test('accounts are in order of room, the second flat before the tenth', async () => {
  const numbers = ['10', '2', '1а', '1', '100', 'Офис 3', '20', '3', '2б', '12'];
  const ids = (await factsOf({ period })).accounts.map((one) => one.personalAccountId);
  for (const [index, personalAccountId] of ids.entries())
    await core.db
      .updateTable('rooms')
      .set({ number: `№${index}` })
      .where('houseId', '=', house.houseId)
      .where('id', '=', (query) =>
        query
          .selectFrom('personalAccounts')
          .select('roomId')
          .where('personalAccounts.id', '=', personalAccountId),
      )
      .execute();
  for (const [index, number] of numbers.entries())
    await core.db
      .updateTable('rooms')
      .set({ number })
      .where('houseId', '=', house.houseId)
      .where('number', '=', `№${index}`)
      .execute();
  const inOrder = ['1', '1а', '2', '2б', '3', '10', '12', '20', '100', 'Офис 3'];
  const whole = await factsOf({ period });
  assert.deepEqual(
    whole.accounts.map(({ roomNumber }) => roomNumber),
    inOrder,
  );

  const paged: string[] = [];
  for (let behind: number | undefined, left = true; left;) {
    const wanted = { period: parseBillingMonth(period), after: behind };
    const page = await readReceiptFacts(core.db, house.houseId, wanted, 3);
    assert.ok(page);
    assert.ok(page.accounts.length <= 3);
    paged.push(...page.accounts.map(({ roomNumber }) => roomNumber));
    behind = page.next ?? undefined;
    left = page.next !== null;
  }
  assert.deepEqual(paged, inOrder);
});

test('a former owner is told nothing of the room after the last day of the account', async () => {
  const [old, on, later] = [await idOf('LS07'), `${period}-20`, house.months[2] ?? ''];
  const { status, text, body } = await core.ask(1, createAccountTransfer, {
    params: { personalAccountId: old },
    body: { on, payer: 'Новый собственник', registeredPersons: 1, readings: [] },
  });
  assert.equal(status, 201, text);
  const told = async (month: string, personalAccountId: number) => {
    const [account] = (await factsOf({ period: month, personalAccountId })).accounts;
    assert.ok(account);
    const readings = account.meters.map(({ current }) => current?.takenOn.slice(0, 7));
    return { readings, persons: account.registeredPersons };
  };
  // The reading of the month was taken after the account had ended.
  const earlier = house.months[0] ?? '';
  assert.deepEqual(await told(period, old), { readings: [earlier], persons: 0 });
  assert.deepEqual(await told(later, old), { readings: [], persons: 0 });
  assert.deepEqual(await told(later, body.id), { readings: [later], persons: 1 });
});

for (const { houseId, query, status, why } of [
  { houseId: 987_654, query: { period: '2026-01' }, status: 404, why: 'no such house' },
  {
    houseId: 1,
    query: { period: '2026-01', personalAccountId: 987_654 },
    status: 404,
    why: 'no such account',
  },
  { houseId: 1, query: {}, status: 400, why: 'no month' },
  { houseId: 1, query: { period: '2026-13' }, status: 400, why: 'no such month' },
  { houseId: '0x1', query: { period: '2026-01' }, status: 400, why: 'no id' },
]) {
  test(`${JSON.stringify(query)} of the house ${houseId} is a ${status}: ${why}`, async () => {
    const answer = await core.askAsService(getReceiptFacts, { params: { houseId }, query });
    assert.equal(answer.status, status);
  });
}

test('a page after an account outside the house is empty', async () => {
  const facts = await factsOf({ period, after: 987_654 });
  assert.deepEqual([facts.accounts, facts.next], [[], null]);
});

test("users' tokens are refused", async () => {
  const asked = { params: { houseId: house.houseId }, query: { period } };
  assert.equal((await core.ask('admin', getReceiptFacts, asked)).status, 401);
});

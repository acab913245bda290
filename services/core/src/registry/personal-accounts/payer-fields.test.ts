// The payer's identifiers: for ГИС ЖКХ, for the tax office, and for sending receipts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import {
  createPersonalAccount,
  getPersonalAccount,
  replacePersonalAccount,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import { createRoom } from '@kvartplata/contracts/core/rooms.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const GIVEN = {
  gisAccountNumber: '60АВ395021',
  gisServiceId: '60АВ395021-01',
  gisAccountGuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
  payerInn: '500100732259',
  payerAddress: 'г. Тула, ул. Металлистов, д. 3, кв. 8',
  email: 'ivanov@example.org',
  wantsPaper: false,
};
const PLAIN = {
  gisAccountNumber: null,
  gisServiceId: null,
  gisAccountGuid: null,
  payerInn: null,
  payerAddress: null,
  email: null,
  wantsPaper: true,
};

let core: TestApp;
let houseId: number;
let roomId: number;
before(async () => {
  core = await createTestApp();
  const organizationId = await core.organizationOf(OWNER);
  const house = await core.ask(OWNER, createHouse, {
    body: { organizationId, address: 'ул. Мира, 1' },
  });
  houseId = house.body.id;
  const room = { number: '1', area: '50' };
  roomId = (await core.ask(OWNER, createRoom, { params: { houseId }, body: room })).body.id;
});
after(async () => core.close());

function bodyOf(accountNumber: string, more: object): object {
  return { roomId, accountNumber, payer: 'Иванов', share: '0.01', openedOn: '2025-03-01', ...more };
}

async function open(accountNumber: string, more: object) {
  return core.ask(OWNER, createPersonalAccount, {
    params: { houseId },
    body: bodyOf(accountNumber, more),
  });
}

test('payer fields are stored, affect no charges, and PUT without them removes them', async () => {
  const opened = await open('F-1', GIVEN);
  assert.equal(opened.status, 201, opened.text);
  const partOf = ({ body }: { readonly body: object }): object =>
    Object.fromEntries(Object.keys(GIVEN).map((name) => [name, Reflect.get(body, name)]));
  assert.deepEqual(partOf(opened), GIVEN);
  core.books.questions.length = 0;
  const replaced = await core.ask(OWNER, replacePersonalAccount, {
    params: { personalAccountId: opened.body.id },
    body: bodyOf('F-1', {}),
  });
  assert.deepEqual(partOf(replaced), PLAIN);
  assert.deepEqual(replaced.body.appliedMonths, []);
  assert.deepEqual(core.books.questions, []);
});

const refused: { body: object; path: string; why: string }[] = [
  { body: { gisAccountNumber: '60АВ39502' }, path: '/gisAccountNumber', why: 'nine characters' },
  { body: { gisAccountNumber: '60ав395021' }, path: '/gisAccountNumber', why: 'small letters' },
  { body: { gisServiceId: '60АВ395021' }, path: '/gisServiceId', why: 'no number of the service' },
  { body: { gisAccountGuid: '60АВ395021' }, path: '/gisAccountGuid', why: 'no GUID' },
  { body: { payerInn: '12345' }, path: '/payerInn', why: 'five digits' },
  { body: { payerInn: '7707083894' }, path: '/payerInn', why: 'a wrong check digit' },
  { body: { payerAddress: '' }, path: '/payerAddress', why: 'nothing' },
  { body: { payerAddress: 'ж'.repeat(301) }, path: '/payerAddress', why: 'over 300 characters' },
  { body: { payerAddress: 'г. Тула\nкв. 8' }, path: '/payerAddress', why: 'two lines' },
  { body: { email: 'nobody' }, path: '/email', why: 'no address' },
  { body: { wantsPaper: null }, path: '/wantsPaper', why: 'neither' },
];
for (const { body, path, why } of refused)
  test(`${JSON.stringify(body)} is refused: ${why}`, async () => {
    const response = await open('F-2', body);
    assert.equal(response.status, 400, response.text);
    assert.deepEqual([...new Set(response.problem.errors?.map((error) => error.path))], [path]);
  });

test('a former owner’s address is entered after the account was closed, up to 300 characters', async () => {
  const life = { closedOn: '2025-06-30' };
  const opened = await open('F-3', life);
  assert.deepEqual([opened.status, opened.body.payerAddress], [201, null], opened.text);
  core.books.answer = { appliedMonths: [], chargedMonths: ['2025-05'], hasCharges: true };
  const params = { personalAccountId: opened.body.id };
  const payerAddress = 'ж'.repeat(300);
  const body = bodyOf('F-3', { ...life, payerAddress });
  const replaced = await core.ask(OWNER, replacePersonalAccount, { params, body });
  assert.equal(replaced.status, 200, replaced.text);
  const { closedOn } = replaced.body;
  assert.deepEqual([closedOn, replaced.body.payerAddress], ['2025-06-30', payerAddress]);
  const read = await core.ask(OWNER, getPersonalAccount, { params });
  assert.equal(read.body.payerAddress, payerAddress);
});

test('an identifier of ГИС ЖКХ belongs to one account', async () => {
  const { gisAccountNumber, gisServiceId, gisAccountGuid } = {
    gisAccountNumber: '60АВ395077',
    gisServiceId: '60АВ395077-01',
    gisAccountGuid: '0f8fad5b-d9cb-469f-a165-708677289577',
  };
  const first = await open('F-4', { gisAccountNumber, gisServiceId, gisAccountGuid });
  assert.equal(first.status, 201, first.text);
  const second = await open('F-5', {});
  const put = async (personalAccountId: number, accountNumber: string, more: object) =>
    core.ask(OWNER, replacePersonalAccount, {
      params: { personalAccountId },
      body: bodyOf(accountNumber, more),
    });
  for (const [path, more] of [
    ['/gisAccountNumber', { gisAccountNumber }],
    ['/gisServiceId', { gisServiceId }],
    ['/gisAccountGuid', { gisAccountGuid: gisAccountGuid.toUpperCase() }],
  ] as const)
    for (const { status, problem } of [
      await put(second.body.id, 'F-5', more),
      await open('F-6', more),
    ]) {
      assert.deepEqual([status, problem.code], [409, 'conflict']);
      assert.deepEqual(
        problem.errors?.map((error) => [error.path, error.code, error.params]),
        [[path, 'number-of-another', { accountNumber: 'F-4' }]],
      );
    }
  const same = await put(first.body.id, 'F-4', { gisAccountNumber, gisServiceId });
  assert.equal(same.status, 200, same.text);
  assert.equal((await put(second.body.id, 'F-5', { gisAccountGuid })).status, 200);
});

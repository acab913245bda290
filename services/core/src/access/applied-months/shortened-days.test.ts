// Accounts and services that lose charged months: refused with the months' names until the caller confirms it.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import {
  createHouseService,
  replaceHouseService,
} from '@kvartplata/contracts/core/house-services.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import {
  createPersonalAccount,
  replacePersonalAccount,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import { createRoom } from '@kvartplata/contracts/core/rooms.ts';
import type { Answered, Sent } from '@kvartplata/platform/testing/answered.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const CHARGED = ['2026-03', '2026-04', '2026-05', '2026-06'];

let core: TestApp;
let houseId: number;

before(async () => {
  core = await createTestApp();
  const organizationId = await core.organizationOf(OWNER);
  const body = { organizationId, address: 'ул. Мира, 1' };
  houseId = (await core.ask(OWNER, createHouse, { body })).body.id;
});
beforeEach(() => {
  core.books.answer = { appliedMonths: CHARGED, chargedMonths: CHARGED, hasCharges: true };
});
after(async () => core.close());

type Answer = Pick<
  Answered<typeof replacePersonalAccount | typeof replaceHouseService>,
  'status' | 'text' | 'body' | 'problem'
>;
type Change = (days: object, query?: Sent['query']) => Promise<Answer>;

async function account(): Promise<Change> {
  const room = { number: '1', area: '50' };
  const params = { houseId };
  const { id: roomId } = (await core.ask(OWNER, createRoom, { params, body: room })).body;
  const fields = { roomId, accountNumber: 'A1', payer: 'Иванов И. И.', openedOn: '2026-03-10' };
  const { id } = (await core.ask(OWNER, createPersonalAccount, { params, body: fields })).body;
  return async (days, query) =>
    core.askOnce(OWNER, replacePersonalAccount, {
      params: { personalAccountId: id },
      query,
      body: { ...fields, ...days },
    });
}

async function service(): Promise<Change> {
  const { id: utilityServiceId } = await core.db
    .selectFrom('utilityServices')
    .select('id')
    .where('code', '=', 'upkeep')
    .executeTakeFirstOrThrow();
  const fields = { utilityServiceId, method: 'area', validFrom: '2026-03-10' };
  const params = { houseId };
  const { id } = (await core.ask(OWNER, createHouseService, { params, body: fields })).body;
  return async (days, query) =>
    core.askOnce(OWNER, replaceHouseService, {
      params: { houseServiceId: id },
      query,
      body: { ...fields, ...days },
    });
}

async function assertRefused(answer: Answer, months: readonly string[]) {
  const problem = answer.problem;
  assert.deepEqual([answer.status, problem.code], [409, 'months-charged'], answer.text);
  assert.deepEqual(problem.months, months);
  assert.match(problem.detail ?? '', new RegExp(`${months.join(', ')}\\. With confirmed=true`));
}

for (const { what, open, first, last } of [
  { what: 'an account', open: account, first: 'openedOn', last: 'closedOn' },
  { what: 'a service', open: service, first: 'validFrom', last: 'validTo' },
])
  test(`${what} is changed at once if each month keeps a day, otherwise only once confirmed`, async () => {
    const change = await open();
    await assertRefused(await change({ [first]: '2026-04-01' }), ['2026-03']);
    await assertRefused(await change({ [last]: '2026-05-31' }), ['2026-06']);
    await assertRefused(await change({ [first]: '2026-01-01', [last]: '2026-02-28' }), CHARGED);
    const shorter = { [first]: '2026-04-15', [last]: '2026-05-01' };
    await assertRefused(await change(shorter), ['2026-03', '2026-06']);
    await assertRefused(await change(shorter, { confirmed: false }), ['2026-03', '2026-06']);
    assert.equal((await change(shorter, { confirmed: 'yes' })).status, 400);
    core.books.answer = 'away';
    assert.equal((await change(shorter)).status, 503);
    core.books.answer = { appliedMonths: CHARGED, chargedMonths: CHARGED, hasCharges: true };
    const confirmed = await change(shorter, { confirmed: true });
    assert.equal(confirmed.status, 200, confirmed.text);
    const { appliedMonths } = confirmed.body;
    assert.deepEqual(appliedMonths, CHARGED);
    const inTheSameMonths = { [first]: '2026-04-30', [last]: '2026-05-01' };
    assert.equal((await change(inTheSameMonths)).status, 200);
  });

// Accounts and services that lose charged months: refused with their names until the caller confirms it.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { AppliedMonths } from '@kvartplata/contracts/core/applied-months.ts';
import type { Problem } from '@kvartplata/contracts/problem.ts';
import type { LightMyRequestResponse } from 'fastify';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const CHARGED = ['2026-03', '2026-04', '2026-05', '2026-06'];

let core: TestApp;
let houseId: number;

before(async () => {
  core = await createTestApp();
  const organizationId = await core.organizationOf(OWNER);
  houseId = await add('/api/houses', { organizationId, address: 'ул. Мира, 1' });
});
beforeEach(() => {
  core.books.answer = { appliedMonths: CHARGED, chargedMonths: CHARGED, hasCharges: true };
});
after(async () => core.close());

async function add(path: string, body: object): Promise<number> {
  const response = await core.askAt(OWNER, 'POST', path, { body });
  assert.equal(response.statusCode, 201, response.body);
  return response.json<{ id: number }>().id;
}

type Change = (days: object, query?: string) => Promise<LightMyRequestResponse>;

async function account(): Promise<Change> {
  const roomId = await add(`/api/houses/${houseId}/rooms`, { number: '1', area: '50' });
  const fields = { roomId, accountNumber: 'A1', payer: 'Иванов И. И.', openedOn: '2026-03-10' };
  const id = await add(`/api/houses/${houseId}/personal-accounts`, fields);
  return async (days, query = '') =>
    core.askAtOnce(OWNER, 'PUT', `/api/personal-accounts/${id}${query}`, {
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
  const id = await add(`/api/houses/${houseId}/services`, fields);
  return async (days, query = '') =>
    core.askAtOnce(OWNER, 'PUT', `/api/house-services/${id}${query}`, {
      body: { ...fields, ...days },
    });
}

async function assertRefused(answer: LightMyRequestResponse, months: readonly string[]) {
  const problem = answer.json<Problem>();
  assert.deepEqual([answer.statusCode, problem.code], [409, 'months-charged'], answer.body);
  assert.deepEqual(problem.months, months);
  assert.match(problem.detail ?? '', new RegExp(`${months.join(', ')}\\. With confirmed=true`));
}

for (const { what, open, first, last } of [
  { what: 'an account', open: account, first: 'openedOn', last: 'closedOn' },
  { what: 'a service', open: service, first: 'validFrom', last: 'validTo' },
])
  test(`${what} that keeps a day of each month is changed at once, else once it is confirmed`, async () => {
    const change = await open();
    await assertRefused(await change({ [first]: '2026-04-01' }), ['2026-03']);
    await assertRefused(await change({ [last]: '2026-05-31' }), ['2026-06']);
    await assertRefused(await change({ [first]: '2026-01-01', [last]: '2026-02-28' }), CHARGED);
    const shorter = { [first]: '2026-04-15', [last]: '2026-05-01' };
    await assertRefused(await change(shorter), ['2026-03', '2026-06']);
    await assertRefused(await change(shorter, '?confirmed=false'), ['2026-03', '2026-06']);
    assert.equal((await change(shorter, '?confirmed=yes')).statusCode, 400);
    core.books.answer = 'away';
    assert.equal((await change(shorter)).statusCode, 503);
    core.books.answer = { appliedMonths: CHARGED, chargedMonths: CHARGED, hasCharges: true };
    const confirmed = await change(shorter, '?confirmed=true');
    assert.equal(confirmed.statusCode, 200, confirmed.body);
    const { appliedMonths } = confirmed.json<{ readonly appliedMonths: AppliedMonths }>();
    assert.deepEqual(appliedMonths, CHARGED);
    const inTheSameMonths = { [first]: '2026-04-30', [last]: '2026-05-01' };
    assert.equal((await change(inTheSameMonths)).statusCode, 200);
  });

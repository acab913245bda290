// The payee of a house service: one of the organization's payees in billing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createHouseService,
  replaceHouseService,
} from '@kvartplata/contracts/core/house-services.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { listUtilityServices } from '@kvartplata/contracts/core/utility-services.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;

let core: TestApp;
let organizationId: number;
let upkeepId: number;

before(async () => {
  core = await createTestApp();
  organizationId = await core.organizationOf(OWNER);
  const { body } = await core.ask(OWNER, listUtilityServices);
  upkeepId = body.items.find(({ code }) => code === 'upkeep')?.id ?? 0;
});
after(async () => core.close());

function upkeepOf(payeeId?: number): object {
  return { utilityServiceId: upkeepId, method: 'area', validFrom: '2026-01-01', payeeId };
}

test('a payee has to belong to the organization, according to billing', async () => {
  const house = { organizationId, address: 'ул. Мира, 1' };
  const { id: houseId } = (await core.ask(OWNER, createHouse, { body: house })).body;
  const params = { houseId };
  const body = upkeepOf(7);
  const strange = await core.ask(OWNER, createHouseService, { params, body });
  assert.deepEqual([strange.status, strange.problem.code], [404, 'not-found']);
  core.books.payees.push({ organizationId, payeeId: 7, name: 'Водоканал', inn: '7707083893' });
  const { body: made } = await core.ask(OWNER, createHouseService, { params, body });
  assert.equal(made.payeeId, 7);
  const of = { params: { houseServiceId: made.id } };
  const kept = await core.ask(OWNER, replaceHouseService, { ...of, body });
  assert.deepEqual([kept.body.payeeId, kept.body.appliedMonths], [7, []]);
  const other = upkeepOf(8);
  assert.equal((await core.ask(OWNER, replaceHouseService, { ...of, body: other })).status, 404);
  const none = await core.ask(OWNER, replaceHouseService, {
    ...of,
    body: upkeepOf(),
  });
  assert.equal(none.body.payeeId, null);
});

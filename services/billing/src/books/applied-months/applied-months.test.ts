// What billing tells core about its books: applied months, and whether something was ever charged.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getHouseBooks, type HouseBooks } from '@kvartplata/contracts/billing/internal.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { listCharges } from '@kvartplata/contracts/billing/charges.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import {
  ask,
  calculate,
  seedHouse,
  type SeededHouse,
  type TestUser,
} from '../../testing/test-user.ts';

let stand: BillingStand;
let owner: TestUser;
let house: SeededHouse;

before(async () => {
  stand = await startBillingStand();
  owner = await stand.newUser();
  house = await seedHouse(stand.coreUrl, owner);
  for (const month of house.months.slice(0, 3)) {
    const job = await calculate(stand.app, owner, { houseId: house.houseId }, month);
    if (month !== house.months[2])
      await ask(stand.app, owner, applyCycle, { params: { cycleId: job.billingCycleId } });
  }
});
after(async () => stand.stop());

async function booksOf(houseId: number, query = {}): Promise<HouseBooks> {
  const core = await stand.newService('core');
  const sent = {
    params: { houseId },
    query: { organizationId: house.organizationId, ...query },
  };
  return (await ask(stand.app, core, getHouseBooks, sent)).body;
}

test('the applied months are listed, drafts are not', async () => {
  const [first = '', second = ''] = house.months;
  assert.deepEqual((await booksOf(house.houseId)).appliedMonths, [first, second]);
  assert.deepEqual((await booksOf(house.houseId, { from: second })).appliedMonths, [second]);
  assert.deepEqual((await booksOf(house.houseId, { to: first })).appliedMonths, [first]);
  const later = house.months[3] ?? '';
  assert.deepEqual((await booksOf(house.houseId, { from: later })).appliedMonths, []);
});

test('reports whether an account and a service were charged, and in which months', async () => {
  const ofHouse = { query: { houseId: house.houseId, limit: 1 } };
  const { body } = await ask(stand.app, owner, listCharges, ofHouse);
  const [charge] = body.items;
  assert.ok(charge);
  const { personalAccountId, houseServiceId } = charge;
  const hasCharges = async (query: object, houseId = house.houseId): Promise<boolean> =>
    (await booksOf(houseId, query)).hasCharges;
  const chargedMonths = async (query: object): Promise<readonly string[]> =>
    (await booksOf(house.houseId, query)).chargedMonths;
  const { appliedMonths } = await booksOf(house.houseId);
  assert.deepEqual(await chargedMonths({ personalAccountId }), appliedMonths);
  assert.deepEqual(await chargedMonths({ houseServiceId }), appliedMonths);
  assert.deepEqual(await chargedMonths({ from: '2999-01', personalAccountId }), []);
  assert.deepEqual(await chargedMonths({ personalAccountId: 999_999 }), []);
  assert.ok(await hasCharges({}));
  assert.ok(await hasCharges({ personalAccountId }));
  assert.ok(await hasCharges({ houseServiceId }));
  assert.ok(!(await hasCharges({ personalAccountId: 999_999 })));
  assert.ok(!(await hasCharges({ houseServiceId: 999_999 })));
  assert.ok(!(await hasCharges({}, 999_999)));
});

// The effect of a rate over HTTP: what it would change, and that the request changes nothing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  listPenaltyRates,
  measureRateImpact,
  RateImpact,
  type PenaltyRate,
} from '@kvartplata/contracts/billing/penalty-rates.ts';
import type pg from 'pg';
import { Check } from 'typebox/value';
import { makeAccruingHouse, type AccruingHouse } from '../../testing/accruing.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { ask, type TestUser } from '../../testing/test-user.ts';

/** Twice the reference's 9.5 % for ten days of 2025. */
const DOUBLED = {
  validFrom: '2025-03-13',
  validTo: '2025-03-22',
  baseCbrRate: '21',
  effectiveRate: '19',
};

let stand: BillingStand;
let owner: pg.Pool;
let first: AccruingHouse;
let second: AccruingHouse;

before(async () => {
  stand = await startBillingStand();
  ({ owner } = stand);
  [first, second] = [await makeAccruingHouse(stand), await makeAccruingHouse(stand)];
  // At 1/300 one day costs 12.35; a payment on 2025-03-22 is ten days late.
  for (const house of [first, second]) {
    await house.charge('2025-01', [[house.account, '39000.00']]);
    await house.pay({ personalAccountId: house.account, amount: '39000.00', paidOn: '2025-03-22' });
  }
});
after(async () => stand.stop());

async function impactOf(body: object, query = {}, user: TestUser = stand.admin) {
  return ask(stand.app, user, measureRateImpact, { query, body });
}

async function listRates(): Promise<readonly PenaltyRate[]> {
  return (await ask(stand.app, stand.admin, listPenaltyRates)).body;
}

test('a rate’s impact is given by house, and nothing is stored', async () => {
  const rates = await listRates();
  const { status, body } = await impactOf(DOUBLED);
  assert.equal(status, 200);
  assert.ok(Check(RateImpact, body));
  assert.deepEqual([body.before, body.after, body.difference], ['247.00', '494.00', '247.00']);
  assert.deepEqual(
    body.houses,
    [first, second].map(({ houseId, organizationId }) => ({
      houseId,
      organizationId,
      accounts: 1,
      before: '123.50',
      after: '247.00',
      difference: '123.50',
    })),
  );
  assert.deepEqual(await listRates(), rates);
  assert.deepEqual(await first.owed(first.account), ['0.00', '0.00']);
});

test('it can be limited to one organization, and is zero without penalties on those days', async () => {
  const own = await impactOf(DOUBLED, { organizationId: second.organizationId });
  assert.deepEqual(
    own.body.houses.map(({ houseId }) => houseId),
    [second.houseId],
  );
  const later = await impactOf({ ...DOUBLED, validFrom: '2025-03-23', validTo: null });
  assert.deepEqual([later.body.difference, later.body.houses], ['0.00', []]);
});

test('a rate beyond the last known day of the law has a remark with that day', async () => {
  const remarksOf = async (validTo: string | null) =>
    (await impactOf({ ...DOUBLED, validTo })).body.remarks.map(({ code, from }) => [code, from]);
  assert.deepEqual(await remarksOf('2026-12-31'), []);
  for (const validTo of ['2027-01-01', null])
    assert.deepEqual(await remarksOf(validTo), [['law-not-known', '2027-01-01']]);
});

test('what is already booked counts as the difference the rate would make', async () => {
  await first.accrue('2025-03-22');
  const { body } = await impactOf(DOUBLED, { organizationId: first.organizationId });
  assert.deepEqual([body.before, body.after, body.difference], ['0.00', '123.50', '123.50']);
});

test('only an admin may ask, and only for a valid rate', async () => {
  assert.equal((await impactOf(DOUBLED, {}, first.user)).status, 403);
  assert.equal((await impactOf({ ...DOUBLED, validTo: '2025-03-12' })).status, 400);
  assert.equal((await impactOf({ ...DOUBLED, baseCbrRate: 101 })).status, 400);
});

test('a day without a rate is named', async () => {
  await owner.query(`update penalty_rates set valid_to = '2025-03-17'
    where '2025-03-18' between valid_from and coalesce(valid_to, 'infinity')`);
  const { status, problem } = await impactOf({ ...DOUBLED, validTo: '2025-03-15' });
  assert.deepEqual([status, problem.code], [422, 'rate-missing']);
  assert.match(problem.detail ?? '', /2025-03-18/);
});

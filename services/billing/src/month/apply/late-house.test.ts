// A house added after its month was applied: it is calculated and applied separately, and is a draft until then.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  listAccountBalances,
  type AccountBalance,
} from '@kvartplata/contracts/billing/account-balances.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { createCalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { listHouseCharges, type Charge } from '@kvartplata/contracts/billing/charges.ts';
import { closeCycle } from '@kvartplata/contracts/billing/close.ts';
import { createCorrection } from '@kvartplata/contracts/billing/corrections.ts';
import { getCycle, listCycleHouses } from '@kvartplata/contracts/billing/cycles.ts';
import { reverseCharge } from '@kvartplata/contracts/billing/stornos.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import type { Answered, Sent } from '@kvartplata/platform/testing/answered.ts';
import { assertInOrder } from '../../testing/in-order.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { putTariff } from '../../testing/core-facts.ts';
import { makeSmallHouse } from '../../testing/small-house.ts';
import { ask, calculate, readAll, seedHouse, type TestUser } from '../../testing/test-user.ts';

let stand: BillingStand;
let user: TestUser;
let organizationId: number;
let early: number;
let late: number;
let period: string;
let cycleId: number;

before(async () => {
  stand = await startBillingStand();
  user = await stand.newUser();
  const house = await seedHouse(stand.coreUrl, user);
  ({ organizationId, houseId: early } = house);
  period = house.months[1] ?? '';
  cycleId = (await calculate(stand.app, user, { organizationId }, period)).billingCycleId;
  assert.equal((await apply()).status, 200);
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

async function asked<E extends Endpoint>(endpoint: E, sent?: Sent): Promise<Answered<E>> {
  return ask(stand.app, user, endpoint, sent);
}

async function apply(body?: object): Promise<Answered<typeof applyCycle>> {
  return asked(applyCycle, { params: { cycleId }, body });
}

async function refusalOf(what: object): Promise<string> {
  const [year, month] = period.split('-').map(Number);
  const answer = await asked(createCalculationJob, { body: { ...what, year, month } });
  return `${answer.status} ${answer.problem.code}`;
}

async function chargesOf(houseId: number): Promise<readonly Charge[]> {
  const query = { period, limit: 200 };
  return readAll(stand.app, user, listHouseCharges, { params: { houseId }, query });
}

async function statusesOf(houseId: number): Promise<readonly string[]> {
  return [...new Set((await chargesOf(houseId)).map(({ status }) => status))];
}

async function balancesOf(houseId: number): Promise<readonly AccountBalance[]> {
  return (await asked(listAccountBalances, { query: { houseId } })).body.items;
}

async function chargedIn(houseId: number): Promise<string> {
  const query = { houseId, periodFrom: period, periodTo: period };
  return (await asked(getTurnoverBalance, { query })).body.totals.charged;
}

async function makeLateHouse(address: string, prefix: string): Promise<number> {
  return makeSmallHouse(stand, user, { organizationId, address, prefix, rooms: ['1', '2'] });
}

test('an organization whose houses are all applied has no more to compute or to apply', async () => {
  for (const what of [
    { houseId: early },
    { organizationId },
    { organizationId, houseIds: [early] },
  ])
    assert.equal(await refusalOf(what), '409 cycle-not-draft');
  const again = await apply();
  assert.deepEqual([again.status, again.problem.code], [409, 'nothing-to-apply']);
});

test('a house added later is calculated, and is a draft beside the applied one', async () => {
  late = await makeLateHouse('ул. Поздняя, 1', 'LATE');
  const job = await calculate(stand.app, user, { organizationId }, period);
  assert.deepEqual([job.status, job.houseIds, job.billingCycleId], ['COMPLETED', [late], cycleId]);
  assert.deepEqual(await statusesOf(early), ['APPLIED']);
  assert.deepEqual(await statusesOf(late), ['DRAFT']);
  assert.deepEqual(await balancesOf(late), []);
  assert.notEqual(await chargedIn(early), '0.00');
  assert.equal(await chargedIn(late), '0.00');
  const { body: cycle } = await asked(getCycle, { params: { cycleId } });
  assert.deepEqual([cycle.status, cycle.housesNotApplied], ['APPLIED', 1]);
  const { body: houses } = await asked(listCycleHouses, { params: { cycleId } });
  assert.deepEqual(
    houses.items.map(({ houseId, accounts, appliedAt }) => [houseId, accounts, appliedAt === null]),
    [
      [early, 10, false],
      [late, 2, true],
    ],
  );
});

test('the month cannot be closed while it has draft charges', async () => {
  const { status, problem } = await asked(closeCycle, { params: { cycleId } });
  assert.deepEqual([status, problem.code], [409, 'check-blocking']);
  assert.match(problem.detail ?? '', /draft-charges/);
});

test('a job that names a house already applied is refused', async () => {
  const named = { organizationId, houseIds: [early, late] };
  assert.equal(await refusalOf(named), '409 cycle-not-draft');
});

test('only houses of the organization with draft charges are applied by name', async () => {
  const applied = await apply({ houseIds: [early] });
  assert.deepEqual([applied.status, applied.problem.code], [409, 'nothing-to-apply']);
  const strange = await apply({ houseIds: [late, 999_999] });
  assert.deepEqual([strange.status, strange.problem.code], [404, 'not-found']);
  for (const body of [{ houseIds: [] }, { houses: [late] }, { houseIds: late }])
    assert.equal((await apply(body)).status, 400);
  assert.deepEqual(await statusesOf(late), ['DRAFT']);
});

test('what has been seen is applied, and no other amount', async () => {
  const untouched = await balancesOf(early);
  for (const expectedAmount of ['0.00', '-1.00', 0.01]) {
    const refused = await apply({ expectedAmount });
    assert.deepEqual([refused.status, refused.problem.code], [409, 'amount-changed']);
  }
  for (const expectedAmount of ['1.001', 'все', null])
    assert.equal((await apply({ expectedAmount })).status, 400);
  assert.deepEqual(await statusesOf(late), ['DRAFT']);
  assert.deepEqual(await balancesOf(late), []);
  assert.deepEqual(await balancesOf(early), untouched);
});

test('only one of twenty concurrent requests books that house, and nothing of the other', async () => {
  const untouched = await balancesOf(early);
  const drafts = await chargesOf(late);
  const expectedAmount = sumOfMoney(drafts.map(({ amount }) => amount));
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, nth) =>
      apply(nth % 2 === 0 ? { houseIds: [late], expectedAmount } : undefined),
    ),
  );
  const [done, ...more] = answers.filter(({ status }) => status === 200);
  assert.ok(done);
  assert.deepEqual(more, []);
  const refusals = answers
    .filter(({ status }) => status !== 200)
    .map(({ problem }) => problem.code);
  assert.deepEqual(new Set(refusals), new Set(['nothing-to-apply']));
  const booked = drafts.filter(({ amount }) => amount !== '0.00');
  assert.equal(done.body.chargesApplied, drafts.length);
  assert.equal(done.body.ledgerEntriesCreated, booked.length);
  assert.equal(done.body.cycle.housesNotApplied, 0);
  assert.equal(await chargedIn(late), done.body.totalAmount);
  assert.deepEqual(await statusesOf(late), ['APPLIED']);
  assert.deepEqual(await balancesOf(early), untouched);
});

test('an applied house cannot be changed any more, not even bypassing the service', async () => {
  assert.equal(await refusalOf({ houseId: late }), '409 cycle-not-draft');
  const spoil = [
    `delete from charges where house_id = ${late} and period = '${period}-01'`,
    `update house_months set applied_at = null where house_id = ${late}`,
    `update house_months set amount = amount + 1 where house_id = ${late}`,
  ];
  for (const statement of spoil)
    await assert.rejects(stand.owner.query(statement), /before their house is applied|is applied$/);
});

test('a charge of it can be reversed, and the month corrected in the next one', async () => {
  const charge = (await chargesOf(late)).find(({ amount }) => amount !== '0.00');
  assert.ok(charge);
  const storno = { params: { chargeId: charge.id }, body: { reason: 'проверка' } };
  const { status } = await asked(reverseCharge, storno);
  assert.equal(status, 200);
  await putTariff(stand.coreUrl, user, { houseId: late, code: 'upkeep', value: '40' });
  const months = { periodFrom: period, periodTo: period };
  const corrected = await asked(createCorrection, {
    body: { houseId: late, ...months, reason: 'Тариф исправлен' },
  });
  assert.equal(corrected.status, 201, corrected.text);
  assert.deepEqual(corrected.body.months, [period]);
  assert.ok(corrected.body.lines.length > 0);
});

test('another house can still be added after that correction', async () => {
  const latest = await makeLateHouse('ул. Поздняя, 2', 'LATEST');
  const job = await calculate(stand.app, user, { houseId: latest }, period);
  assert.deepEqual([job.status, job.houseIds], ['COMPLETED', [latest]]);
  assert.equal((await apply({ houseIds: [latest] })).status, 200);
});

test('the month can be closed once all its houses are applied, and accepts no house after that', async () => {
  const { status, body } = await asked(closeCycle, { params: { cycleId } });
  assert.deepEqual([status, body.status], [200, 'CLOSED'], JSON.stringify(body));
  const applied = await apply();
  assert.deepEqual([applied.status, applied.problem.code], [409, 'month-closed']);
  assert.equal(await refusalOf({ organizationId }), '409 cycle-not-draft');
});

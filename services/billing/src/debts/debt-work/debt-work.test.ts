// What is due in debt work: which months' limitations are listed beside a court case, and how much is at risk.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addCourtCaseStep, createCourtCase } from '@kvartplata/contracts/billing/court-cases.ts';
import { getDebtWorkDue } from '@kvartplata/contracts/billing/debt-work.ts';
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import type { Answered, Sent } from '@kvartplata/platform/testing/answered.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { assertInOrder } from '../../testing/in-order.ts';
import { makeOwingServices, type OwingServices } from '../../testing/owing-services.ts';
import { ask } from '../../testing/test-user.ts';

let today = moscowDayOf(new Date());
let stand: BillingStand;
let house: OwingServices;
let courtCaseId: number;

const on = (day: string): void => void (today = Temporal.PlainDate.from(day));
const call = async <E extends Endpoint>(endpoint: E, sent?: Sent): Promise<Answered<E>> =>
  ask(stand.app, house.user, endpoint, sent);

async function take(step: string, day: string, more: object = {}): Promise<void> {
  const body = { step, on: day, reference: `№ ${step}`, ...more };
  const { status, text } = await call(addCourtCaseStep, { params: { courtCaseId }, body });
  assert.equal(status, 201, text);
}

/** One account owes 1,000.00 for April, claimed in June with a court fee, and 500.00 for July, charged later. */
before(async () => {
  stand = await startBillingStand({ today: () => today });
  house = await makeOwingServices(stand, await stand.newUser(), 1);
  const personalAccountId = house.accounts[0] ?? 0;
  on('2026-04-20');
  await house.owe(personalAccountId, 'upkeep', '1000.00');
  on('2026-06-10');
  const opened = await call(createCourtCase, { body: { personalAccountId } });
  assert.equal(opened.status, 201, opened.text);
  courtCaseId = opened.body.id;
  await take('filed', '2026-06-10', { bookCourtFee: true });
  on('2026-07-20');
  await house.owe(personalAccountId, 'upkeep', '500.00');
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

async function limitationsOn(day: string): Promise<readonly string[]> {
  on(day);
  const { items, amountAtRisk } = (await call(getDebtWorkDue, { query: {} })).body;
  const listed = items.filter(({ kind }) => kind === 'limitation');
  return [...listed.map(({ state, amount }) => `${state} ${amount}`), `at risk ${amountAtRisk}`];
}

test('a month of the claim is not listed while a court has it, a later month is', async () => {
  assert.deepEqual(await limitationsOn('2029-04-20'), ['at risk 0.00']);
  assert.deepEqual(await limitationsOn('2029-08-01'), ['2026-07 500.00', 'at risk 500.00']);
});

test('a month in which only a court fee is owed is not listed', async () => {
  assert.deepEqual(await limitationsOn('2029-07-01'), ['at risk 0.00']);
});

test('a month of the claim is listed again once the order is set aside', async () => {
  on('2026-09-01');
  await take('ordered', '2026-08-20');
  assert.deepEqual(await limitationsOn('2029-04-20'), ['at risk 0.00']);
  on('2026-09-01');
  await take('cancelled', '2026-09-01');
  assert.deepEqual(await limitationsOn('2029-04-20'), ['2026-04 1000.00', 'at risk 1000.00']);
});

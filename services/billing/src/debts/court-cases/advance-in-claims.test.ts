// Claims against an account that has paid its months late, and more than they cost: its advance lowers the penalties.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createCourtCase,
  getCourtCaseDocuments,
} from '@kvartplata/contracts/billing/court-cases.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { makeAccruingHouse, type AccruingHouse } from '../../testing/accruing.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { assertInOrder } from '../../testing/in-order.ts';

let today = moscowDayOf(new Date());
let stand: BillingStand;
let house: AccruingHouse;

const [IN_CREDIT, PENALTY_LEFT] = [0, 1] as const;

/** Two accounts owe 5,000.00 for January and pay on 15 May; then the penalties are booked. */
before(async () => {
  stand = await startBillingStand({ today: () => today });
  house = await makeAccruingHouse(stand);
  const owing = house.accounts.slice(0, 2);
  await house.charge(
    '2026-01',
    owing.map((id) => [id, '5000.00']),
  );
  for (const [index, amount] of [
    [IN_CREDIT, '10000.00'],
    [PENALTY_LEFT, '5001.00'],
  ] as const)
    await house.pay({ personalAccountId: owing[index], amount, paidOn: '2026-05-15' });
  await house.accrue('2026-05-31');
  today = Temporal.PlainDate.from('2026-06-10');
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

async function open(index: number) {
  const personalAccountId = house.accounts[index] ?? 0;
  const [, penalty] = await house.owed(personalAccountId);
  assert.ok(Number(penalty) > 1, penalty);
  const answer = await house.ask(createCourtCase, { body: { personalAccountId } });
  return { penalty, answer };
}

test('an account in credit is not taken to court for its penalties', async () => {
  const { status, problem } = (await open(IN_CREDIT)).answer;
  assert.deepEqual([status, problem.code], [409, 'no-debt']);
});

test('an advance is deducted from the penalties of months that are paid', async () => {
  const { penalty, answer } = await open(PENALTY_LEFT);
  const { status, body, text } = answer;
  assert.equal(status, 201, text);
  const left = (Number(penalty) - 1).toFixed(2);
  assert.deepEqual([body.principal, body.penalty, body.total], ['0.00', left, left]);
  assert.deepEqual([body.claim.months, body.claim.advance], [[], '1.00']);
  assert.deepEqual(
    body.claim.payments.map(({ amount }) => amount),
    ['5001.00'],
  );
  const documents = { params: { courtCaseId: body.id } };
  assert.equal((await house.ask(getCourtCaseDocuments, documents)).status, 200);
});

// Claims against a debtor who broke an instalment plan: its interest is apart from the months' debts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createCourtCase } from '@kvartplata/contracts/billing/court-cases.ts';
import { createInstalment } from '@kvartplata/contracts/billing/instalments.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { makeAccruingHouse } from '../../testing/accruing.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { assertInOrder } from '../../testing/in-order.ts';

let stand: BillingStand;
const today = parseDay('2026-11-20');
let day = today;

before(async () => {
  stand = await startBillingStand({ today: () => day });
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

async function untilInterest(): Promise<void> {
  await until('the interest of plans is booked', async () => {
    const { rowCount } = await stand.owner.query(
      `select from job_queue.job where name in ('allocation', 'instalment-interest')
         and state in ('created', 'retry', 'active')`,
    );
    return rowCount === 0;
  });
}

test('the debt of a month is divided among its services, not among the interest booked in it', async () => {
  const house = await makeAccruingHouse(stand);
  await house.charge('2026-01', [[house.account, '12000.00']]);
  await untilInterest();
  day = parseDay('2026-08-03');
  const personalAccountId = house.account;
  const plan = { months: 12, startsOn: '2026-08-03', periods: ['2026-01'] };
  const agreed = await house.ask(createInstalment, { body: { personalAccountId, ...plan } });
  day = today;
  assert.equal(agreed.status, 201, agreed.text);
  await house.charge('2026-08', [[house.account, '100.00']]);
  await untilInterest();

  const { status, body, text } = await house.ask(createCourtCase, { body: { personalAccountId } });
  assert.equal(status, 201, text);
  assert.equal(body.claim.courtFees, '170.00');
  assert.deepEqual(
    body.claim.months.map(({ period, amount, services }) => [
      period,
      amount,
      services.map(({ charged, debt }) => `${debt} of ${charged}`),
    ]),
    [
      ['2026-01', '12000.00', ['12000.00 of 12000.00']],
      ['2026-08', '100.00', ['100.00 of 100.00']],
    ],
  );
});

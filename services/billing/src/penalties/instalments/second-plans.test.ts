// A debt that was under a plan comes under another one: never two in a month whose interest both would book.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createInstalment } from '@kvartplata/contracts/billing/instalments.ts';
import { moscowDayOf, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { makeAccruingHouse } from '../../testing/accruing.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';

let stand: BillingStand;
let day = moscowDayOf(new Date());

before(async () => {
  stand = await startBillingStand({ today: () => day });
});
after(async () => stand.stop());

test('after a missed part a plan begins in the month in which the former one ended, not before', async () => {
  const house = await makeAccruingHouse(stand);
  await house.charge('2026-01', [[house.account, '12000.00']]);
  const agree = async (startsOn: string): Promise<string> => {
    const plan = { months: 12, startsOn, periods: ['2026-01'] };
    const body = { personalAccountId: house.account, ...plan };
    const answer = await house.ask(createInstalment, { body });
    return answer.status === 201 ? 'made' : `${answer.status} ${answer.problem.code}`;
  };
  day = parseDay('2026-08-03');
  assert.equal(await agree('2026-08-03'), 'made');
  // The part of August was due on 15 September, and August has its interest.
  day = parseDay('2026-09-20');
  assert.equal(await agree('2026-08-31'), '409 instalment-exists');
  assert.equal(await agree('2026-09-01'), 'made');
});

// The proposed answer to a debt request follows from the account's court cases, and decreases with payments.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addCourtCaseStep, createCourtCase } from '@kvartplata/contracts/billing/court-cases.ts';
import {
  answerDebtRequest,
  createDebtRequest,
  getDebtRequest,
  listDebtRequests,
} from '@kvartplata/contracts/billing/debt-requests.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { makeAccruingHouse, type AccruingHouse } from '../../testing/accruing.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';

let today = moscowDayOf(new Date());
let stand: BillingStand;
let house: AccruingHouse;

before(async () => {
  stand = await startBillingStand({ today: () => today });
  house = await makeAccruingHouse(stand);
  await house.charge('2026-01', [[house.accounts[0] ?? 0, '10000.00']]);
  today = Temporal.PlainDate.from('2026-06-10');
});
after(async () => stand.stop());

const NO_DEBT = { answer: 'no-debt', courtCaseId: null, courtAct: null, confirmedAmount: null };

test('a debt is proposed while an act of a court is in force, up to what is still owed', async () => {
  const [personalAccountId = 0] = house.accounts;
  const { body: request } = await house.ask(createDebtRequest, {
    body: { personalAccountId, number: '10-1', requestedBy: 'УСЗН', receivedOn: '2026-06-09' },
  });
  assert.deepEqual(request.proposal, NO_DEBT);
  const { body: opened } = await house.ask(createCourtCase, { body: { personalAccountId } });
  const params = { debtRequestId: request.id };
  const step = async (name: string, reference: string) =>
    house.ask(addCourtCaseStep, {
      params: { courtCaseId: opened.id },
      body: { step: name, on: '2026-06-10', reference },
    });
  await step('filed', 'Заявление');
  assert.deepEqual((await house.ask(getDebtRequest, { params })).body.proposal, NO_DEBT);
  await step('ordered', 'Судебный приказ № 2-17/2026');
  const proposed = {
    answer: 'debt',
    courtCaseId: opened.id,
    courtAct: 'Судебный приказ № 2-17/2026 от 10.06.2026',
    confirmedAmount: '10000.00',
  };
  assert.deepEqual((await house.ask(getDebtRequest, { params })).body.proposal, proposed);
  await house.pay({ personalAccountId, amount: '4000.00', paidOn: '2026-06-10' });
  const query = { organizationId: house.organizationId };
  const [listed] = (await house.ask(listDebtRequests, { query })).body.items;
  assert.equal(listed?.proposal?.confirmedAmount, '6000.00');
  await step('cancelled', 'Определение об отмене');
  assert.deepEqual((await house.ask(getDebtRequest, { params })).body.proposal, NO_DEBT);
  const { body: answered } = await house.ask(answerDebtRequest, { params, body: {} });
  assert.equal(answered.proposal, null);
});

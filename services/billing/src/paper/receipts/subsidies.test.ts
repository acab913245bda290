// Decree 354 p. 69: a receipt tells subsidies apart from what the payer has paid.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { reversePayment } from '@kvartplata/contracts/billing/payments.ts';
import { getReceipt } from '@kvartplata/contracts/billing/receipts.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { changeBankDetails, CONTRACTOR } from '../../testing/contractor.ts';
import { makePayingHouse, type PayingHouse } from '../../testing/paying-house.ts';
import { textOfPages } from '../../testing/pdf-pages.ts';

const TODAY = Temporal.Now.plainDateISO('Europe/Moscow');
const MONTH = TODAY.toPlainYearMonth();

let stand: BillingStand;
let house: PayingHouse;
let [subsidized, other] = [0, 0];

before(async () => {
  stand = await startBillingStand();
  house = await makePayingHouse(stand);
  [subsidized = 0, other = 0] = house.accounts;
  await changeBankDetails(stand, house, CONTRACTOR);
  await house.charge(MONTH.subtract({ months: 2 }).toString(), [
    [subsidized, '2000.00'],
    [other, '2000.00'],
  ]);
  await house.draft(MONTH.toString(), [
    [subsidized, '100.00'],
    [other, '100.00'],
  ]);
});
after(async () => stand.stop());

async function pay(personalAccountId: number, amount: string, source: string): Promise<number> {
  const { id } = await house.pay({ personalAccountId, amount, paidOn: TODAY.toString(), source });
  return id;
}

async function receiptOf(personalAccountId: number): Promise<string> {
  const sent = { params: { personalAccountId }, query: { period: MONTH.toString() } };
  const { status, bytes } = await house.ask(getReceipt, sent);
  assert.equal(status, 200, bytes.toString());
  return textOfPages(bytes).join('\n');
}

test(
  'subsidies are a row of their own, without reversed ones, and only where there are any',
  { skip: missing('pdftoppm') },
  async () => {
    await pay(subsidized, '500.00', 'manual');
    await pay(subsidized, '300.00', 'subsidy');
    const paymentId = await pay(subsidized, '7.00', 'subsidy');
    const storno = { params: { paymentId }, body: { reason: 'чужая' } };
    assert.equal((await house.ask(reversePayment, storno)).status, 200);
    await pay(other, '500.00', 'manual');
    const text = await receiptOf(subsidized);
    assert.match(text, /Оплачено за месяц [^\n]*−800,00 ₽/);
    assert.match(text, /в том числе субсидии\s+−300,00 ₽/);
    assert.doesNotMatch(await receiptOf(other), /субсиди/);
  },
);

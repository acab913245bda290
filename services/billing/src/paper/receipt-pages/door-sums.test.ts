// What a resident is asked to pay behind the link of a receipt, once something was paid or booked since.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createAdjustment } from '@kvartplata/contracts/billing/adjustments.ts';
import { listCharges } from '@kvartplata/contracts/billing/charges.ts';
import { reversePayment } from '@kvartplata/contracts/billing/payments.ts';
import { listAccountsOfHouse } from '@kvartplata/contracts/core/personal-accounts.ts';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import { makeAccruingHouse } from '../../testing/accruing.ts';
import { startOwnStand, type OwnStand } from '../../testing/billing-stand.ts';
import { applyMonth } from '../../testing/booked-month.ts';
import { changeBankDetails, CONTRACTOR } from '../../testing/contractor.ts';
import { codesOf, textOf, ungrouped } from '../../testing/door-page.ts';
import { writePayee } from '../../testing/paid-payees.ts';
import { makePayingHouse, type PayingHouse } from '../../testing/paying-house.ts';
import { calculate, inCore } from '../../testing/test-user.ts';
import { payerMarkOf, tokenOf } from '../receipt-links/receipt-token.ts';

const TODAY = moscowDayOf(new Date());
const MONTH = TODAY.toPlainYearMonth();
const CHARGED = MONTH.subtract({ months: 1 }).toString();

let stand: OwnStand;
let house: PayingHouse;
let account = 0;

before(async () => {
  stand = await startOwnStand();
});
beforeEach(async () => {
  house = await makePayingHouse(stand);
  [account = 0] = house.accounts;
  await changeBankDetails(stand, house, CONTRACTOR);
  const { user, houseId } = house;
  const { billingCycleId } = await calculate(stand.app, user, { houseId }, CHARGED);
  await applyMonth(stand, user, billingCycleId);
});
after(async () => stand.stop());

async function pay(amount: string): Promise<void> {
  await house.pay({ personalAccountId: account, amount, paidOn: TODAY.toString() });
}

async function adjust(amount: string, kind: string): Promise<void> {
  const line = { personalAccountId: account, amount, kind, period: CHARGED };
  const body = { ...line, reason: 'домофон', basis: 'акт 7' };
  assert.equal((await house.ask(createAdjustment, { body })).status, 201);
}

type Told = {
  readonly text: string;
  /** Of each code, in kopecks. */
  readonly sums: readonly number[];
};

async function open(): Promise<Told> {
  const { organizationId, houseId } = house;
  const { links } = deriveKeys(Buffer.from(stand.environment['JWT_SECRET'] ?? '', 'base64'));
  const params = { houseId };
  const { items } = await inCore(stand, house.user).call(listAccountsOfHouse, { params });
  const payer = items.find(({ id }) => id === account)?.payer ?? '';
  const payerMark = payerMarkOf(links, account, payer);
  const period = parseBillingMonth(CHARGED);
  const receipt = {
    organizationId,
    houseId,
    personalAccountId: account,
    period,
    withdrawals: 0,
    payerMark,
  };
  const { body } = await stand.app.inject({ url: `/r/${tokenOf(links, receipt, TODAY)}` });
  return {
    text: ungrouped(textOf(body)),
    sums: codesOf(body).map((code) => Number(/\|Sum=(\d+)/.exec(code)?.[1])),
  };
}

const inRoubles = (kopecks: number): string => (kopecks / 100).toFixed(2).replace('.', ',');

test('what was paid since is not asked for again', async () => {
  const [asked = 0, ...others] = (await open()).sums;
  assert.ok(asked > 400_00 && others.length === 0, String(asked));
  await pay('400.00');
  const { text, sums } = await open();
  const left = inRoubles(asked - 400_00);
  assert.match(text, new RegExp(`Долг на сегодня ${left} ₽`));
  assert.match(text, new RegExp(`${inRoubles(asked)} ₽ Из них осталось заплатить ${left} ₽`));
  assert.deepEqual(sums, [asked - 400_00]);
  await pay('100000.00');
  const paid = await open();
  assert.match(paid.text, /долга нет/);
  assert.deepEqual(paid.sums, []);
});

test('each payee is asked for less in proportion, so that the codes sum to what is left', async () => {
  const query = { personalAccountId: account, period: CHARGED };
  const { body } = await house.ask(listCharges, { query });
  const houseServiceId = body.items.find(({ amount }) => Number(amount) > 100)?.houseServiceId ?? 0;
  await writePayee(stand.owner, house, { houseServiceId, name: 'Водоканал' });
  const asked = (await open()).sums;
  assert.equal(asked.length, 2);
  await pay('100.01');
  const { sums } = await open();
  const [whole = 1, left] = [asked, sums].map((each) => each.reduce((sum, one) => sum + one, 0));
  assert.equal(left, whole - 100_01);
  for (const [nth, sum] of asked.entries()) {
    const part = (100_01 * sum) / whole;
    assert.ok(Math.abs(sum - part - (sums[nth] ?? 0)) < 1, `${asked.join()} ${sums.join()}`);
  }
});

test('a line by hand since the receipt waits for the next one', async () => {
  const [, other = 0] = house.accounts;
  const { sums: asked } = await open();
  await house.charge(MONTH.toString(), [[other, '10.00']]);
  await adjust('50.00', 'charge');
  const { text, sums } = await open();
  assert.match(text, new RegExp(`Долг на сегодня ${inRoubles((asked[0] ?? 0) + 50_00)} ₽`));
  assert.doesNotMatch(text, /осталось заплатить/);
  assert.match(text, /Прибавилось после квитанции, войдёт в следующую 50,00 ₽/);
  assert.deepEqual(sums, asked);
});

test('what was booked by hand since does not fill up what was paid of the receipt', async () => {
  const [, other = 0] = house.accounts;
  const [asked = 0] = (await open()).sums;
  await house.charge(MONTH.toString(), [[other, '10.00']]);
  await adjust('50.00', 'charge');
  await pay('400.00');
  const { text, sums } = await open();
  assert.match(text, new RegExp(`Долг на сегодня ${inRoubles(asked - 350_00)} ₽`));
  assert.match(text, new RegExp(`Из них осталось заплатить ${inRoubles(asked - 400_00)} ₽`));
  assert.match(text, /Прибавилось после квитанции, войдёт в следующую 50,00 ₽/);
  assert.deepEqual(sums, [asked - 400_00]);
  await adjust('-30.00', 'discount');
  assert.deepEqual((await open()).sums, [asked - 430_00]);
});

test('penalties since the receipt wait for the next one', async () => {
  const accruing = await makeAccruingHouse(stand);
  house = accruing;
  ({ account } = accruing);
  const [, other = 0] = house.accounts;
  await changeBankDetails(stand, house, CONTRACTOR);
  await house.charge('2025-01', [[account, '1000.00']]);
  const { billingCycleId } = await calculate(
    stand.app,
    house.user,
    { houseId: house.houseId },
    CHARGED,
  );
  await applyMonth(stand, house.user, billingCycleId);
  const [asked = 0] = (await open()).sums;
  assert.ok(asked > 1_000_00, String(asked));
  await house.charge(MONTH.toString(), [[other, '10.00']]);
  await accruing.accrue(TODAY.toString());
  const [, penalty] = await house.owed(account);
  assert.ok(Number(penalty) > 0, penalty);
  assert.deepEqual((await open()).sums, [asked]);
  await pay('400.00');
  const { text, sums } = await open();
  assert.match(text, new RegExp(`Из них осталось заплатить ${inRoubles(asked - 400_00)} ₽`));
  const added = penalty.replace('.', ',');
  assert.match(text, new RegExp(`Прибавилось после квитанции, войдёт в следующую ${added} ₽`));
  assert.deepEqual(sums, [asked - 400_00]);
});

test('a payment that was taken back is asked for again', async () => {
  const [asked = 0] = (await open()).sums;
  await pay('400.00');
  const { id } = await house.pay({
    personalAccountId: account,
    amount: '20.00',
    paidOn: TODAY.toString(),
  });
  assert.deepEqual((await open()).sums, [asked - 420_00]);
  const reversal = { params: { paymentId: id }, body: { reason: 'чужой платёж' } };
  assert.equal((await house.ask(reversePayment, reversal)).status, 200);
  assert.deepEqual((await open()).sums, [asked - 400_00]);
});

test('a preliminary receipt does not ask again for what was paid since either', async () => {
  house = await makePayingHouse(stand);
  [account = 0] = house.accounts;
  await changeBankDetails(stand, house, CONTRACTOR);
  await calculate(stand.app, house.user, { houseId: house.houseId }, CHARGED);
  const [asked = 0] = (await open()).sums;
  assert.ok(asked > 400_00, String(asked));
  await pay('400.00');
  assert.deepEqual((await open()).sums, [asked - 400_00]);
  await pay('100000.00');
  const { text, sums } = await open();
  assert.match(text, /осталось заплатить 0,00 ₽/);
  assert.deepEqual(sums, []);
});

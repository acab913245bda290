// Receipts of accounts with an instalment plan: the amount to pay, the payees, and the messages to ГИС ЖКХ.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { cancelInstalment, createInstalment } from '@kvartplata/contracts/billing/instalments.ts';
import { getPayeesReport } from '@kvartplata/contracts/billing/payee-reports.ts';
import { getReceipt } from '@kvartplata/contracts/billing/receipts.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import type pg from 'pg';
import { makeAccruingHouse, type AccruingHouse } from '../../testing/accruing.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { changeBankDetails, CONTRACTOR } from '../../testing/contractor.ts';
import { writePayee } from '../../testing/paid-payees.ts';
import { codesOfPages, codesOfPayees, textOfPages } from '../../testing/pdf-pages.ts';

let stand: BillingStand;
let owner: pg.Pool;
const today = parseDay('2026-11-20');
let day = today;

before(async () => {
  stand = await startBillingStand({ today: () => day });
  ({ owner } = stand);
});
after(async () => stand.stop());

/** 12000.00 for January over twelve months from August at 17 %: first 1000.00 and 170.00, then 1000.00 and 155.83. */
async function makeDebtor(january: readonly (readonly [number, string])[] = [[1, '12000.00']]) {
  const house = await makeAccruingHouse(stand);
  await changeBankDetails(stand, house, CONTRACTOR);
  const { account } = house;
  await house.charge(
    '2026-01',
    january.map(([houseServiceId, amount]) => [account, amount, { houseServiceId }]),
  );
  await untilBooked();
  return house;
}

async function agree(house: AccruingHouse, on = '2026-08-03'): Promise<number> {
  day = parseDay(on);
  const plan = { months: 12, startsOn: '2026-08-03', periods: ['2026-01'] };
  const body = { personalAccountId: house.account, ...plan };
  const { status, text, body: made } = await house.ask(createInstalment, { body });
  day = today;
  assert.equal(status, 201, text);
  return made.id;
}

async function cancel(house: AccruingHouse, instalmentId: number, on: string): Promise<void> {
  day = parseDay(on);
  const { status, text } = await house.ask(cancelInstalment, { params: { instalmentId } });
  day = today;
  assert.equal(status, 200, text);
}

async function chargeMonth(house: AccruingHouse, period: string): Promise<void> {
  await house.charge(period, [[house.account, '100.00', { houseServiceId: 1 }]]);
  await untilBooked();
}

async function untilBooked(): Promise<void> {
  await until('advances and interest are booked', async () => {
    const { rowCount } = await owner.query(
      `select from job_queue.job where name in ('allocation', 'instalment-interest')
         and state in ('created', 'retry', 'active')`,
    );
    return rowCount === 0;
  });
}

async function receiptOf(house: AccruingHouse, period: string): Promise<Buffer> {
  const asked = { params: { personalAccountId: house.account }, query: { period } };
  const { status, bytes, text } = await house.ask(getReceipt, asked);
  assert.equal(status, 200, text);
  return bytes;
}

/** The amount in its code, and its text. */
async function askedBy(house: AccruingHouse, period: string) {
  const pdf = await receiptOf(house, period);
  const [code = ''] = codesOfPages(pdf);
  const [text = '', ...others] = textOfPages(pdf);
  assert.deepEqual(others, []);
  return { sum: formatKopecks(BigInt(/\|Sum=(\d+)/.exec(code)?.[1] ?? '0')), text };
}

async function pay(house: AccruingHouse, amount: string, paidOn: string): Promise<void> {
  await house.pay({ personalAccountId: house.account, amount, paidOn });
  await untilBooked();
}

describe('the receipt of an account with a plan', { skip: missing('pdftoppm') }, () => {
  test('asks for the month, its part and its interest, and leaves the rest to later months', async () => {
    const house = await makeDebtor();
    await agree(house);
    await chargeMonth(house, '2026-08');
    const august = await askedBy(house, '2026-08');
    assert.equal(august.sum, '1270.00');
    assert.match(august.text, /С УЧЁТОМ РАССРОЧКИ/);
    assert.match(
      august.text,
      /с 03\.08\.2026, месяц 1 из 12 +12 000,00 +1 000,00 +170,00 \(17 %\) +1 170,00 +11 000,00/,
    );
    assert.match(august.text, /срок оплаты ещё не наступил +−11 000,00 ₽/);
    await pay(house, '1270.00', '2026-09-15');
    await chargeMonth(house, '2026-09');
    const september = await askedBy(house, '2026-09');
    assert.equal(september.sum, '1255.83');
    assert.equal((await askedBy(house, '2026-08')).sum, '1270.00');
    const { body } = await house.ask(getTurnoverBalance, {
      query: { houseId: house.houseId, period: '2026-09' },
    });
    const owed = body.accounts.find(({ personalAccountId }) => personalAccountId === house.account);
    assert.equal(owed?.closing.principal, '11255.83');
  });

  test('asks for penalties beside the plan, and for less after an advance', async () => {
    const house = await makeDebtor();
    await house.accrue('2026-08-02');
    await agree(house);
    const [, penalty] = await house.owed(house.account);
    await chargeMonth(house, '2026-08');
    const asked = parseKopecks('1270.00') + parseKopecks(penalty);
    assert.equal((await askedBy(house, '2026-08')).sum, formatKopecks(asked));

    const other = await makeDebtor();
    await agree(other);
    await chargeMonth(other, '2026-08');
    await pay(other, '1870.00', '2026-09-10');
    await chargeMonth(other, '2026-09');
    // 10400.00 of it is left; a twelfth of 17 % of that is 147.33.
    assert.equal((await askedBy(other, '2026-09')).sum, '647.33');
  });

  test('asks for all of it once a part was missed, and for none of it once paid off', async () => {
    const house = await makeDebtor();
    await agree(house);
    await chargeMonth(house, '2026-08');
    await pay(house, '1269.99', '2026-09-15');
    await chargeMonth(house, '2026-09');
    const { sum, text } = await askedBy(house, '2026-09');
    assert.equal(sum, '11100.01');
    assert.doesNotMatch(text, /РАССРОЧК/i);

    const other = await makeDebtor();
    await agree(other);
    await chargeMonth(other, '2026-08');
    await pay(other, '12270.00', '2026-09-10');
    await chargeMonth(other, '2026-09');
    const paidOff = await askedBy(other, '2026-09');
    assert.equal(paidOff.sum, '100.00');
    assert.doesNotMatch(paidOff.text, /С УЧЁТОМ РАССРОЧКИ/);
  });

  test('leaves a debt to later months once, though its plan was cancelled and made again', async () => {
    const house = await makeDebtor();
    const first = await agree(house);
    await chargeMonth(house, '2026-08');
    await cancel(house, first, '2026-09-05');
    const second = await agree(house, '2026-09-05');
    const { sum, text } = await askedBy(house, '2026-08');
    // The interest of the first is taken back; that of the second comes with the next month.
    assert.equal(sum, '1100.00');
    assert.deepEqual(text.match(/№ \d+ с 03\.08\.2026/g), [`№ ${second} с 03.08.2026`]);
  });

  test('of two payees asks each for its share of the part, and the codes add up to the sum', async () => {
    const house = await makeDebtor([
      [1, '8000.00'],
      [2, '4000.00'],
    ]);
    await writePayee(owner, house, { houseServiceId: 2, name: 'Водоканал' });
    await agree(house);
    await chargeMonth(house, '2026-08');
    const pdf = await receiptOf(house, '2026-08');
    const sums = codesOfPayees(pdf, 2).map((code) => /\|Sum=(\d+)/.exec(code)?.[1] ?? '');
    // A third of the part is the payee's; the month's charges and the interest are the organization's.
    assert.deepEqual(sums.toSorted(), ['33333', '93667']);
    assert.match(textOfPages(pdf)[0] ?? '', /1 270,00 ₽/);
  });
});

test('what pays the interest of a plan pays nothing to the payees of its month', async () => {
  const house = await makeDebtor();
  await writePayee(owner, house, { houseServiceId: 2, name: 'Водоканал' });
  await agree(house);
  await house.charge('2026-08', [[house.account, '100.00', { houseServiceId: 2 }]]);
  await untilBooked();
  await pay(house, '170.00', '2026-09-10');
  const query = { houseId: house.houseId, periodFrom: '2026-08', periodTo: '2026-09' };
  const { body } = await house.ask(getPayeesReport, { query });
  assert.deepEqual(
    body.items.map(({ kind, closing }) => [kind, closing.principal]),
    [
      ['organization', '12000.00'],
      ['payee', '100.00'],
    ],
  );
});

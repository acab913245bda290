// Accruals over HTTP: what penalties are booked and why, that nothing is booked twice, and that changes of the past are
// corrected. With the reference, 39000.00 cost 12.35 a day at 1/300 and 28.50 at 1/130 (9.5 %) in 2024–2026.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { reversePayment } from '@kvartplata/contracts/billing/payments.ts';
import { getPenaltyAccrual } from '@kvartplata/contracts/billing/penalty-accruals.ts';
import { createPenaltyRule } from '@kvartplata/contracts/billing/penalty-rules.ts';
import { reverseCharge } from '@kvartplata/contracts/billing/stornos.ts';
import type pg from 'pg';
import { assertInOrder } from '../../testing/in-order.ts';
import { debtsInWords, makeAccruingHouse, type AccruingHouse } from '../../testing/accruing.ts';
import { writeCharges } from '../../testing/written-charges.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';

/** Why 9.5 % applies. */
const CAP = {
  ru: 'Меньшая из 9,5 % и ключевой ставки: постановление № 474, продлено № 2479, 2382, 329',
  en: 'The lower of 9.5 % and the key rate: Decree 474, prolonged by Decrees 2479, 2382, 329',
};

let stand: BillingStand;
let owner: pg.Pool;
let house: AccruingHouse;
let account: number;

before(async () => {
  stand = await startBillingStand();
  ({ owner } = stand);
});
beforeEach(async () => {
  house = await makeAccruingHouse(stand);
  ({ account } = house);
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

async function penaltyEntries(): Promise<readonly (readonly unknown[])[]> {
  return (await house.entries(account))
    .filter(({ transactionType }) => transactionType === 'PENALTY')
    .map(({ debtKind, debit, credit, effectiveOn }) => [debtKind, debit, credit, effectiveOn]);
}

describe('an accrual', () => {
  test('books the penalty of a debt with its breakdown, in the month of its day', async () => {
    await house.charge('2025-01', [[account, '39000.00']]);
    const job = await house.accrue('2025-05-14');
    assert.deepEqual(
      [job.createdAccruals, job.totalAmount, job.targetDate, job.processedAccounts],
      [1, '826.50', '2025-05-14', 1],
    );
    const [accrual] = await house.accruals();
    assert.deepEqual(accrual, {
      id: accrual?.id,
      houseId: house.houseId,
      personalAccountId: account,
      jobId: job.id,
      period: '2025-05',
      targetDate: '2025-05-14',
      amount: '826.50',
      createdAt: accrual?.createdAt,
      debts: [
        {
          period: '2025-01',
          kind: 'utilities',
          method: 'daily',
          dueDate: '2025-02-10',
          debtAmount: '39000.00',
          penalty: '826.50',
          amount: '826.50',
          lines: [
            {
              from: '2025-03-13',
              to: '2025-05-11',
              days: 60,
              debtAmount: '39000.00',
              rate: '9.5000',
              fraction: '1/300',
              amount: '741.000000000000',
              basis: CAP,
            },
            {
              from: '2025-05-12',
              to: '2025-05-14',
              days: 3,
              debtAmount: '39000.00',
              rate: '9.5000',
              fraction: '1/130',
              amount: '85.500000000000',
              basis: CAP,
            },
          ],
        },
      ],
      remarks: [],
    });
    assert.deepEqual(job.remarks, []);
    assert.deepEqual(await penaltyEntries(), [['penalty', '826.50', '0.00', '2025-05-14']]);
    const entry = (await house.entries(account)).find((one) => one.transactionType === 'PENALTY');
    assert.deepEqual(
      [entry?.id, entry?.referenceId, entry?.period],
      [accrual?.id, `accrual:${accrual?.id}`, '2025-05'],
    );
    assert.deepEqual(await house.owed(account), ['39000.00', '826.50']);
    const params = { accrualId: accrual?.id };
    assert.deepEqual((await house.ask(getPenaltyAccrual, { params })).body, accrual);
  });

  test('books only what is new and nothing twice, even up to a past day', async () => {
    await house.charge('2025-01', [[account, '39000.00']]);
    await house.accrue('2025-03-22');
    assert.equal((await house.accrue('2025-03-22')).createdAccruals, 0);
    assert.equal((await house.accrue('2025-03-14')).createdAccruals, 0);
    await house.accrue('2025-03-23');
    assert.deepEqual((await house.accruals()).flatMap(debtsInWords), [
      '2025-01 utilities 123.50 of 123.50',
      '2025-01 utilities 12.35 of 135.85',
    ]);
    assert.deepEqual(await house.owed(account), ['39000.00', '135.85']);
  });

  test('counts the days of each month from its own due date', async () => {
    await house.charge('2025-01', [[account, '39000.00']]);
    await house.charge('2025-02', [[account, '39000.00']]);
    const job = await house.accrue('2025-04-11');
    assert.equal(job.totalAmount, '395.20');
    assert.deepEqual((await house.accruals()).flatMap(debtsInWords), [
      '2025-01 utilities 370.50 of 370.50',
      '2025-02 utilities 24.70 of 24.70',
    ]);
  });

  test('counts what was paid in parts up to the day of each payment', async () => {
    await house.charge('2025-01', [[account, '39000.00']]);
    await house.pay({ personalAccountId: account, amount: '19500.00', paidOn: '2025-03-22' });
    await house.accrue('2025-04-01');
    const [accrual] = await house.accruals();
    assert.deepEqual(
      accrual?.debts[0]?.lines.map(({ from, to, debtAmount, amount }) => [
        from,
        to,
        debtAmount,
        amount,
      ]),
      [
        ['2025-03-13', '2025-03-22', '39000.00', '123.500000000000'],
        ['2025-03-23', '2025-04-01', '19500.00', '61.750000000000'],
      ],
    );
    assert.equal(accrual.amount, '185.25');
  });

  test('gives back the excess after a payment entered late', async () => {
    await house.charge('2025-01', [[account, '39000.00']]);
    await house.accrue('2025-04-01');
    await house.pay({ personalAccountId: account, amount: '19500.00', paidOn: '2025-03-22' });
    await house.accrue('2025-04-01');
    assert.deepEqual((await house.accruals()).flatMap(debtsInWords), [
      '2025-01 utilities 247.00 of 247.00',
      '2025-01 utilities -61.75 of 185.25',
    ]);
    assert.deepEqual(await penaltyEntries(), [
      ['penalty', '247.00', '0.00', '2025-04-01'],
      ['penalty', '0.00', '61.75', '2025-04-01'],
    ]);
    assert.deepEqual(await house.owed(account), ['19500.00', '185.25']);
  });

  test('gives back everything for a reversed charge, and accrues again as its payment is reallocated', async () => {
    const { chargeIds } = await house.charge('2025-01', [[account, '39000.00']]);
    const payment = await house.pay({
      personalAccountId: account,
      amount: '39000.00',
      paidOn: '2025-03-22',
    });
    await house.accrue('2025-04-01');
    assert.equal(
      (
        await house.ask(reversePayment, {
          params: { paymentId: payment.id },
          body: { reason: 'ошибка' },
        })
      ).status,
      200,
    );
    await house.accrue('2025-04-01');
    assert.equal(
      (
        await house.ask(reverseCharge, {
          params: { chargeId: chargeIds[0] },
          body: { reason: 'ошибка' },
        })
      ).status,
      200,
    );
    await house.accrue('2025-04-01');
    assert.equal((await house.accrue('2025-05-01')).createdAccruals, 0);
    const booked = await house.accruals();
    assert.deepEqual(booked.flatMap(debtsInWords), [
      '2025-01 utilities 123.50 of 123.50',
      '2025-01 utilities 123.50 of 247.00',
      '2025-01 utilities -247.00 of 0.00',
    ]);
    assert.deepEqual(booked.at(-1)?.debts[0]?.lines, []);
    assert.deepEqual(await house.owed(account), ['0.00', '0.00']);
  });

  test('counts contributions for major repairs separately, always at 1/300', async () => {
    const { cycleId } = await house.draft('2025-01', [[account, '39000.00']]);
    await chargeMajorRepairs('2025-01-01', '13000.00');
    assert.equal((await house.ask(applyCycle, { params: { cycleId } })).status, 200);
    await house.pay({ personalAccountId: account, amount: '26000.00', paidOn: '2025-05-11' });
    await house.accrue('2025-05-21');
    const [accrual] = await house.accruals();
    // 60 days at 1/300; then half of each is paid, and 10 more days follow, of utilities at 1/130.
    assert.deepEqual(accrual && debtsInWords(accrual), [
      '2025-01 utilities 883.50 of 883.50',
      '2025-01 major-repairs 267.58 of 267.58',
    ]);
    assert.deepEqual(
      accrual?.debts.map(({ debtAmount }) => debtAmount),
      ['39000.00', '13000.00'],
    );
  });

  test('leaves an overpaid penalty once its charge is reversed', async () => {
    const { chargeIds } = await house.charge('2025-01', [[account, '39000.00']]);
    await house.accrue('2025-03-22');
    await house.pay({ personalAccountId: account, amount: '39123.50', paidOn: '2025-03-22' });
    assert.deepEqual(await house.owed(account), ['0.00', '0.00']);
    assert.equal(
      (
        await house.ask(reverseCharge, {
          params: { chargeId: chargeIds[0] },
          body: { reason: 'ошибка' },
        })
      ).status,
      200,
    );
    await house.accrue('2025-03-22');
    // Now both the penalty and the debt are overpaid.
    assert.deepEqual(await house.owed(account), ['-39000.00', '-123.50']);
  });

  async function chargeMajorRepairs(period: string, amount: string): Promise<void> {
    await owner.query(
      `insert into charged_services (house_id, organization_id, house_service_id, code, name, unit, kind)
       values ($1, $2, 9, 'major-repairs', 'Капремонт', 'м²', 'major-repairs')`,
      [house.houseId, house.organizationId],
    );
    await writeCharges(
      owner,
      [account].map((personalAccountId) => ({
        organizationId: house.organizationId,
        houseId: house.houseId,
        period,
        personalAccountId,
        houseServiceId: 9,
        amount,
      })),
    );
  }
});

describe('a rule of a house or an organization', () => {
  async function settle(rule: object): Promise<void> {
    const { status, text } = await house.ask(createPenaltyRule, {
      body: {
        validFrom: '2025-01-01',
        basis: 'Протокол № 3',
        ...rule,
      },
    });
    assert.equal(status, 201, text);
  }

  test('overrides the law: a later due day, a moratorium of its own', async () => {
    await house.charge('2025-01', [[account, '39000.00']]);
    await settle({ houseId: house.houseId, kind: 'due-day', value: 20 });
    await settle({
      organizationId: house.organizationId,
      kind: 'rate-cap',
      value: 0,
      validFrom: '2025-03-25',
      validTo: '2025-03-27',
    });
    await house.accrue('2025-04-01');
    const [accrual] = await house.accruals();
    assert.equal(accrual?.debts[0]?.dueDate, '2025-02-20');
    // From day 31, 2025-03-23: ten days, three of them free.
    assert.equal(accrual.amount, '86.45');
    assert.deepEqual(
      accrual.debts[0]?.lines.map(({ days, rate, basis }) => [days, rate, basis.en.slice(0, 18)]),
      [
        [2, '9.5000', 'The lower of 9.5 %'],
        [3, '0.0000', 'Rate lowered by an'],
        [5, '9.5000', 'The lower of 9.5 %'],
      ],
    );
  });

  test('may choose the other reading of the law, which the result names', async () => {
    await settle({ houseId: house.houseId, kind: 'method', value: 'payment-day' });
    await settle({
      houseId: house.houseId,
      kind: 'rate-cap',
      value: '4.75',
      validFrom: '2025-04-01',
      validTo: '2025-04-01',
    });
    await house.charge('2025-01', [[account, '39000.00']]);
    await house.accrue('2025-03-31');
    await house.accrue('2025-04-01');
    const booked = await house.accruals();
    assert.deepEqual(booked.flatMap(debtsInWords), [
      '2025-01 utilities 234.65 of 234.65',
      '2025-01 utilities -111.15 of 123.50',
    ]);
    assert.equal(booked[1]?.debts[0]?.method, 'payment-day');
    assert.match(
      booked[1].debts[0].lines[0]?.basis.ru ?? '',
      /^Ставка снижена собственным правилом/,
    );
  });

  test('changes what is already booked at the next accrual', async () => {
    await house.charge('2025-01', [[account, '39000.00']]);
    await house.accrue('2025-03-22');
    const steps = [{ fromDay: 61, fraction: '1/300' }];
    await settle({ houseId: house.houseId, kind: 'scale', value: steps });
    await house.accrue('2025-03-22');
    assert.deepEqual(await house.owed(account), ['39000.00', '0.00']);
  });
});

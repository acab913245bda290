// Random histories of a house whose months are charged: payments on any day and for any month, stornos, other rates, and accruals
// between them. Each accrual books what a simple day-by-day model of the penalties predicts, and in the end their total is what
// the model counts at once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { AccruedDebt } from '@kvartplata/contracts/billing/penalty-accruals.ts';
import { reversePayment, type Payment } from '@kvartplata/contracts/billing/payments.ts';
import { reverseCharge } from '@kvartplata/contracts/billing/stornos.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import * as fc from 'fast-check';
import type pg from 'pg';
import { assertInOrder } from '../../testing/in-order.ts';
import { makeAccruingHouse, type AccruingHouse } from '../../testing/accruing.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import {
  allocationsOf,
  bookedCharges,
  emptyBooks,
  owedBy,
  splitOf,
  type BooksModel,
} from '../../testing/books-model.ts';
import { untilAllocated } from '../../testing/paying-house.ts';
import { changedRate, changeRate, readRates } from '../../testing/model-rates.ts';
import { foretellAccrual, penaltiesBy, penaltyOfLines } from '../../testing/penalty-model.ts';

const RUNS = 8;
const ACCOUNTS = 3;
const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04'];
const DAYS = ['2026-02-10', '2026-03-20', '2026-04-25', '2026-05-20', '2026-07-01', '2026-08-15'];
const TARGETS = ['2026-04-30', '2026-06-15', '2026-07-31'];
const LAST_TARGET = '2026-09-30';

let stand: BillingStand;
let owner: pg.Pool;

before(async () => {
  stand = await startBillingStand();
  ({ owner } = stand);
});
after(async () => stand.stop());

type Step = (model: BooksModel, house: AccruingHouse) => Promise<void>;

/** The name under which a failing history shows the step. */
function named(name: string, step: Step): Step {
  return Object.assign(step, { [fc.toStringMethod]: () => name });
}

const account = fc.nat(ACCOUNTS - 1);

const paying = fc
  .record({
    index: account,
    kopecks: fc.bigInt({ min: 1n, max: 4_000_00n }),
    paidOn: fc.constantFrom(...DAYS),
    period: fc.option(fc.constantFrom(...MONTHS), { nil: undefined }),
  })
  .map(({ index, kopecks, paidOn, period }) =>
    named(`pay ${index}:${kopecks} on ${paidOn} for ${period}`, async (model, house) => {
      const [principal, penalty] = splitOf(owedBy(model, index), kopecks);
      const personalAccountId = house.accounts[index] ?? 0;
      const request = { personalAccountId, amount: formatKopecks(kopecks), paidOn };
      const { id } = await house.pay(period === undefined ? request : { ...request, period });
      const payment = { id, account: index, paidOn, named: period, principal, penalty };
      model.payments.push({ ...payment, isReversed: false });
    }),
  );

const reversingPayment = fc.nat().map((nth) =>
  named(`reverse payment ${nth}`, async (model, house) => {
    const payments = model.payments.filter(({ isReversed }) => !isReversed);
    const payment = payments[nth % payments.length];
    if (payment === undefined) return;
    const { status } = await house.ask(reversePayment, {
      params: { paymentId: payment.id },
      body: { reason: 'ошибка' },
    });
    assert.equal(status, 200);
    payment.isReversed = true;
  }),
);

const reversingCharge = fc.nat().map((nth) =>
  named(`reverse charge ${nth}`, async (model, house) => {
    const charges = bookedCharges(model).filter(({ isReversed }) => !isReversed);
    const charge = charges[nth % charges.length];
    if (charge === undefined) return;
    const { status } = await house.ask(reverseCharge, {
      params: { chargeId: charge.id },
      body: { reason: 'ошибка' },
    });
    assert.equal(status, 200);
    charge.isReversed = true;
  }),
);

const changing = changedRate.map(([nth, rate]) =>
  named(`rate ${nth} becomes ${rate}`, async (model) => changeRate(stand, model, nth, rate)),
);

const accruing = fc.constantFrom(...TARGETS, LAST_TARGET).map(accrueTo);

function accrueTo(targetDate: string): Step {
  return named(`accrue to ${targetDate}`, async (model, house) => {
    const accruals = Array.from({ length: ACCOUNTS }, (_, index) =>
      foretellAccrual(model, index, targetDate),
    ).filter(({ byMonth }) => byMonth.size > 0);
    const job = await house.accrue(targetDate);
    assert.deepEqual([job.status, job.createdAccruals], ['COMPLETED', accruals.length]);
    const total = sumBy(accruals, ({ kopecks }) => kopecks);
    assert.equal(job.totalAmount, formatKopecks(total));
    model.penalties.push(...accruals);
  });
}

const anyCharges = fc.array(
  fc.array(fc.bigInt({ min: -300_00n, max: 3_000_00n }), {
    minLength: ACCOUNTS,
    maxLength: ACCOUNTS,
  }),
  { minLength: MONTHS.length, maxLength: MONTHS.length },
);

const anySteps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: paying },
    { weight: 1, arbitrary: reversingPayment },
    { weight: 1, arbitrary: reversingCharge },
    { weight: 1, arbitrary: changing },
    { weight: 3, arbitrary: accruing },
  ),
  { minLength: 8, maxLength: 25, size: 'max' },
);

async function chargeAll(
  house: AccruingHouse,
  charges: readonly (readonly bigint[])[],
): Promise<BooksModel> {
  const model = emptyBooks(await readRates(stand));
  for (const [nth, amounts] of charges.entries()) {
    const period = MONTHS[nth] ?? '';
    const { cycleId, chargeIds } = await house.charge(
      period,
      amounts.map((amount, index) => [house.accounts[index] ?? 0, formatKopecks(amount)]),
    );
    const own = amounts.map((kopecks, index) => {
      return { id: chargeIds[index] ?? 0, account: index, kopecks, isReversed: false };
    });
    model.months.push({ period, cycleId, charges: own, status: 'APPLIED' });
  }
  await untilAllocated(owner);
  return model;
}

async function assertAgreement(model: BooksModel, house: AccruingHouse): Promise<void> {
  await assertInOrder(stand.db);
  for (let index = 0; index < ACCOUNTS; index += 1) {
    const owed = owedBy(model, index).map(formatKopecks);
    assert.deepEqual(await house.owed(house.accounts[index] ?? 0), owed);
    for (const [id, parts] of allocationsOf(model, index)) {
      const { allocation }: Payment = await house.get(id);
      assert.deepEqual(allocation, parts);
    }
  }
}

async function assertCountedAtOnce(model: BooksModel, house: AccruingHouse): Promise<void> {
  for (let index = 0; index < ACCOUNTS; index += 1) {
    const accruals = await house.accruals(house.accounts[index]);
    const debts = accruals.flatMap((accrual) => accrual.debts);
    for (const { penalty, lines } of debts) assert.equal(penalty, penaltyOfLines(lines));
    const booked = [...Map.groupBy(debts, ({ period }) => period)]
      .map(([period, own]) => [period, totalOf(own)] as const)
      .filter(([, kopecks]) => kopecks !== 0n);
    assert.deepEqual(new Map(booked), penaltiesBy(model, index, LAST_TARGET));
  }
}

function totalOf(debts: readonly AccruedDebt[]): bigint {
  return sumBy(debts, ({ amount }) => parseKopecks(amount));
}

test('after any payments, reversals and changes, accruals book the same as a plain model of them', async () => {
  const history = fc.asyncProperty(anyCharges, anySteps, async (charges, steps) => {
    const house = await makeAccruingHouse(stand);
    const model = await chargeAll(house, charges);
    for (const step of steps) await step(model, house);
    await accrueTo(LAST_TARGET)(model, house);
    assert.equal((await house.accrue(LAST_TARGET)).createdAccruals, 0);
    await assertAgreement(model, house);
    await assertCountedAtOnce(model, house);
  });
  await fc.assert(history, { numRuns: RUNS, endOnFailure: true });
});

// Random histories of months, charges, payments, registries, rates, penalties, stornos and closings over an unreliable
// connection: responses get lost, requests are concurrent, sessions end and processes die in mid-transaction. After every step
// the balances, of now and of any day, equal both the sums of the entries and a simple model of the books, and so does the
// allocation.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { closeCycle } from '@kvartplata/contracts/billing/close.ts';
import { reversePaymentImport } from '@kvartplata/contracts/billing/payment-imports.ts';
import {
  createPayment,
  listPayments,
  reversePayment,
} from '@kvartplata/contracts/billing/payments.ts';
import { accruePenalties } from '@kvartplata/contracts/billing/penalty-accruals.ts';
import { reverseCharge } from '@kvartplata/contracts/billing/stornos.ts';
import type { AnswerOf, Endpoint } from '@kvartplata/contracts/endpoint.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import * as fc from 'fast-check';
import type pg from 'pg';
import { assertInOrder } from '../testing/in-order.ts';
import { makeAccruingHouse, type AccruingHouse } from '../testing/accruing.ts';
import { startBillingStand, type BillingStand } from '../testing/billing-stand.ts';
import {
  allocationsOf,
  bookedCharges,
  emptyBooks,
  lastClosed,
  monthToBookIn,
  owedBy,
  splitOf,
  type BooksModel,
} from '../testing/books-model.ts';
import { changedRate, changeRate, readRates } from '../testing/model-rates.ts';
import { assertPassedOver, untilAllocated } from '../testing/paying-house.ts';
import { foretellAccrual } from '../testing/penalty-model.ts';
import { importRegistry } from '../testing/registry-files.ts';
import {
  createRoughDelivery,
  CUT_AT,
  type RoughDelivery,
  type Way,
  type Write,
  type WriteAnswer,
} from '../testing/rough-delivery.ts';
import { readAll } from '../testing/test-user.ts';

const RUNS = 10;
const STEPS = 50;
const ACCOUNTS = 3;
const MISTAKE = { reason: 'ошибка' };

const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'];
const DAYS = ['2026-01-31', '2026-02-10', '2026-02-11', '2026-03-10', '2026-04-10', '2026-05-10'];
/** The days up to which penalties are accrued. */
const TARGETS = ['2026-03-31', '2026-05-10', '2026-06-30', '2026-08-31'];

let stand: BillingStand;
let owner: pg.Pool;
let delivery: RoughDelivery;

before(async () => {
  stand = await startBillingStand();
  ({ owner } = stand);
  delivery = createRoughDelivery(stand);
});
after(async () => {
  await delivery.end();
  await stand.stop();
});

type Real = { readonly house: AccruingHouse };
type Command = fc.AsyncCommand<BooksModel, Real, true>;

/** A step whose outcome the model predicts; whatever the outcome, the books agree with the model after it. */
function step(
  name: string,
  check: (model: BooksModel) => boolean,
  run: (model: BooksModel, house: AccruingHouse) => Promise<void>,
): Command {
  return {
    check: async (model) => check(model),
    run: async (model, { house }) => {
      await run(model, house);
      await assertAgreement(model, house);
    },
    toString: () => name,
  };
}

/** Mostly without a fault, so that histories grow. */
const way: fc.Arbitrary<Way> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({ how: 'straight' }) },
  { weight: 2, arbitrary: fc.constant({ how: 'answer lost' }) },
  { weight: 2, arbitrary: fc.constant({ how: 'three at once' }) },
  {
    weight: 4,
    arbitrary: fc.record({ how: fc.constant('session ended'), at: fc.constantFrom(...CUT_AT) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ how: fc.constant('process killed'), at: fc.constantFrom(...CUT_AT) }),
  },
);

const account = fc.integer({ min: 0, max: ACCOUNTS - 1 });
const kopecks = fc.bigInt({ min: 1n, max: 300_00n });

const drafting = fc
  .tuple(
    fc.constantFrom(...MONTHS),
    fc.array(fc.tuple(account, fc.bigInt({ min: -50_00n, max: 200_00n })), { maxLength: 6 }),
  )
  .map(([period, lines]) =>
    step(
      `draft ${period} ${lines.map(([index, amount]) => `${index}:${amount}`).join(' ')}`,
      ({ months }) => months.every((month) => month.period !== period),
      async (model, house) => {
        if (period <= lastClosed(model)) return assertPassedOver(house, period);
        const { cycleId, chargeIds } = await house.draft(
          period,
          lines.map(([index, amount]) => [house.accounts[index] ?? 0, formatKopecks(amount)]),
        );
        const charges = lines.map(([index, amount], nth) => ({
          id: chargeIds[nth] ?? 0,
          account: index,
          kopecks: amount,
          isReversed: false,
        }));
        model.months.push({ period, cycleId, charges, status: 'DRAFT' });
      },
    ),
  );

const applying = fc.tuple(fc.nat(), way).map(([nth, how]) =>
  step(
    `apply ${nth}, ${nameOf(how)}`,
    ({ months }) => months.length > 0,
    async (model, house) => {
      const month = pick(model.months, nth);
      const isTaken =
        month.status === 'DRAFT' && (month.period > lastClosed(model) || isEmpty(month));
      const params = { cycleId: month.cycleId };
      const { status } = await write(model, house, applyCycle, how, { params });
      assert.equal(status, isTaken ? 200 : 409);
      if (isTaken) month.status = 'APPLIED';
    },
  ),
);

const closing = fc.tuple(fc.nat(), way).map(([nth, how]) =>
  step(
    `close ${nth}, ${nameOf(how)}`,
    ({ months }) => months.length > 0,
    async (model, house) => {
      const month = pick(model.months, nth);
      const isTaken =
        month.status === 'APPLIED' &&
        !model.months.some(
          ({ period, status, charges }) =>
            period < month.period && status === 'DRAFT' && charges.length > 0,
        );
      const closed = { endpoint: closeCycle, params: { cycleId: month.cycleId }, key: undefined };
      const { status } = await delivery.send({ user: house.user, ...closed }, how);
      assert.equal(status, isTaken ? 200 : 409);
      if (isTaken) month.status = 'CLOSED';
    },
  ),
);

const paying = fc
  .tuple(account, kopecks, fc.constantFrom(...DAYS), fc.option(fc.constantFrom(...MONTHS)), way)
  .map(([index, amount, paidOn, named, how]) =>
    step(
      `pay ${index}:${amount} on ${paidOn}${named === null ? '' : ` for ${named}`}, ${nameOf(how)}`,
      () => true,
      async (model, house) => {
        const request = {
          personalAccountId: house.accounts[index] ?? 0,
          amount: formatKopecks(amount),
          paidOn,
          ...(named === null ? {} : { period: named }),
        };
        const [principal, penalty] = splitOf(owedBy(model, index), amount);
        const { status, body } = await write(model, house, createPayment, how, { body: request });
        assert.equal(status, 201, JSON.stringify(body));
        assert.deepEqual(
          [parseKopecks(body.principalAmount), parseKopecks(body.penaltyAmount), body.period],
          [principal, penalty, monthToBookIn(model, paidOn)],
        );
        model.payments.push({
          id: body.id,
          account: index,
          paidOn,
          named: named ?? undefined,
          principal,
          penalty,
          isReversed: false,
        });
      },
    ),
  );

const reversingPayment = fc.tuple(fc.nat(), way).map(([nth, how]) =>
  step(
    `reverse payment ${nth}, ${nameOf(how)}`,
    ({ payments }) => payments.length > 0,
    async (model, house) => {
      const payment = pick(model.payments, nth);
      const asked = { params: { paymentId: payment.id }, body: MISTAKE };
      const { status } = await write(model, house, reversePayment, how, asked);
      assert.equal(status, payment.isReversed ? 409 : 200);
      payment.isReversed = true;
    },
  ),
);

const importing = fc
  .array(
    fc.tuple(account, kopecks, fc.constantFrom(...DAYS), fc.option(fc.constantFrom(...MONTHS))),
    { minLength: 1, maxLength: 6 },
  )
  .map((rows) =>
    step(
      `import ${rows.map(([index, amount, paidOn]) => `${index}:${amount} on ${paidOn}`).join(', ')}`,
      () => true,
      async (model, house) => {
        const lines = rows.map(
          ([index, amount, paidOn, named], nth) =>
            `LS0${index + 1};${formatKopecks(amount)};${paidOn};${named ?? ''};${model.imports.length}-${nth}`,
        );
        const content = ['account;amount;date;period;reference', ...lines].join('\n');
        const told = await importRegistry(stand.app, house.user, { profile: 'csv' }, content);
        assert.equal(told.matched, rows.length, JSON.stringify(told.errors));
        const payments = rows.map(([index, amount, paidOn, named], nth) => {
          const [principal, penalty] = splitOf(owedBy(model, index), amount);
          const payment = {
            id: told.items[nth]?.paymentId ?? 0,
            account: index,
            paidOn,
            named: named ?? undefined,
            principal,
            penalty,
            isReversed: false,
          };
          model.payments.push(payment);
          return payment;
        });
        model.imports.push({ id: told.id, payments, isReversed: false });
      },
    ),
  );

const reversingImport = fc.tuple(fc.nat(), way).map(([nth, how]) =>
  step(
    `reverse import ${nth}, ${nameOf(how)}`,
    ({ imports }) => imports.length > 0,
    async (model, house) => {
      const taken = pick(model.imports, nth);
      const asked = { params: { paymentImportId: taken.id }, body: MISTAKE };
      const { status } = await write(model, house, reversePaymentImport, how, asked);
      assert.equal(status, taken.isReversed ? 409 : 200);
      taken.isReversed = true;
      for (const payment of taken.payments) payment.isReversed = true;
    },
  ),
);

const reversingCharge = fc.tuple(fc.nat(), way).map(([nth, how]) =>
  step(
    `reverse charge ${nth}, ${nameOf(how)}`,
    ({ months }) => months.some(({ charges }) => charges.length > 0),
    async (model, house) => {
      const charge = pick(
        model.months.flatMap(({ charges }) => charges),
        nth,
      );
      const isBooked = bookedCharges(model).some(({ id }) => id === charge.id);
      const asked = { params: { chargeId: charge.id }, body: MISTAKE };
      const { status } = await write(model, house, reverseCharge, how, asked);
      assert.equal(status, isBooked && !charge.isReversed ? 200 : 409);
      if (isBooked) charge.isReversed = true;
    },
  ),
);

/** Interrupted jobs have tests of their own, because they wait for their next retry. */
const wholeWay: fc.Arbitrary<Way> = fc.constantFrom(
  { how: 'straight' },
  { how: 'answer lost' },
  { how: 'three at once' },
);

const accruing = fc.tuple(fc.constantFrom(...TARGETS), wholeWay).map(([targetDate, how]) =>
  step(
    `accrue to ${targetDate}, ${nameOf(how)}`,
    () => true,
    async (model, house) => {
      const accruals = Array.from({ length: ACCOUNTS }, (_, index) =>
        foretellAccrual(model, index, targetDate),
      ).filter((accrual) => accrual.byMonth.size > 0);
      const request = { houseId: house.houseId, targetDate };
      const { body } = await write(model, house, accruePenalties, how, { body: request });
      const job = await house.untilEnded(body.id);
      const total = sumBy(accruals, (accrual) => accrual.kopecks);
      assert.deepEqual(
        [job.status, job.createdAccruals, job.totalAmount],
        ['COMPLETED', accruals.length, formatKopecks(total)],
      );
      model.penalties.push(...accruals);
    },
  ),
);

const changingRate = changedRate.map(([nth, rate]) =>
  step(
    `rate ${nth} becomes ${rate}`,
    () => true,
    async (model) => changeRate(stand, model, nth, rate),
  ),
);

/** Each write of a history has its own key. */
async function write<E extends Endpoint>(
  model: BooksModel,
  { user }: AccruingHouse,
  endpoint: E,
  how: Way,
  sent: Pick<Write, 'params' | 'body'>,
): Promise<WriteAnswer<AnswerOf<E>>> {
  model.writes += 1;
  const key = `write ${model.writes}`;
  return delivery.send({ user, endpoint, key, ...sent }, how);
}

function nameOf(taken: Way): string {
  return 'at' in taken ? `${taken.how} at ${taken.at}` : taken.how;
}

async function assertAgreement(model: BooksModel, house: AccruingHouse): Promise<void> {
  await untilAllocated(owner);
  await assertInOrder(stand.db);
  const { app } = stand;
  const payments = await readAll(app, house.user, listPayments, { query: { limit: 200 } });
  assert.equal(payments.length, model.payments.length);
  const asOf = pick(DAYS, model.writes);
  for (let index = 0; index < ACCOUNTS; index += 1) {
    const payer = house.accounts[index] ?? 0;
    assert.deepEqual(await house.owed(payer), owedBy(model, index).map(formatKopecks));
    assert.deepEqual(await house.owed(payer, asOf), owedBy(model, index, asOf).map(formatKopecks));
    for (const [id, parts] of allocationsOf(model, index))
      assert.deepEqual(payments.find((payment) => payment.id === id)?.allocation, parts);
  }
  for (const { id, isReversed } of model.payments)
    assert.equal(
      payments.find((payment) => payment.id === id)?.status,
      isReversed ? 'REVERSED' : 'BOOKED',
    );
}

function isEmpty({ charges }: BooksModel['months'][number]): boolean {
  return charges.every((charge) => charge.kopecks === 0n);
}

function pick<T>(list: readonly T[], nth: number): T {
  const found = list[nth % list.length];
  assert.ok(found !== undefined);
  return found;
}

test('after any operations, the books match a plain model of them', async () => {
  const commands = fc.commands<BooksModel, Real, true>(
    [
      drafting,
      drafting,
      applying,
      applying,
      closing,
      paying,
      paying,
      paying,
      importing,
      reversingImport,
      reversingPayment,
      reversingCharge,
      changingRate,
      accruing,
    ],
    { maxCommands: STEPS, size: 'max' },
  );
  await fc.assert(
    fc.asyncProperty(commands, async (steps) => {
      const house = await makeAccruingHouse(stand);
      const rates = await readRates(stand);
      await fc.asyncModelRun(() => ({ model: emptyBooks(rates), real: { house } }), steps);
    }),
    { numRuns: RUNS, endOnFailure: false },
  );
});

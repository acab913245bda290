// Allocations follow the books: after a backdated payment, new charges, and a storno.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { reversePayment } from '@kvartplata/contracts/billing/payments.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumOf } from '@kvartplata/domain/money/sums.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import type pg from 'pg';
import { inBooking } from '../../books/cycles/open-months.service.ts';
import { assertInOrder } from '../../testing/in-order.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import {
  bookPenalty,
  makePayingHouse,
  partsOf,
  untilAllocated,
  type PayingHouse,
} from '../../testing/paying-house.ts';
import { bookUnderIds, drawPaymentIds } from './book-payments.service.ts';

let stand: BillingStand;
let owner: pg.Pool;
let house: PayingHouse;

before(async () => {
  stand = await startBillingStand();
  ({ owner } = stand);
  house = await makePayingHouse(stand);
  const everybody = (amount: string): (readonly [number, string])[] =>
    house.accounts.map((account) => [account, amount]);
  await house.charge('2026-01', everybody('100.00'));
  await house.charge('2026-02', everybody('200.00'));
  await house.charge('2026-03', everybody('300.00'));
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

const account = (index: number): number => house.accounts[index] ?? 0;

describe('a payment', () => {
  test('whose id was drawn before another of its day was booked is allocated before that one', async () => {
    const { organizationId, houseId } = house;
    const place = { organizationId, houseId, personalAccountId: account(9) };
    const paidOn = '2026-04-05';
    const id = await inTransaction(stand.db, async (trx) => {
      const [drawn = 0] = await drawPaymentIds(trx, organizationId, 1);
      return drawn;
    });
    const between = await house.pay({ personalAccountId: account(9), amount: '100', paidOn });
    await inBooking(stand.db, async (trx) =>
      bookUnderIds(trx, { organizationId, firstMonth: undefined }, [
        {
          id,
          payment: {
            place,
            amountKopecks: 200_00n,
            paidOn: parseDay(paidOn),
            period: null,
            source: 'csv',
            reference: null,
          },
        },
      ]),
    );
    assert.ok(id < between.id);
    assert.deepEqual(partsOf(await house.get(id)), ['2026-01 100.00', '2026-02 100.00']);
    assert.deepEqual(partsOf(await house.get(between.id)), ['2026-02 100.00']);
  });

  test('entered late is allocated by its day, and no entry changes', async () => {
    const later = await house.pay({
      personalAccountId: account(3),
      amount: '250',
      paidOn: '2026-04-05',
    });
    const entries = await house.entries(account(3));
    const late = await house.pay({
      personalAccountId: account(3),
      amount: '100',
      paidOn: '2026-02-10',
    });
    assert.deepEqual(partsOf(late), ['2026-01 100.00']);
    const moved = await house.get(later.id);
    assert.deepEqual(partsOf(moved), ['2026-02 200.00', '2026-03 50.00']);
    assert.deepEqual(
      moved.allocationHistory.map(({ period, amount, causeId }) => [period, amount, causeId]),
      [
        ['2026-01', '100.00', later.id],
        ['2026-02', '150.00', later.id],
        ['2026-01', '-100.00', late.id],
        ['2026-02', '50.00', late.id],
        ['2026-03', '50.00', late.id],
      ],
    );
    const now = await house.entries(account(3));
    assert.deepEqual(now.slice(0, entries.length), entries);
    assert.equal(now.length, entries.length + 1);
  });

  test('beyond the debt is allocated to the next charges when they are applied', async () => {
    const payer = account(4);
    const advance = await house.pay({
      personalAccountId: payer,
      amount: '650',
      paidOn: '2026-04-05',
    });
    const named = await house.pay({
      personalAccountId: payer,
      amount: '20',
      paidOn: '2026-04-06',
      period: '2026-05',
    });
    assert.deepEqual(partsOf(named), ['advance 20.00']);
    await house.charge('2026-04', [[payer, '30.00']]);
    await until('the advance pays April', async () =>
      partsOf(await house.get(advance.id)).includes('2026-04 30.00'),
    );
    assert.deepEqual(partsOf(await house.get(advance.id)).slice(3), [
      '2026-04 30.00',
      'advance 20.00',
    ]);
    const { cycleId } = await house.charge('2026-05', [[payer, '90.00']]);
    await until('the advances pay May', async () =>
      partsOf(await house.get(named.id)).includes('2026-05 20.00'),
    );
    const { allocationHistory } = await house.get(named.id);
    assert.deepEqual(
      allocationHistory.map(({ period, amount, reason, causeId }) => [
        period,
        amount,
        reason,
        causeId,
      ]),
      [
        [null, '20.00', 'payment', named.id],
        [null, '-20.00', 'new-charges', cycleId],
        ['2026-05', '20.00', 'new-charges', cycleId],
      ],
    );
    assert.deepEqual(await house.owed(payer), ['50.00', '0.00']);
  });
});

describe('when charges are applied later, a payment is reallocated', () => {
  let late: PayingHouse;
  before(async () => {
    late = await makePayingHouse(stand);
    await late.charge(
      '2026-02',
      late.accounts.map((id) => [id, '100.00']),
    );
  });

  async function payAndWait(
    index: number,
    payment: { readonly amount: string; readonly period?: string },
    charge: readonly [period: string, amount: string],
    expected: readonly string[],
  ): Promise<void> {
    const personalAccountId = late.accounts[index] ?? 0;
    const { id } = await late.pay({ personalAccountId, paidOn: '2026-04-05', ...payment });
    await late.charge(charge[0], [[personalAccountId, charge[1]]]);
    await until(`the payment lies on ${expected.join(', ')}`, async () => {
      const parts = partsOf(await late.get(id));
      return parts.join() === expected.join();
    });
    // The next payment uses the account's present state.
    const next = await late.pay({ personalAccountId, paidOn: '2026-04-06', amount: '1000' });
    const advances = [await late.get(id), next].flatMap(({ allocation }) =>
      allocation.filter(({ period }) => period === null).map(({ amount }) => parseKopecks(amount)),
    );
    const advanced = sumOf(advances);
    assert.deepEqual(await late.owed(personalAccountId), [formatKopecks(-advanced), '0.00']);
  }

  test('to the month that it names', async () => {
    await payAndWait(
      0,
      { amount: '60', period: '2026-03' },
      ['2026-03', '40.00'],
      ['2026-02 20.00', '2026-03 40.00'],
    );
  });

  test('to a month older than the one it paid', async () => {
    await payAndWait(1, { amount: '60' }, ['2026-01', '40.00'], ['2026-01 40.00', '2026-02 20.00']);
  });

  test('if an earlier month gets a negative charge', async () => {
    await payAndWait(
      2,
      { amount: '100' },
      ['2025-12', '-30.00'],
      ['2026-02 70.00', 'advance 30.00'],
    );
  });

  test('after a negative charge has paid an older debt', async () => {
    const personalAccountId = late.accounts[4] ?? 0;
    await late.charge('2025-11', [[personalAccountId, '-50.00']]);
    await late.charge('2025-10', [[personalAccountId, '50.00']]);
    await untilAllocated(owner);
    const payment = await late.pay({ personalAccountId, amount: '60', paidOn: '2026-04-05' });
    assert.deepEqual(partsOf(payment), ['2026-02 60.00']);
  });

  test('but not if it has paid an older month', async () => {
    await payAndWait(3, { amount: '60' }, ['2026-05', '40.00'], ['2026-02 60.00']);
  });
});

describe('a payment that is taken back', () => {
  test('is mirrored once, and later payments pay what it had paid', async () => {
    const payer = account(7);
    const first = await house.pay({
      personalAccountId: payer,
      amount: '250',
      paidOn: '2026-04-05',
    });
    const second = await house.pay({
      personalAccountId: payer,
      amount: '100',
      paidOn: '2026-04-06',
    });
    assert.deepEqual(partsOf(second), ['2026-02 50.00', '2026-03 50.00']);
    const { status, body } = await house.ask(reversePayment, {
      params: { paymentId: first.id },
      body: {
        reason: 'дважды введён',
      },
    });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.id, body.status, body.allocation], [first.id, 'REVERSED', []]);
    assert.deepEqual(
      body.entries.map(
        ({ transactionType, debtKind, debit, credit, period, effectiveOn, referenceId }) => [
          transactionType,
          debtKind,
          debit,
          credit,
          period,
          effectiveOn,
          referenceId,
        ],
      ),
      [['STORNO', 'principal', '250.00', '0.00', '2026-04', '2026-04-05', `storno:${first.id}`]],
    );
    assert.deepEqual(await house.owed(payer), ['500.00', '0.00']);
    assert.deepEqual(partsOf(await house.get(second.id)), ['2026-01 100.00']);
    const again = await house.ask(reversePayment, {
      params: { paymentId: first.id },
      body: { reason: 'ещё раз' },
    });
    assert.deepEqual([again.status, again.problem.code], [409, 'already-reversed']);
    // The next payment is allocated without reading everything again.
    const third = await house.pay({ personalAccountId: payer, amount: '10', paidOn: '2026-04-07' });
    assert.deepEqual(partsOf(third), ['2026-02 10.00']);
  });

  test('restores both kinds of debt', async () => {
    const payer = account(8);
    await bookPenalty(stand, house, payer, { period: '2026-03', amount: '7.00' });
    const payment = await house.pay({
      personalAccountId: payer,
      amount: '604',
      paidOn: '2026-04-05',
    });
    assert.deepEqual(await house.owed(payer), ['0.00', '3.00']);
    const { body } = await house.ask(reversePayment, {
      params: { paymentId: payment.id },
      body: {
        reason: 'ошибка',
      },
    });
    assert.deepEqual(
      body.entries.map(({ debtKind, debit }) => [debtKind, debit]),
      [
        ['principal', '600.00'],
        ['penalty', '4.00'],
      ],
    );
    assert.deepEqual(await house.owed(payer), ['600.00', '7.00']);
  });
});

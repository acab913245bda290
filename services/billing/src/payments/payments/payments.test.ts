// Payments booked by hand: what they pay, what is booked, how they are listed, and what is refused.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { getAccountBalance } from '@kvartplata/contracts/billing/account-balances.ts';
import { listBillingChanges } from '@kvartplata/contracts/billing/audit.ts';
import {
  createPayment,
  getPayment,
  listPayments,
  reversePayment,
  type Payment,
} from '@kvartplata/contracts/billing/payments.ts';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import type pg from 'pg';
import { assertInOrder } from '../../testing/in-order.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import {
  bookPenalty,
  makePayingHouse,
  partsOf,
  type PayingHouse,
} from '../../testing/paying-house.ts';
import { readAll } from '../../testing/test-user.ts';

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
  test('for a named month leaves older ones owed, and the balance shows which', async () => {
    const of = { params: { personalAccountId: account(9) } };
    const debtsNow = async () => (await house.ask(getAccountBalance, of)).body.debts;
    const [january, march] = [
      { period: '2026-01', amount: '100.00' },
      { period: '2026-03', amount: '300.00' },
    ];
    const february = { period: '2026-02', amount: '200.00' };
    assert.deepEqual(await debtsNow(), [january, february, march]);
    const payment = { personalAccountId: account(9), amount: '200', paidOn: '2026-04-05' };
    await house.pay({ ...payment, period: '2026-02' });
    assert.deepEqual(await debtsNow(), [january, march]);
    const past = await house.ask(getAccountBalance, { ...of, query: { asOf: '2026-04-04' } });
    assert.equal(past.body.debts, undefined);
  });

  test('is booked in the month of its day, counts from that day, and pays the oldest debt first', async () => {
    const { status, headers, body } = await house.ask(createPayment, {
      body: {
        personalAccountId: account(0),
        amount: 250,
        paidOn: '2026-04-05',
        reference: 'ПП 17',
      },
    });
    const { id, createdAt, ...payment } = body;
    assert.equal(status, 201);
    const address = addressOf(getPayment, { params: { paymentId: id } });
    assert.equal(headers.get('location'), address);
    assert.deepEqual(payment, {
      houseId: house.houseId,
      personalAccountId: account(0),
      amount: '250.00',
      principalAmount: '250.00',
      penaltyAmount: '0.00',
      paidOn: '2026-04-05',
      period: '2026-04',
      namedPeriod: null,
      reference: 'ПП 17',
      source: 'manual',
      status: 'BOOKED',
      allocation: [
        { debtKind: 'principal', period: '2026-01', amount: '100.00' },
        { debtKind: 'principal', period: '2026-02', amount: '150.00' },
      ],
    });
    assert.deepEqual(await house.owed(account(0)), ['350.00', '0.00']);
    const entry = (await house.entries(account(0))).find(
      ({ transactionType }) => transactionType === 'PAYMENT',
    );
    assert.deepEqual(
      [entry?.id, entry?.credit, entry?.period, entry?.effectiveOn, entry?.referenceId],
      [id, '250.00', '2026-04', '2026-04-05', `payment:${id}`],
    );
    const { allocationHistory, explanation, ...shown } = await house.get(id);
    assert.deepEqual(shown, { id, createdAt, ...payment });
    assert.deepEqual(
      explanation.map(({ period, ground }) => [period, ground]),
      [
        ['2026-01', 'oldest-debt'],
        ['2026-02', 'oldest-debt'],
      ],
    );
    assert.deepEqual(
      allocationHistory.map(({ period, amount, reason, causeId }) => [
        period,
        amount,
        reason,
        causeId,
      ]),
      [
        ['2026-01', '100.00', 'payment', id],
        ['2026-02', '150.00', 'payment', id],
      ],
    );
  });

  test('goes to the month that it names, then to the oldest debt; the rest is an advance', async () => {
    const payment = await house.pay({
      personalAccountId: account(1),
      amount: '350.50',
      paidOn: '2026-04-05',
      period: '2026-03',
    });
    assert.deepEqual(
      [payment.period, payment.namedPeriod, ...partsOf(payment)],
      ['2026-04', '2026-03', '2026-01 50.50', '2026-03 300.00'],
    );
    const rest = await house.pay({
      personalAccountId: account(1),
      amount: '300.00',
      paidOn: '2026-04-06',
    });
    assert.deepEqual(partsOf(rest), ['2026-01 49.50', '2026-02 200.00', 'advance 50.50']);
    assert.deepEqual(await house.owed(account(1)), ['-50.50', '0.00']);
    const more = await house.pay({
      personalAccountId: account(1),
      amount: '1.00',
      paidOn: '2026-04-06',
    });
    assert.deepEqual(partsOf(more), ['advance 1.00']);
  });

  test('pays the principal before the penalties, with one entry for each kind', async () => {
    await bookPenalty(stand, house, account(2), { period: '2026-02', amount: '10.00' });
    await bookPenalty(stand, house, account(2), { period: '2026-03', amount: '5.00' });
    const first = await house.pay({
      personalAccountId: account(2),
      amount: '590',
      paidOn: '2026-04-05',
    });
    assert.deepEqual([first.principalAmount, first.penaltyAmount], ['590.00', '0.00']);
    const second = await house.pay({
      personalAccountId: account(2),
      amount: '22',
      paidOn: '2026-04-05',
    });
    assert.deepEqual([second.principalAmount, second.penaltyAmount], ['10.00', '12.00']);
    assert.deepEqual(partsOf(second), [
      '2026-03 10.00',
      'penalty 2026-02 10.00',
      'penalty 2026-03 2.00',
    ]);
    const third = await house.pay({
      personalAccountId: account(2),
      amount: '2',
      paidOn: '2026-04-05',
    });
    assert.deepEqual(partsOf(third), ['penalty 2026-03 2.00']);
    const last = await house.pay({
      personalAccountId: account(2),
      amount: '2',
      paidOn: '2026-04-05',
    });
    assert.deepEqual(partsOf(last), ['advance 1.00', 'penalty 2026-03 1.00']);
    assert.deepEqual(await house.owed(account(2)), ['-1.00', '0.00']);
    const entries = await house.entries(account(2));
    const ofSecond = entries.filter(({ referenceId }) => referenceId === `payment:${second.id}`);
    assert.deepEqual(
      ofSecond.map(({ debtKind, credit }) => [debtKind, credit]),
      [
        ['principal', '10.00'],
        ['penalty', '12.00'],
      ],
    );
    assert.equal(ofSecond[0]?.id, second.id);
    assert.equal(
      entries.find(({ referenceId }) => referenceId === `payment:${third.id}`)?.id,
      third.id,
    );
  });

  test('leaves its trace in the audit log', async () => {
    const payment = await house.pay({
      personalAccountId: account(9),
      amount: '1',
      paidOn: '2026-04-05',
    });
    await house.ask(reversePayment, {
      params: { paymentId: payment.id },
      body: { reason: 'чужой платёж' },
    });
    const query = { object: `payment:${payment.id}` };
    const { body } = await house.ask(listBillingChanges, { query });
    assert.deepEqual(
      body.items.map(({ action }) => action),
      ['payment.reversed', 'payment.booked'],
    );
    assert.deepEqual(body.items[1]?.after, payment);
  });
});

describe('the reference of a payment', () => {
  const order = { reference: '000123', source: 'bank', amount: '5.00', paidOn: '2026-04-05' };

  test('prevents booking a payment twice, and nothing else', async () => {
    const payment = { ...order, personalAccountId: account(5) };
    await house.pay(payment);
    const again = await house.ask(createPayment, { body: payment });
    assert.deepEqual([again.status, again.problem.code], [409, 'payment-exists']);
    assert.deepEqual(await house.owed(account(5)), ['595.00', '0.00']);
    await house.pay({ ...payment, personalAccountId: account(6) });
    await house.pay({ ...payment, source: 'terminal' });
    await house.pay({ ...payment, paidOn: '2026-04-06' });
    await house.pay({ ...payment, amount: '6.00' });
    await house.pay({ ...payment, reference: null, period: null });
    await house.pay({ ...payment, reference: null, period: null });
  });

  test('may be reused once its payment is reversed', async () => {
    const payment = { ...order, personalAccountId: account(8) };
    const { id } = await house.pay(payment);
    await house.ask(reversePayment, {
      params: { paymentId: id },
      body: { reason: 'чужой платёж' },
    });
    await house.pay(payment);
    const again = await house.ask(createPayment, { body: payment });
    assert.deepEqual([again.status, again.problem.code], [409, 'payment-exists']);
  });

  test('lets only one of twenty concurrent requests be booked', async () => {
    const payment = { ...order, reference: 'twenty', personalAccountId: account(8) };
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => house.ask(createPayment, { body: payment })),
    );
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    assert.equal(answers.filter(({ status }) => status === 409).length, 19);
  });
});

describe('payments are listed', () => {
  test('newest first, by pages, with every filter', async () => {
    const mistake = { personalAccountId: account(7), amount: '1.00', paidOn: '2026-04-06' };
    const { id: mistakenId } = await house.pay(mistake);
    await house.ask(reversePayment, {
      params: { paymentId: mistakenId },
      body: { reason: 'дважды введён' },
    });
    const read = async (query: Readonly<Record<string, unknown>>) =>
      readAll(stand.app, house.user, listPayments, { query });
    const all = await read({ limit: 200 });
    assert.deepEqual(
      all.map(({ id }) => id),
      all.map(({ id }) => id).toSorted((a, b) => b - a),
    );
    const { organizationId, houseId } = house;
    const filters: readonly [Readonly<Record<string, unknown>>, (payment: Payment) => boolean][] = [
      [{ organizationId }, () => true],
      [{ organizationId, houseId }, () => true],
      [{ houseId }, () => true],
      [
        { personalAccountId: account(7) },
        ({ personalAccountId }) => personalAccountId === account(7),
      ],
      [
        { organizationId, search: 'ls08' },
        ({ personalAccountId }) => personalAccountId === account(7),
      ],
      [{ status: 'REVERSED' }, ({ status }) => status === 'REVERSED'],
      [{ status: 'BOOKED' }, ({ status }) => status === 'BOOKED'],
      [{ source: 'bank' }, ({ source }) => source === 'bank'],
      [{ period: '2026-04' }, ({ period }) => period === '2026-04'],
      [{ from: '2026-04-06', to: '2026-04-06' }, ({ paidOn }) => paidOn === '2026-04-06'],
    ];
    for (const [filter, holds] of filters) {
      const found = await read({ ...filter, limit: 2 });
      assert.deepEqual(found, all.filter(holds), JSON.stringify(filter));
      assert.ok(found.length > 0, JSON.stringify(filter));
    }
    assert.deepEqual(await read({ houseId, search: 'ls08 nobody' }), []);
    const unplaced = await house.ask(listPayments, { query: { search: 'ls08' } });
    assert.equal(unplaced.problem.errors?.[0]?.path, '/search');
  });
});

describe('payments of another organization', () => {
  test('are a 404', async () => {
    const stranger = await makePayingHouse(stand);
    const { organizationId } = house;
    for (const query of [{ organizationId }, { organizationId, houseId: stranger.houseId }])
      assert.equal((await stranger.ask(listPayments, { query })).status, 404);
  });
});

describe('a payment is refused', () => {
  const tomorrow = String(moscowDayOf(new Date()).add({ days: 1 }));
  const cases: readonly (readonly [why: string, change: object, path: string])[] = [
    ['of nothing', { amount: 0 }, '/amount'],
    ['below zero', { amount: '-1.00' }, '/amount'],
    ['with parts of a kopeck', { amount: '1.001' }, '/amount'],
    ['with an exponent', { amount: '1e3' }, '/amount'],
    ['beyond all bounds', { amount: '1000000000' }, '/amount'],
    ['of null', { amount: null }, '/amount'],
    ['of tomorrow', { paidOn: tomorrow }, '/paidOn'],
    ['of the last century', { paidOn: '1999-12-31' }, '/paidOn'],
    ['of a day that is none', { paidOn: '2026-02-30' }, '/paidOn'],
    ['for a month that is none', { period: '2026-13' }, '/period'],
    ['for a month before 2000', { period: '1999-12' }, '/period'],
    ['for a month more than a year ahead', { period: '2027-05' }, '/period'],
    ['with an empty reference', { reference: '' }, '/reference'],
    ['with an unknown field', { status: 'BOOKED' }, '/status'],
  ];
  for (const [why, change, path] of cases) {
    test(`${why}, and the field is named`, async () => {
      const request = {
        personalAccountId: account(9),
        amount: '1.00',
        paidOn: '2026-04-05',
        ...change,
      };
      const { status, problem } = await house.ask(createPayment, { body: request });
      assert.deepEqual(
        [status, problem.code, problem.errors?.[0]?.path],
        [400, 'validation-failed', path],
      );
    });
  }

  test('for an unknown account', async () => {
    const request = { personalAccountId: 999_999, amount: '1.00', paidOn: '2026-04-05' };
    const { status, problem } = await house.ask(createPayment, { body: request });
    assert.deepEqual([status, problem.code], [404, 'not-found']);
  });

  test('if the balance would exceed its bounds', async () => {
    const moveBy = async (roubles: string): Promise<void> => {
      await owner.query(
        `update merged_balances set principal_debt = principal_debt + $1::numeric where personal_account_id = $2`,
        [roubles, account(9)],
      );
    };
    await moveBy('-999999999999');
    const { status, problem } = await house.ask(createPayment, {
      body: {
        personalAccountId: account(9),
        amount: '999999999.99',
        paidOn: '2026-04-05',
      },
    });
    await moveBy('999999999999');
    assert.deepEqual([status, problem.code], [409, 'conflict']);
  });
});

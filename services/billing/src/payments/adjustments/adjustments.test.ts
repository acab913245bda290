// Adjustments: booked in the open month with their reason, and what they raise and lower.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import {
  createAdjustment,
  getAdjustment,
  listAdjustments,
  reverseAdjustment,
  type Adjustment,
} from '@kvartplata/contracts/billing/adjustments.ts';
import { closeCycle } from '@kvartplata/contracts/billing/close.ts';
import { listHouseServices } from '@kvartplata/contracts/core/house-services.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import type pg from 'pg';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { assertInOrder } from '../../testing/in-order.ts';
import { HEADER, importOpening } from '../../testing/opening-files.ts';
import {
  bookPenalty,
  makePayingHouse,
  partsOf,
  untilAllocated,
  type PayingHouse,
} from '../../testing/paying-house.ts';
import { ask, inCore } from '../../testing/test-user.ts';

let today = moscowDayOf(new Date());
let stand: BillingStand;
let owner: pg.Pool;
let house: PayingHouse;
/** A house of a company that has closed nothing yet. */
let mover: PayingHouse;
let cycles: readonly number[];

/** Ten accounts that owe 100.00 for January and 200.00 for February; January is closed. */
before(async () => {
  stand = await startBillingStand({ today: () => today });
  ({ owner } = stand);
  house = await makePayingHouse(stand);
  mover = await makePayingHouse(stand);
  today = Temporal.PlainDate.from('2026-04-20');
  const everybody = (amount: string) => house.accounts.map((id) => [id, amount] as const);
  const january = await house.charge('2026-01', everybody('100.00'));
  const february = await house.charge('2026-02', everybody('200.00'));
  cycles = [january.cycleId, february.cycleId];
  const closed = await house.ask(closeCycle, { params: { cycleId: january.cycleId } });
  assert.equal(closed.status, 200, closed.text);
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

const account = (index: number): number => house.accounts[index] ?? 0;

const WRITTEN_OFF = { kind: 'write-off', reason: 'Истёк срок давности', basis: 'Приказ № 7' };
const CHARGED = { kind: 'charge', reason: 'Замена крана', basis: 'Акт № 3 от 18.04.2026' };

async function add(index: number, line: object, idempotencyKey?: string) {
  const body = { personalAccountId: account(index), ...line };
  return house.ask(createAdjustment, {
    body,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
}

async function made(index: number, line: object): Promise<Adjustment> {
  const { status, body, text } = await add(index, line);
  assert.equal(status, 201, text);
  return body;
}

async function openDebts(index: number): Promise<Readonly<Record<string, string>>> {
  return openDebtsOf(account(index));
}

async function openDebtsOf(personalAccountId: number): Promise<Readonly<Record<string, string>>> {
  const { rows } = await owner.query<{ open_debts: Record<string, string> }>(
    'select open_debts from account_balances where personal_account_id = $1',
    [personalAccountId],
  );
  return rows[0]?.open_debts ?? {};
}

async function reverse(adjustmentId: number, reason = 'Ошибка') {
  return house.ask(reverseAdjustment, { params: { adjustmentId }, body: { reason } });
}

describe('a charge by hand', () => {
  test('is a debt of the open month from its last day, with its reason and its document', async () => {
    const response = await add(0, { ...CHARGED, amount: '50.25' });
    assert.equal(response.status, 201, response.text);
    const { id, createdAt, ...told } = response.body;
    assert.equal(
      response.headers.get('location'),
      addressOf(getAdjustment, { params: { adjustmentId: id } }),
    );
    assert.ok(createdAt.endsWith('Z'));
    assert.ok(told.requestedBy > 0);
    assert.deepEqual(told, {
      organizationId: house.organizationId,
      houseId: house.houseId,
      personalAccountId: account(0),
      ...CHARGED,
      debtKind: 'principal',
      houseServiceId: null,
      serviceName: null,
      amount: '50.25',
      period: '2026-02',
      bookedIn: '2026-02',
      status: 'BOOKED',
      requestedBy: told.requestedBy,
      settledBy: null,
      note: null,
    });
    assert.deepEqual(await house.owed(account(0)), ['350.25', '0.00']);
    assert.deepEqual(await openDebts(0), { '2026-01': '100.00', '2026-02': '250.25' });
    const entry = (await house.entries(account(0))).at(-1);
    assert.deepEqual(
      [entry?.transactionType, entry?.debit, entry?.period, entry?.effectiveOn, entry?.referenceId],
      ['ADJUSTMENT', '50.25', '2026-02', '2026-02-28', `adjustment:${id}`],
    );
  });

  test('may concern an earlier month, and is owed from the month it is booked in', async () => {
    const { period, bookedIn } = await made(1, { ...CHARGED, amount: 10, period: '2026-01' });
    assert.deepEqual([period, bookedIn], ['2026-01', '2026-02']);
    assert.deepEqual(await openDebts(1), { '2026-01': '100.00', '2026-02': '210.00' });
  });

  test('for a service has its name', async () => {
    const params = { houseId: house.houseId };
    const services = await inCore(stand, house.user).call(listHouseServices, { params });
    const [service] = services.items;
    assert.ok(service);
    const line = await made(1, { ...CHARGED, amount: '1', houseServiceId: service.id });
    assert.deepEqual([line.houseServiceId, line.serviceName], [service.id, service.name]);
  });
});

describe('a line that lowers the debt', () => {
  test('lowers the month that it names, before payments of the same day', async () => {
    await made(2, { ...WRITTEN_OFF, amount: '-30.00', period: '2026-01' });
    assert.deepEqual(await house.owed(account(2)), ['270.00', '0.00']);
    assert.deepEqual(await openDebts(2), { '2026-01': '70.00', '2026-02': '200.00' });
    assert.deepEqual(await house.owed(account(2), '2026-04-19'), ['300.00', '0.00']);
    assert.deepEqual(await house.owed(account(2), '2026-04-20'), ['270.00', '0.00']);
    const payment = await house.pay({
      personalAccountId: account(2),
      amount: '100',
      paidOn: '2026-04-20',
    });
    assert.deepEqual(partsOf(payment), ['2026-01 70.00', '2026-02 30.00']);
  });

  test('for a paid month lowers the oldest debt, and payments stay where they are', async () => {
    const personalAccountId = account(3);
    const payment = await house.pay({ personalAccountId, amount: '100', paidOn: '2026-03-05' });
    await made(3, { ...WRITTEN_OFF, kind: 'discount', amount: '-30', period: '2026-01' });
    assert.deepEqual(partsOf(await house.get(payment.id)), ['2026-01 100.00']);
    assert.deepEqual(await openDebts(3), { '2026-02': '170.00' });
  });

  test('may name a month before the organization that a debt was brought along for', async () => {
    const file = `${HEADER}\nLS01;2009-11;principal;;1000.00\nLS01;2025-11;principal;;500.00\n`;
    await importOpening(stand.app, mover.user, { asOf: '2026-01' }, file);
    const [personalAccountId = 0] = mover.accounts;
    const writeOff = async (period: string) =>
      mover.ask(createAdjustment, {
        body: { personalAccountId, ...WRITTEN_OFF, amount: '-400.00', period },
      });
    const booked = await writeOff('2009-11');
    assert.equal(booked.status, 201, booked.text);
    assert.deepEqual(await openDebtsOf(personalAccountId), {
      '2009-11': '600.00',
      '2025-11': '500.00',
    });
    const { status, problem } = await writeOff('2009-10');
    assert.equal(status, 400);
    const [error] = problem.errors ?? [];
    assert.deepEqual([error?.code, error?.params], ['before-first-month', { month: '2009-11' }]);
  });

  test('beyond the debt lowers the next charges', async () => {
    await made(4, { ...WRITTEN_OFF, kind: 'discount', amount: '-320' });
    assert.deepEqual(await house.owed(account(4)), ['-20.00', '0.00']);
    await house.charge('2026-03', [
      [account(4), '50.00'],
      [account(5), '50.00'],
    ]);
    await untilAllocated(owner);
    assert.deepEqual(await house.owed(account(4)), ['30.00', '0.00']);
    assert.deepEqual(await openDebts(4), { '2026-03': '30.00' });
  });

  test('is booked in the last applied month, and lowers the charges booked by hand for the same one', async () => {
    const { bookedIn } = await made(5, { ...CHARGED, amount: '5' });
    assert.equal(bookedIn, '2026-03');
    await made(5, { ...WRITTEN_OFF, amount: '-20', period: '2026-03' });
    assert.deepEqual(await openDebts(5), {
      '2026-01': '100.00',
      '2026-02': '200.00',
      '2026-03': '35.00',
    });
  });

  test('for penalties lowers the penalty debt, and never by more than that', async () => {
    await bookPenalty(stand, house, account(6), { period: '2026-03', amount: '12.50' });
    const line = { ...WRITTEN_OFF, debtKind: 'penalty', amount: '-12.51' };
    const refused = await add(6, line);
    assert.deepEqual([refused.status, refused.problem.code], [409, 'over-penalty-debt']);
    await made(6, { ...line, amount: '-12.50' });
    assert.deepEqual(await house.owed(account(6)), ['300.00', '0.00']);
  });
});

describe('a line that is reversed', () => {
  test('is mirrored, and the debt is as before', async () => {
    const { id } = await made(7, { ...WRITTEN_OFF, amount: '-100', period: '2026-01' });
    assert.deepEqual(await openDebts(7), { '2026-02': '200.00' });
    const { status, body } = await reverse(id, 'Приказ отменён');
    assert.equal(status, 200);
    assert.equal(body.status, 'REVERSED');
    assert.deepEqual(
      body.entries.map(({ transactionType, debit, credit, period, referenceId }) => {
        return [transactionType, debit, credit, period, referenceId];
      }),
      [['STORNO', '100.00', '0.00', '2026-03', `storno:${id}`]],
    );
    assert.deepEqual(await openDebts(7), { '2026-01': '100.00', '2026-02': '200.00' });
    const again = await reverse(id);
    assert.deepEqual([again.status, again.problem.code], [409, 'already-reversed']);
    const { body: told } = await house.ask(getAdjustment, { params: { adjustmentId: id } });
    assert.equal(told.status, 'REVERSED');
  });

  test('moves payments back to their months', async () => {
    const { id } = await made(8, { ...WRITTEN_OFF, amount: '-100', period: '2026-01' });
    const payment = await house.pay({
      personalAccountId: account(8),
      amount: '50',
      paidOn: '2026-04-20',
    });
    assert.deepEqual(partsOf(payment), ['2026-02 50.00']);
    await reverse(id);
    const moved = await house.get(payment.id);
    assert.deepEqual(partsOf(moved), ['2026-01 50.00']);
    assert.deepEqual(
      moved.allocationHistory.slice(1).map(({ reason, causeId }) => [reason, causeId]),
      [
        ['adjustment-storno', id],
        ['adjustment-storno', id],
      ],
    );
  });
});

test('a line sent twice under one key is booked once', async () => {
  const line = { ...CHARGED, amount: '7' };
  const first = await add(9, line, 'line-7');
  const second = await add(9, line, 'line-7');
  assert.deepEqual([first.status, second.status], [201, 201]);
  assert.equal(second.headers.get('idempotency-replayed'), 'true');
  assert.equal(second.body.id, first.body.id);
  assert.deepEqual(await house.owed(account(9)), ['307.00', '0.00']);
  const other = await add(9, { ...line, amount: '8' }, 'line-7');
  assert.equal(other.problem.code, 'idempotency-key-reused');
});

test('a month can be closed with its lines, and later ones go into the next month', async () => {
  for (const cycleId of cycles.slice(1)) {
    const closed = await house.ask(closeCycle, { params: { cycleId } });
    assert.equal(closed.status, 200, closed.text);
  }
  const { bookedIn, period } = await made(9, { ...CHARGED, amount: '3', period: '2026-02' });
  assert.deepEqual([bookedIn, period], ['2026-03', '2026-02']);
});

test('lines are listed, newest first, by account, status and kind', async () => {
  const { body } = await house.ask(listAdjustments, { query: { personalAccountId: account(9) } });
  assert.deepEqual(
    body.items.map(({ amount }) => amount),
    ['3.00', '7.00'],
  );
  const reversed = await house.ask(listAdjustments, { query: { status: 'REVERSED', limit: 1 } });
  assert.equal(reversed.body.items[0]?.personalAccountId, account(8));
  const { nextCursor: cursor } = reversed.body;
  const rest = await house.ask(listAdjustments, { query: { status: 'REVERSED', cursor } });
  assert.deepEqual(
    rest.body.items.map(({ personalAccountId }) => personalAccountId),
    [account(7)],
  );
  const discounts = await house.ask(listAdjustments, { query: { kind: 'discount' } });
  assert.equal(discounts.body.items.length, 2);
});

describe('a line is refused', () => {
  const cases: readonly (readonly [why: string, line: object, refusal: string])[] = [
    ['of nothing', { ...CHARGED, amount: '0' }, '400 /amount not-zero'],
    ['of half a kopeck', { ...CHARGED, amount: '1.005' }, '400 /amount decimal-from'],
    ['of more than fits', { ...CHARGED, amount: '1000000000' }, '400 /amount decimal-from'],
    ['that raises what it should lower', { ...WRITTEN_OFF, amount: '5' }, '400 /amount must-lower'],
    ['that lowers what it should raise', { ...CHARGED, amount: '-5' }, '400 /amount must-raise'],
    [
      'of penalties that are charged',
      { ...CHARGED, amount: '5', debtKind: 'penalty' },
      '400 /debtKind not-for-kind',
    ],
    ['of an unknown kind', { ...CHARGED, kind: 'gift', amount: '5' }, '400 /kind no-choice'],
    ['without a reason', { ...CHARGED, reason: '', amount: '5' }, '400 /reason too-short'],
    ['without a document', { ...CHARGED, basis: undefined, amount: '5' }, '400 /basis required'],
    [
      'of a service of another house',
      { ...CHARGED, houseServiceId: 987_654, amount: '5' },
      '400 /houseServiceId not-of-house',
    ],
    ['of no such month', { ...CHARGED, amount: '5', period: '2026-13' }, '400 /period not-a-month'],
    [
      'of a month after the open one',
      { ...CHARGED, amount: '5', period: '2026-04' },
      '400 /period after-open-month',
    ],
    [
      'of a month before the organization',
      { ...CHARGED, amount: '5', period: '2009-12' },
      '400 /period before-first-month',
    ],
    [
      'of an unknown account',
      { ...CHARGED, amount: '5', personalAccountId: 987_654 },
      '404 not-found',
    ],
  ];
  for (const [why, line, refusal] of cases)
    test(why, async () => {
      const booked = await house.entries(account(0));
      const { status, problem } = await add(0, line);
      const [error] = problem.errors ?? [];
      const told =
        error === undefined ? problem.code : `${error.path} ${error.code ?? error.message}`;
      assert.equal(`${status} ${told}`, refusal);
      assert.deepEqual(await house.entries(account(0)), booked);
    });

  test('of a stranger, who gets a 404', async () => {
    const stranger = await stand.newUser();
    const body = { personalAccountId: account(0), ...CHARGED, amount: '5' };
    const { status } = await ask(stand.app, stranger, createAdjustment, { body });
    assert.equal(status, 404);
    const { body: own } = await house.ask(listAdjustments, { query: {} });
    const params = { adjustmentId: own.items[0]?.id ?? 0 };
    assert.equal((await ask(stand.app, stranger, getAdjustment, { params })).status, 404);
  });
});

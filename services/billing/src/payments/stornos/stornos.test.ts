// Reversing charges: once, in their month, and what was paid for them pays something else.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { listCharges } from '@kvartplata/contracts/billing/charges.ts';
import { reverseCharge } from '@kvartplata/contracts/billing/stornos.ts';
import { assertInOrder } from '../../testing/in-order.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { makePayingHouse, partsOf, type PayingHouse } from '../../testing/paying-house.ts';
import { readAll } from '../../testing/test-user.ts';

let stand: BillingStand;
let house: PayingHouse;
/** January's charges of each account: 60.00, then 40.00. */
let january: readonly number[];

before(async () => {
  stand = await startBillingStand();
  house = await makePayingHouse(stand);
  const twoEach = house.accounts.flatMap((id): (readonly [number, string])[] => [
    [id, '60.00'],
    [id, '40.00'],
  ]);
  january = (await house.charge('2026-01', twoEach)).chargeIds;
  await house.charge(
    '2026-02',
    house.accounts.map((id) => [id, '200.00']),
  );
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

const account = (index: number): number => house.accounts[index] ?? 0;
const firstOf = (index: number): number => january[index * 2] ?? 0;

async function reverse(chargeId: number, reason = 'ошибка в показаниях') {
  return house.ask(reverseCharge, { params: { chargeId }, body: { reason } });
}

async function statusesOf(personalAccountId: number, status?: string): Promise<readonly string[]> {
  const query = { personalAccountId, period: '2026-01', status };
  const charges = await readAll(stand.app, house.user, listCharges, { query });
  return charges.map((charge) => `${charge.amount} ${charge.status}`);
}

describe('a charge that is taken back', () => {
  test('is mirrored in its month while that is open, and has the status REVERSED', async () => {
    const { status, body } = await reverse(firstOf(0));
    assert.equal(status, 200);
    const { id, createdAt, ...entry } = body;
    assert.ok(id > firstOf(0) && createdAt.endsWith('Z'));
    assert.deepEqual(entry, {
      houseId: house.houseId,
      personalAccountId: account(0),
      transactionType: 'STORNO',
      debtKind: 'principal',
      debit: '0.00',
      credit: '60.00',
      period: '2026-01',
      effectiveOn: '2026-01-31',
      referenceId: `storno:${firstOf(0)}`,
    });
    assert.deepEqual(await house.owed(account(0)), ['240.00', '0.00']);
    assert.deepEqual(await statusesOf(account(0)), ['60.00 REVERSED', '40.00 APPLIED']);
    assert.deepEqual(await statusesOf(account(0), 'REVERSED'), ['60.00 REVERSED']);
    assert.deepEqual(await statusesOf(account(0), 'APPLIED'), ['40.00 APPLIED']);
  });

  test('cannot be taken back again', async () => {
    const { status, problem } = await reverse(firstOf(0));
    assert.deepEqual([status, problem.code], [409, 'already-reversed']);
    assert.deepEqual(await house.owed(account(0)), ['240.00', '0.00']);
  });

  test('moves its payments to the next oldest debt', async () => {
    const payment = await house.pay({
      personalAccountId: account(1),
      amount: '150',
      paidOn: '2026-03-05',
    });
    assert.deepEqual(partsOf(payment), ['2026-01 100.00', '2026-02 50.00']);
    await reverse(firstOf(1));
    const moved = await house.get(payment.id);
    assert.deepEqual(partsOf(moved), ['2026-01 40.00', '2026-02 110.00']);
    assert.deepEqual(
      moved.allocationHistory
        .slice(2)
        .map(({ period, amount, reason, causeId }) => [period, amount, reason, causeId]),
      [
        ['2026-01', '-60.00', 'charge-storno', firstOf(1)],
        ['2026-02', '60.00', 'charge-storno', firstOf(1)],
      ],
    );
  });

  test('turns its payments into an advance if nothing else is owed', async () => {
    const payment = await house.pay({
      personalAccountId: account(2),
      amount: '300',
      paidOn: '2026-03-05',
    });
    await reverse(firstOf(2));
    assert.deepEqual(partsOf(await house.get(payment.id)), [
      '2026-01 40.00',
      '2026-02 200.00',
      'advance 60.00',
    ]);
    assert.deepEqual(await house.owed(account(2)), ['-60.00', '0.00']);
    const next = await house.pay({
      personalAccountId: account(2),
      amount: '5',
      paidOn: '2026-03-05',
    });
    assert.deepEqual(partsOf(next), ['advance 5.00']);
  });
});

describe('a reversal is refused', () => {
  test('for a charge of a draft, and for one that booked nothing', async () => {
    const { cycleId, chargeIds } = await house.draft('2026-03', [
      [account(3), '10.00'],
      [account(3), '0.00'],
    ]);
    for (const state of ['draft', 'applied']) {
      const { status, problem } = await reverse(chargeIds[1] ?? 0);
      assert.deepEqual([status, problem.code], [409, 'charge-not-booked'], state);
      if (state === 'applied') break;
      const drafted = await reverse(chargeIds[0] ?? 0);
      assert.deepEqual([drafted.status, drafted.problem.code], [409, 'charge-not-booked']);
      await house.ask(applyCycle, { params: { cycleId } });
    }
    assert.equal((await reverse(chargeIds[0] ?? 0)).status, 200);
  });

  test('for a missing charge, and for one of another organization', async () => {
    const stranger = await makePayingHouse(stand);
    const foreign = await stranger.ask(reverseCharge, {
      params: { chargeId: firstOf(4) },
      body: {
        reason: 'чужое',
      },
    });
    const absent = await reverse(999_999);
    assert.deepEqual([foreign.status, foreign.problem.code], [404, 'not-found']);
    assert.deepEqual([absent.status, absent.problem.code], [404, 'not-found']);
  });

  test('without a reason', async () => {
    for (const body of [{}, { reason: '' }, { reason: ' ' }, { reason: 'x'.repeat(501) }]) {
      const answer = await house.ask(reverseCharge, { params: { chargeId: firstOf(4) }, body });
      assert.deepEqual([answer.status, answer.problem.errors?.[0]?.path], [400, '/reason']);
    }
  });
});

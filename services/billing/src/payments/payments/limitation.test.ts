// Money without a named month skips time-barred debts: when it is booked, when it is reallocated, and in the penalties, until a
// rule says otherwise.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { getDebtors } from '@kvartplata/contracts/billing/debtors.ts';
import {
  createPenaltyRule,
  deletePenaltyRule,
} from '@kvartplata/contracts/billing/penalty-rules.ts';
import type { PaymentWithHistory } from '@kvartplata/contracts/billing/payments.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import type pg from 'pg';
import { makeAccruingHouse, type AccruingHouse } from '../../testing/accruing.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { assertInOrder } from '../../testing/in-order.ts';
import { HEADER, importOpening } from '../../testing/opening-files.ts';
import { bookPenalty, partsOf, untilAllocated } from '../../testing/paying-house.ts';
import { importRegistry } from '../../testing/registry-files.ts';

let stand: BillingStand;
let owner: pg.Pool;

before(async () => {
  stand = await startBillingStand();
  ({ owner } = stand);
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

const OLD = '2022-03';
const BASIS = 'Решение правления № 2';

/** Ten accounts that owe 3000.00 for each month. */
async function makeOldHouse(...months: readonly string[]): Promise<AccruingHouse> {
  const house = await makeAccruingHouse(stand);
  for (const month of months)
    await house.charge(
      month,
      house.accounts.map((account) => [account, '3000.00'] as const),
    );
  return house;
}

function groundsOf({ explanation }: PaymentWithHistory): readonly string[] {
  return explanation.map(({ period, amount, ground }) => `${period ?? '-'} ${amount} ${ground}`);
}

describe('3000.00 paid on 2026-09-12', () => {
  let house: AccruingHouse;
  const account = (index: number): number => house.accounts[index] ?? 0;
  const pay = async (index: number, more: object = {}) =>
    house.pay({ personalAccountId: account(index), amount: '3000', paidOn: '2026-09-12', ...more });

  before(async () => (house = await makeOldHouse(OLD, '2026-06', '2026-08')));

  test('pays 2026-06, since the limitation of 2022-03 has run out, and says why', async () => {
    const payment = await pay(0);
    assert.deepEqual(partsOf(payment), ['2026-06 3000.00']);
    assert.deepEqual([payment.namedPeriod, payment.period], [null, '2026-09']);
    const told = await house.get(payment.id);
    assert.deepEqual(groundsOf(told), ['2026-06 3000.00 oldest-not-barred']);
    const [part] = told.explanation;
    assert.match(part?.ru ?? '', /ГК РФ, ст\. 196, 319\.1 п\. 3; постановление Пленума ВС РФ/);
    assert.match(part?.en ?? '', /Civil Code art\. 196, 319\.1 p\. 3; Resolution 22/);
    assert.deepEqual(await house.owed(account(0)), ['6000.00', '0.00']);
  });

  test('pays 2022-03 if it names that', async () => {
    const payment = await pay(1, { period: OLD });
    assert.deepEqual(partsOf(payment), ['2022-03 3000.00']);
    assert.equal(payment.namedPeriod, OLD);
    assert.deepEqual(groundsOf(await house.get(payment.id)), ['2022-03 3000.00 named-month']);
  });

  test('pays 2022-03 if made before the limitation has run out, and later payments move', async () => {
    const later = await pay(2);
    const early = await pay(2, { paidOn: '2025-04-11', amount: '1000' });
    assert.deepEqual(partsOf(early), ['2022-03 1000.00']);
    assert.deepEqual(partsOf(await house.get(later.id)), ['2026-06 3000.00']);
    const nextDay = await pay(2, { paidOn: '2025-04-12', amount: '1000' });
    assert.deepEqual(partsOf(nextDay), ['2026-06 1000.00']);
    assert.deepEqual(partsOf(await house.get(later.id)), ['2026-06 2000.00', '2026-08 1000.00']);
  });

  test('is an advance if nothing else is owed, which the next month uses', async () => {
    await pay(3, { amount: '6000' });
    const payment = await pay(3);
    assert.deepEqual(partsOf(payment), ['advance 3000.00']);
    assert.deepEqual(groundsOf(await house.get(payment.id)), ['- 3000.00 advance-beside-barred']);
    assert.deepEqual(await house.owed(account(3)), ['0.00', '0.00']);
    await house.charge('2026-09', [[account(3), '3000.00']]);
    await untilAllocated(owner);
    assert.deepEqual(partsOf(await house.get(payment.id)), ['2026-09 3000.00']);
  });

  test('leaves the old debt in the report of debtors, marked as time-barred', async () => {
    const { body } = await house.ask(getDebtors, { query: { houseId: house.houseId } });
    const rowOf = (index: number) =>
      body.items.find(({ personalAccountId }) => personalAccountId === account(index));
    const [first, named] = [rowOf(0), rowOf(1)];
    assert.deepEqual(
      [first?.principal, first?.over365, first?.timeBarred],
      ['6000.00', '3000.00', '3000.00'],
    );
    assert.deepEqual([named?.principal, named?.timeBarred], ['6000.00', '0.00']);
  });
});

test('a time-barred debt from an opening balance gets no unnamed money either', async () => {
  const house = await makeAccruingHouse(stand);
  const file = `${HEADER}\nLS01;${OLD};principal;;3000.00\nLS01;2025-11;principal;;3000.00\n`;
  await importOpening(stand.app, house.user, { asOf: '2026-01' }, file);
  const paid = { personalAccountId: house.account, amount: '4000', paidOn: '2026-09-12' };
  assert.deepEqual(partsOf(await house.pay(paid)), ['2025-11 3000.00', 'advance 1000.00']);
});

test('two payments of one registry are split as if they came in two', async () => {
  const paid = async (...files: readonly string[]) => {
    const house = await makeOldHouse(OLD, '2026-08');
    await bookPenalty(stand, house, house.account, { period: '2026-09', amount: '500.00' });
    for (const rows of files)
      await importRegistry(
        stand.app,
        house.user,
        { profile: 'csv' },
        `account;amount;date;period\n${rows}`,
      );
    return house.owed(house.account);
  };
  const rows = [`LS01;3000;2026-09-12;${OLD}`, 'LS01;3100;2026-09-13;'] as const;
  assert.deepEqual(await paid(...rows), ['0.00', '400.00']);
  assert.deepEqual(await paid(rows.join('\n')), ['0.00', '400.00']);
});

test('penalties take into account which months were paid', async () => {
  const house = await makeOldHouse(OLD, '2026-06');
  await house.pay({ personalAccountId: house.account, amount: '3000', paidOn: '2026-07-10' });
  await house.accrue('2026-10-31');
  const [accrual] = await house.accruals();
  const debts = accrual?.debts.map(({ period, lines }) => `${period} ${lines.at(-1)?.debtAmount}`);
  assert.deepEqual(debts, [`${OLD} 3000.00`]);
});

test('money not allocated to a time-barred debt does not pay its penalties either', async () => {
  const house = await makeOldHouse(OLD);
  await house.accrue('2024-12-31');
  const [, penalty] = await house.owed(house.account);
  assert.notEqual(penalty, '0.00');
  const paid = { personalAccountId: house.account, amount: '3000', paidOn: '2026-09-12' };
  const payment = await house.pay(paid);
  assert.deepEqual([payment.penaltyAmount, ...partsOf(payment)], ['0.00', 'advance 3000.00']);
  // A penalty on a newer debt is paid.
  const mixed = await makeOldHouse(OLD, '2025-01');
  await mixed.accrue('2024-12-31');
  const [, ofOld] = await mixed.owed(mixed.account);
  await mixed.accrue('2025-12-31');
  const [, ofBoth] = await mixed.owed(mixed.account);
  assert.equal(ofOld, penalty);
  const both = await mixed.pay({ ...paid, personalAccountId: mixed.account, amount: '9000' });
  assert.equal(both.principalAmount < '9000.00', true);
  assert.ok(Number(both.penaltyAmount) < Number(ofBoth));
});

test('a rule can turn the limitation off, and payments are allocated again', async () => {
  const house = await makeOldHouse(OLD, '2026-06');
  const paid = { personalAccountId: house.account, amount: '3000', paidOn: '2026-09-12' };
  const payment = await house.pay(paid);
  const { organizationId } = house;
  const rule = { organizationId, kind: 'limitation', value: false, basis: BASIS };
  const { body } = await house.ask(createPenaltyRule, {
    body: { ...rule, validFrom: '2026-09-01' },
  });
  const untilParts = async (...parts: readonly string[]): Promise<void> =>
    until(`it lies on ${parts.join(', ')}`, async () => {
      const told = await house.get(payment.id);
      return partsOf(told).join() === parts.join();
    });
  await untilParts('2022-03 3000.00');
  const moved = await house.get(payment.id);
  assert.deepEqual(
    moved.allocationHistory.map(({ period, amount, reason }) => `${period} ${amount} ${reason}`),
    ['2026-06 3000.00 payment', '2026-06 -3000.00 new-rules', '2022-03 3000.00 new-rules'],
  );
  assert.equal(moved.allocationHistory.at(-1)?.causeId, body.id);
  assert.deepEqual(groundsOf(moved), ['2022-03 3000.00 oldest-debt']);
  await house.ask(deletePenaltyRule, { params: { penaltyRuleId: body.id } });
  await untilParts('2026-06 3000.00');
});

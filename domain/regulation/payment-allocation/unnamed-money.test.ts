// What money without a named month pays: nothing time-barred, and court fees first.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseBillingMonth } from '../../calendar/billing-month.ts';
import { parseDay } from '../../calendar/day.ts';
import { allocatePayments, type MonthDebt } from './allocate-payments.ts';
import { limitationOf, NO_LIMITATION, type Limitation } from './limitation.ts';

type PaymentRow = readonly [paidOn: string, amount: bigint, named?: string];

function debtsOf(rows: readonly (readonly [string, bigint])[]): MonthDebt[] {
  return rows.map(([month, amountKopecks]) => ({
    kind: 'principal',
    month: parseBillingMonth(month),
    amountKopecks,
  }));
}

function paymentOf([paidOn, principalKopecks, named]: PaymentRow) {
  return {
    id: 1,
    paidOn: parseDay(paidOn),
    named: named === undefined ? null : parseBillingMonth(named),
    principalKopecks,
    penaltyKopecks: 0n,
  };
}

describe('money without a named month', () => {
  const limitation = limitationOf({ house: [], organization: [] });
  const debts = debtsOf([
    ['2022-03', 3000_00n],
    ['2026-06', 3000_00n],
    ['2026-08', 3000_00n],
  ]);
  const groundsOf = (
    owed: readonly MonthDebt[],
    payment: PaymentRow,
    rules: Limitation = limitation,
  ): string[] =>
    allocatePayments(owed, [paymentOf(payment)], [], rules).allocations.map(
      ({ month, amountKopecks, ground }) => `${String(month)} ${amountKopecks} ${ground}`,
    );

  test('passes over what is time-barred: 3000.00 on 2026-09-12 pays 2026-06', () => {
    assert.deepEqual(groundsOf(debts, ['2026-09-12', 3000_00n]), [
      '2026-06 300000 oldest-not-barred',
    ]);
    assert.deepEqual(groundsOf(debts, ['2026-09-12', 3000_00n, '2022-03']), [
      '2022-03 300000 named-month',
    ]);
    assert.deepEqual(groundsOf(debts, ['2026-09-12', 3000_00n], NO_LIMITATION), [
      '2022-03 300000 oldest-debt',
    ]);
  });

  test('pays a month up to three years after its last day to pay: 2022-04-11', () => {
    assert.deepEqual(groundsOf(debts, ['2025-04-11', 10n]), ['2022-03 10 oldest-debt']);
    assert.deepEqual(groundsOf(debts, ['2025-04-12', 10n]), ['2026-06 10 oldest-not-barred']);
  });

  test('is an advance when all that is owed is time-barred', () => {
    assert.deepEqual(groundsOf(debts.slice(0, 1), ['2026-09-12', 10n]), [
      'null 10 advance-beside-barred',
    ]);
  });

  test('pays court fees first, if paid in the month of their booking or later', () => {
    const owed = [
      ...debtsOf([['2026-01', 100n]]),
      { ...debtsOf([['2026-03', 150n]])[0]!, courtFeesKopecks: 50n },
    ];
    assert.deepEqual(groundsOf(owed, ['2026-03-01', 160n]), [
      '2026-03 50 court-costs',
      '2026-01 100 oldest-debt',
      '2026-03 10 oldest-debt',
    ]);
    assert.deepEqual(groundsOf(owed, ['2026-02-28', 120n]), [
      '2026-01 100 oldest-debt',
      '2026-03 20 oldest-debt',
    ]);
    assert.deepEqual(groundsOf(owed, ['2026-03-10', 120n, '2026-01']), [
      '2026-01 100 named-month',
      '2026-03 20 court-costs',
    ]);
  });
});

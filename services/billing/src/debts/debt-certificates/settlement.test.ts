// What a certificate calls a debt: worked figures. Months are due on the 10th of the next one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import type { MonthDebt } from '@kvartplata/domain/regulation/payment-allocation/allocate-payments.ts';
import { settle } from './settlement.ts';

const RULES = { organization: [], house: [] };
const ON = Temporal.PlainDate.from('2026-11-30');

const open = (month: string, amountKopecks: Kopecks, courtFeesKopecks?: Kopecks): MonthDebt => ({
  kind: 'principal',
  month: parseBillingMonth(month),
  amountKopecks,
  ...(courtFeesKopecks !== undefined && { courtFeesKopecks }),
});

function settled(
  openMonths: readonly MonthDebt[],
  advanceKopecks = 0n,
  penaltyKopecks = 0n,
  interest: ReadonlyMap<string, Kopecks> = new Map(),
) {
  const books = { openMonths, advanceKopecks, penaltyKopecks, interest };
  const { months, ...sums } = settle(books, RULES, ON);
  const inRoubles = Object.entries(sums)
    .filter(([, sum]) => sum !== 0n)
    .map(([name, sum]) => `${name} ${formatKopecks(sum)}`);
  return { months: months.map(({ period, amount }) => `${period} ${amount}`), inRoubles };
}

test('an account without any books owes nothing', () => {
  assert.deepEqual(settled([]), { months: [], inRoubles: [] });
});

test('what is not due yet is no debt, and is to be paid', () => {
  assert.deepEqual(settled([open('2026-11', 500_00n)]), {
    months: [],
    inRoubles: ['notDue 500.00', 'balance 500.00'],
  });
});

test('overdue months, court fees and penalties are the debt', () => {
  const months = [open('2026-09', 300_00n), open('2026-08', 250_00n, 50_00n)];
  assert.deepEqual(settled([...months, open('2026-11', 500_00n)], 0n, 12_34n), {
    months: ['2026-08 200.00', '2026-09 300.00'],
    inRoubles: [
      'overdue 500.00',
      'courtFees 50.00',
      'penalty 12.34',
      'notDue 500.00',
      'balance 1062.34',
      'debt 562.34',
    ],
  });
});

test('an advance beside a debt lowers it, and never below zero', () => {
  assert.deepEqual(settled([open('2020-01', 300_00n)], 100_00n).inRoubles, [
    'overdue 300.00',
    'advance 100.00',
    'balance 200.00',
    'debt 200.00',
  ]);
  assert.deepEqual(settled([open('2020-01', 300_00n)], 400_00n).inRoubles, [
    'overdue 300.00',
    'advance 400.00',
    'balance -100.00',
  ]);
});

test('penalties that were given back beyond those owed are an advance', () => {
  assert.deepEqual(settled([open('2026-09', 300_00n)], 0n, -20_00n).inRoubles, [
    'overdue 300.00',
    'advance 20.00',
    'balance 280.00',
    'debt 280.00',
  ]);
});

test('interest of a plan is due with the charges of its month, a court fee at once', () => {
  const interest = new Map([
    ['2026-09', 170_00n],
    ['2026-11', 155_83n],
  ]);
  const months = [open('2026-09', 170_00n, 170_00n), open('2026-11', 655_83n, 555_83n)];
  assert.deepEqual(settled(months, 0n, 0n, interest).inRoubles, [
    'courtFees 570.00',
    'notDue 255.83',
    'balance 825.83',
    'debt 570.00',
  ]);
});

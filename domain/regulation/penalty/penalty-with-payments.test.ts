import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDay, parseDay } from '../../calendar/day.ts';
import type { Fraction } from '../../money/fraction.ts';
import { formatFraction } from '../../money/fraction.ts';
import { formatKopecks, parseKopecks } from '../../money/kopecks.ts';
import { parseScaled } from '../../money/scaled.ts';
import cases from './penalty-cases.json' with { type: 'json' };
import type { RateRecord } from './penalty-rate.ts';
import type { LatePayment, Penalty, PenaltyTerms } from './penalty.ts';
import { calculatePenalty } from './penalty.ts';

function calculatePenaltyWithPayments(
  terms: PenaltyTerms,
  payments: readonly LatePayment[],
): Penalty {
  return calculatePenalty({ ...terms, payments });
}

function inRoubles({ numerator, denominator }: Fraction, places: number): string {
  return formatFraction({ numerator, denominator: denominator * 100n }, places);
}

/** The published moratoria include their last day: this is the only reading that gives the figures of P06. */
function withMoratoria(
  ratePercent: string,
  moratoria: readonly (readonly string[])[],
): RateRecord[] {
  const effectiveRateE4 = parseScaled(ratePercent, 4);
  const records: RateRecord[] = [];
  let validFrom = parseDay('2000-01-01');
  for (const [first = '', last = ''] of moratoria) {
    const from = parseDay(first);
    const to = parseDay(last);
    records.push(
      { validFrom, validTo: from.subtract({ days: 1 }), effectiveRateE4 },
      { validFrom: from, validTo: to, effectiveRateE4: 0n },
    );
    validFrom = to.add({ days: 1 });
  }
  return [...records, { validFrom, validTo: null, effectiveRateE4 }];
}

for (const published of cases) {
  test(`published case ${published.id} costs ${published.publishedPenalty}`, () => {
    const result = calculatePenaltyWithPayments(
      {
        debtKopecks: parseKopecks(published.debt),
        dueDate: parseDay(published.dueDate),
        targetDate: parseDay(published.targetDate),
        rateHistory: withMoratoria(published.ratePercent, published.moratoria),
      },
      published.payments.map(([paidOn = '', amount = '']) => ({
        paidOn: parseDay(paidOn),
        amountKopecks: parseKopecks(amount),
      })),
    );
    assert.equal(inRoubles(result.penaltyKopecks, 2), published.publishedPenalty);
    assert.equal(inRoubles(result.penaltyKopecks, 6), published.exact);
    assert.equal(result.overdueDays, published.overdueDays);
  });
}

/** At 39 % a debt of 1000.00 costs 1.30 a day at 1/300; day 31 is 2025-02-10. */
const terms = {
  debtKopecks: parseKopecks('1000.00'),
  dueDate: parseDay('2025-01-10'),
  targetDate: parseDay('2025-02-19'),
  rateHistory: [{ validFrom: parseDay('2020-01-01'), validTo: null, effectiveRateE4: 39_0000n }],
};

const payments = [
  { paid: [], penalty: '13.00', why: 'unpaid, 10 × 1.30' },
  { paid: ['2025-02-14/400.00'], penalty: '10.40', why: '5 × 1.30 + 5 × 0.78' },
  {
    paid: ['2025-02-14/100.00', '2025-02-14/300.00'],
    penalty: '10.40',
    why: 'two payments on one day',
  },
  { paid: ['2025-02-10/1000.00'], penalty: '1.30', why: 'the day of the payment still counts' },
  { paid: ['2025-02-09/1000.00'], penalty: '0.00', why: 'all paid within the free days' },
  { paid: ['2025-01-10/400.00'], penalty: '7.80', why: 'paid in time, 10 × 0.78' },
  { paid: ['2025-02-19/400.00'], penalty: '13.00', why: 'paid on the target date' },
  { paid: ['2025-02-25/400.00'], penalty: '13.00', why: 'paid after the target date' },
];

for (const { paid, penalty, why } of payments) {
  test(`1000.00 less [${paid.join(', ')}] costs ${penalty}: ${why}`, () => {
    const list = paid.map((text) => {
      const [paidOn = '', amount = ''] = text.split('/');
      return { paidOn: parseDay(paidOn), amountKopecks: parseKopecks(amount) };
    });
    const { penaltyKopecks } = calculatePenaltyWithPayments(terms, list);
    assert.equal(inRoubles(penaltyKopecks, 2), penalty);
  });
}

test('each segment has the debt it was computed on, and none follows full payment', () => {
  const { segments } = calculatePenaltyWithPayments(terms, [
    { paidOn: parseDay('2025-02-11'), amountKopecks: parseKopecks('250.00') },
    { paidOn: parseDay('2025-02-13'), amountKopecks: parseKopecks('750.00') },
  ]);
  assert.deepEqual(
    segments.map(({ from, to, debtKopecks }) =>
      [formatDay(from), formatDay(to), formatKopecks(debtKopecks)].join(' '),
    ),
    [
      '2025-01-11 2025-02-09 1000.00',
      '2025-02-10 2025-02-11 1000.00',
      '2025-02-12 2025-02-13 750.00',
    ],
  );
});

test('nothing is overdue on the due date, whatever was paid', () => {
  const paid = [{ paidOn: parseDay('2025-01-05'), amountKopecks: 100n }];
  const onDueDate = { ...terms, targetDate: terms.dueDate };
  assert.deepEqual(calculatePenaltyWithPayments(onDueDate, paid).segments, []);
});

test('payments that are negative or exceed the debt are refused', () => {
  const paidOn = parseDay('2025-02-14');
  assert.throws(
    () => calculatePenaltyWithPayments(terms, [{ paidOn, amountKopecks: -1n }]),
    /negative/,
  );
  assert.throws(
    () => calculatePenaltyWithPayments(terms, [{ paidOn, amountKopecks: 100_001n }]),
    /exceed the debt/,
  );
});

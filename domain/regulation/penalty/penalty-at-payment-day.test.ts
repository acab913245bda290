import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDay, parseDay } from '../../calendar/day.ts';
import { formatFraction } from '../../money/fraction.ts';
import { parseScaled } from '../../money/scaled.ts';
import type { RateRecord } from './penalty-rate.ts';
import { RateNotFoundError } from './penalty-rate.ts';
import type { Penalty, PenaltyTerms } from './penalty.ts';
import { calculatePenalty } from './penalty.ts';

function rate(validFrom: string, validTo: string | null, percent: string): RateRecord {
  return {
    validFrom: parseDay(validFrom),
    validTo: validTo === null ? null : parseDay(validTo),
    effectiveRateE4: parseScaled(percent, 4),
  };
}

/** 1000.00 due 2025-01-10: at 39 % a day costs 1.30 at 1/300 and 3.00 at 1/130. */
function of1000(targetDate: string, rateHistory: readonly RateRecord[], debtKopecks = 1000_00n) {
  return {
    debtKopecks,
    dueDate: parseDay('2025-01-10'),
    targetDate: parseDay(targetDate),
    rateHistory,
  };
}

function calculatePenaltyAtPaymentDay(terms: PenaltyTerms): Penalty {
  return calculatePenalty({ ...terms, method: 'payment-day' });
}

function kopecks({ penaltyKopecks }: Penalty): string {
  return formatFraction(penaltyKopecks, 4);
}

const halved = [rate('2020-01-01', '2025-02-19', '39'), rate('2025-02-20', null, '19.5')];

test('every day counts at the rate of the day of payment: 20 × 0.65 and not 10 × 1.30 + 10 × 0.65', () => {
  const penalty = calculatePenaltyAtPaymentDay(of1000('2025-03-01', halved));
  assert.equal(kopecks(penalty), '1300.0000');
  assert.equal(kopecks(calculatePenalty(of1000('2025-03-01', halved))), '1950.0000');
  assert.deepEqual(
    penalty.segments.map(({ from, to, rateE4 }) => [formatDay(from), formatDay(to), rateE4]),
    [
      ['2025-01-11', '2025-02-09', 19_5000n],
      ['2025-02-10', '2025-03-01', 19_5000n],
    ],
  );
});

test('where the rate never changed both methods agree', () => {
  const flat = [rate('2020-01-01', null, '39')];
  for (const target of ['2025-01-10', '2025-02-09', '2025-02-10', '2025-04-20'])
    assert.deepEqual(
      calculatePenaltyAtPaymentDay(of1000(target, flat)),
      calculatePenalty(of1000(target, flat)),
    );
});

test('the days of a moratorium stay free: 20 days less 5 are 15 × 1.30', () => {
  const paused = [
    rate('2020-01-01', '2025-02-14', '10'),
    rate('2025-02-15', '2025-02-19', '0'),
    rate('2025-02-20', null, '39'),
  ];
  assert.equal(kopecks(calculatePenaltyAtPaymentDay(of1000('2025-03-01', paused))), '1950.0000');
});

test('only the rate of the day of payment is needed, and its absence names that day', () => {
  const late = [rate('2025-03-01', null, '39')];
  assert.equal(kopecks(calculatePenaltyAtPaymentDay(of1000('2025-03-01', late))), '2600.0000');
  assert.throws(
    () => calculatePenaltyAtPaymentDay(of1000('2025-02-28', late)),
    (error) => error instanceof RateNotFoundError && formatDay(error.day) === '2025-02-28',
  );
  assert.throws(() => calculatePenaltyAtPaymentDay(of1000('2025-02-09', [])), RateNotFoundError);
});

test('no rate is needed if nothing is overdue or owed', () => {
  for (const terms of [of1000('2025-01-10', []), of1000('2026-01-01', [], 0n)])
    assert.equal(kopecks(calculatePenaltyAtPaymentDay(terms)), '0.0000');
  assert.throws(() => calculatePenaltyAtPaymentDay(of1000('2025-04-01', [], -1n)), RangeError);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDay, parseDay } from '../../calendar/day.ts';
import { formatFraction } from '../../money/fraction.ts';
import { parseKopecks } from '../../money/kopecks.ts';
import { parseScaled } from '../../money/scaled.ts';
import { deriveEffectiveRates } from './effective-rate.ts';
import keyRates from './key-rates.json' with { type: 'json' };
import type { RateRecord } from './penalty-rate.ts';
import { RateNotFoundError } from './penalty-rate.ts';
import { MAJOR_REPAIRS_SCALE } from './penalty-scale.ts';
import type { Penalty, PenaltySegment } from './penalty.ts';
import { calculatePenalty } from './penalty.ts';

function rate(validFrom: string, validTo: string | null, percent: string): RateRecord {
  return {
    validFrom: parseDay(validFrom),
    validTo: validTo === null ? null : parseDay(validTo),
    effectiveRateE4: parseScaled(percent, 4),
  };
}

/** At 39 % a debt of 1000.00 costs 1.30 a day at 1/300 and 3.00 a day at 1/130. */
const flat39 = [rate('2020-01-01', null, '39')];

function inRoubles({ penaltyKopecks }: Penalty, places = 2): string {
  return formatFraction(
    { ...penaltyKopecks, denominator: penaltyKopecks.denominator * 100n },
    places,
  );
}

function inWords(segment: PenaltySegment): string {
  const { from, to, days, rateE4, fraction, amountKopecks } = segment;
  const part = `${fraction.numerator}/${fraction.denominator}`;
  const amount = formatFraction(amountKopecks, 4);
  return `${formatDay(from)} ${formatDay(to)} ${days}d ${rateE4} ${part} ${amount}`;
}

const byOverdueDay = [
  { due: '2025-01-10', target: '2025-01-09', days: 0, penalty: '0.00', why: 'before the due date' },
  { due: '2025-01-10', target: '2025-01-10', days: 0, penalty: '0.00', why: 'paid in time' },
  { due: '2025-01-10', target: '2025-01-11', days: 1, penalty: '0.00', why: 'day 1 is free' },
  { due: '2025-01-10', target: '2025-02-09', days: 30, penalty: '0.00', why: 'day 30 is free' },
  { due: '2025-01-10', target: '2025-02-10', days: 31, penalty: '1.30', why: 'one day at 1/300' },
  { due: '2025-01-10', target: '2025-04-10', days: 90, penalty: '78.00', why: '60 × 1.30' },
  { due: '2025-01-10', target: '2025-04-11', days: 91, penalty: '81.00', why: '78.00 + 3.00' },
  {
    due: '2025-01-10',
    target: '2025-04-20',
    days: 100,
    penalty: '108.00',
    why: '78.00 + 10 × 3.00',
  },
  { due: '2024-01-30', target: '2024-03-01', days: 31, penalty: '1.30', why: 'over a leap day' },
  { due: '2025-01-30', target: '2025-03-01', days: 30, penalty: '0.00', why: 'no leap day' },
  { due: '2024-02-29', target: '2024-03-31', days: 31, penalty: '1.30', why: 'due on a leap day' },
  { due: '2023-12-31', target: '2024-12-31', days: 366, penalty: '906.00', why: '78 + 276 × 3' },
];

for (const { due, target, days, penalty, why } of byOverdueDay) {
  test(`1000.00 at 39 % due ${due} costs ${penalty} by ${target}, day ${days}: ${why}`, () => {
    const result = calculatePenalty({
      debtKopecks: parseKopecks('1000.00'),
      dueDate: parseDay(due),
      targetDate: parseDay(target),
      rateHistory: flat39,
    });
    assert.equal(inRoubles(result), penalty);
    assert.equal(result.overdueDays, days);
  });
}

function penaltyOf1000(targetDate: string, rateHistory: readonly RateRecord[]): Penalty {
  return calculatePenalty({
    debtKopecks: parseKopecks('1000.00'),
    dueDate: parseDay('2025-01-10'),
    targetDate: parseDay(targetDate),
    rateHistory,
  });
}

test('there are no segments if nothing is overdue', () => {
  assert.deepEqual(penaltyOf1000('2025-01-10', flat39).segments, []);
});

test('the segments show the free days, 1/300 and 1/130', () => {
  assert.deepEqual(penaltyOf1000('2025-04-20', flat39).segments.map(inWords), [
    '2025-01-11 2025-02-09 30d 390000 0/1 0.0000',
    '2025-02-10 2025-04-10 60d 390000 1/300 7800.0000',
    '2025-04-11 2025-04-20 10d 390000 1/130 3000.0000',
  ]);
});

test('each day is counted at its own rate: 10 × 1.30 and 10 × 0.65 are 19.50', () => {
  const halved = [rate('2020-01-01', '2025-02-19', '39'), rate('2025-02-20', null, '19.5')];
  const result = penaltyOf1000('2025-03-01', halved);
  assert.equal(inRoubles(result), '19.50');
  assert.deepEqual(result.segments.map(inWords), [
    '2025-01-11 2025-02-09 30d 390000 0/1 0.0000',
    '2025-02-10 2025-02-19 10d 390000 1/300 1300.0000',
    '2025-02-20 2025-03-01 10d 195000 1/300 650.0000',
  ]);
});

test('the order of the rate records does not matter', () => {
  const halved = [rate('2025-02-20', null, '19.5'), rate('2020-01-01', '2025-02-19', '39')];
  assert.equal(inRoubles(penaltyOf1000('2025-03-01', halved)), '19.50');
});

test('consecutive records with the same rate make one segment', () => {
  const renewed = [rate('2020-01-01', '2025-02-19', '39'), rate('2025-02-20', null, '39')];
  assert.deepEqual(penaltyOf1000('2025-04-20', renewed), penaltyOf1000('2025-04-20', flat39));
});

test('a rate of 0 stops the accrual, not the count of days', () => {
  const paused = [
    rate('2020-01-01', '2025-02-09', '39'),
    rate('2025-02-10', '2025-04-10', '0'),
    rate('2025-04-11', null, '39'),
  ];
  assert.equal(inRoubles(penaltyOf1000('2025-04-11', paused)), '3.00');
});

const gaps = [
  { rates: [], missing: '2025-01-11', why: 'no rate at all' },
  {
    rates: [rate('2025-02-12', null, '39')],
    missing: '2025-01-11',
    why: 'the reference begins too late',
  },
  {
    rates: [rate('2020-01-01', '2025-03-01', '39')],
    missing: '2025-03-02',
    why: 'the reference ends too early',
  },
  {
    rates: [rate('2020-01-01', '2025-02-28', '39'), rate('2025-03-02', null, '39')],
    missing: '2025-03-01',
    why: 'one day between two records',
  },
  {
    rates: [rate('2020-01-01', '2025-01-20', '39'), rate('2025-01-22', null, '39')],
    missing: '2025-01-21',
    why: 'one of the days that cost nothing',
  },
];

for (const { rates, missing, why } of gaps) {
  test(`a missing rate throws an error that names ${missing}: ${why}`, () => {
    assert.throws(
      () => penaltyOf1000('2025-04-20', rates),
      (error) => error instanceof RateNotFoundError && formatDay(error.day) === missing,
    );
  });
}

test('a debt of zero costs nothing, even without any rate', () => {
  const dates = { dueDate: parseDay('2025-01-10'), targetDate: parseDay('2025-04-20') };
  const result = calculatePenalty({ debtKopecks: 0n, ...dates, rateHistory: [] });
  assert.equal(inRoubles(result), '0.00');
  assert.equal(result.overdueDays, 100);
  assert.deepEqual(result.segments, []);
});

test('a negative debt is refused, overdue or not', () => {
  for (const target of ['2025-01-01', '2025-04-20']) {
    const dates = { dueDate: parseDay('2025-01-10'), targetDate: parseDay(target) };
    assert.throws(
      () => calculatePenalty({ debtKopecks: -1n, ...dates, rateHistory: flat39 }),
      RangeError,
    );
  }
});

test('major repairs stay at 1/300: 70 × 1.30 by day 100', () => {
  const result = calculatePenalty({
    debtKopecks: parseKopecks('1000.00'),
    dueDate: parseDay('2025-01-10'),
    targetDate: parseDay('2025-04-20'),
    rateHistory: flat39,
    scale: MAJOR_REPAIRS_SCALE,
  });
  assert.equal(inRoubles(result), '91.00');
});

const realRates = deriveEffectiveRates(
  keyRates.rates.map(({ validFrom, validTo, baseCbrRate }) => ({
    validFrom: parseDay(validFrom),
    validTo: validTo === null ? null : parseDay(validTo),
    baseRateE4: parseScaled(baseCbrRate, 4),
  })),
);

test('days of delay go on during the moratorium: 10,000.00 due 2020-02-10 costs 151.35', () => {
  const result = calculatePenalty({
    debtKopecks: parseKopecks('10000.00'),
    dueDate: parseDay('2020-02-10'),
    targetDate: parseDay('2021-01-31'),
    rateHistory: realRates,
  });
  assert.equal(inRoubles(result), '151.35');
  assert.deepEqual(result.segments.map(inWords), [
    '2020-02-11 2020-03-11 30d 60000 0/1 0.0000',
    '2020-03-12 2020-04-05 25d 60000 1/300 5000.0000',
    '2020-04-06 2020-05-10 35d 0 1/300 0.0000',
    '2020-05-11 2020-12-31 235d 0 1/130 0.0000',
    '2021-01-01 2021-01-31 31d 42500 1/130 10134.6154',
  ]);
});

test('the cap applies while the key rate rises: 10,000.00 due 2023-07-10 costs 575.64', () => {
  const result = calculatePenalty({
    debtKopecks: parseKopecks('10000.00'),
    dueDate: parseDay('2023-07-10'),
    targetDate: parseDay('2023-11-30'),
    rateHistory: realRates,
  });
  assert.equal(inRoubles(result), '575.64');
  assert.deepEqual(result.segments.map(inWords), [
    '2023-07-11 2023-07-23 13d 75000 0/1 0.0000',
    '2023-07-24 2023-08-09 17d 85000 0/1 0.0000',
    '2023-08-10 2023-08-14 5d 85000 1/300 1416.6667',
    '2023-08-15 2023-10-08 55d 95000 1/300 17416.6667',
    '2023-10-09 2023-11-30 53d 95000 1/130 38730.7692',
  ]);
});

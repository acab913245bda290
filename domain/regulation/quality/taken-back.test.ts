// Appendix 1 in worked figures, each calculated by hand.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatKopecks } from '../../money/kopecks.ts';
import { fraction, multiply, roundHalfUp } from '../../money/fraction.ts';
import type { ActKind, QualityStandard, ServiceAct } from './service-act.ts';
import { lossesOf, partOf, type ActsOfMonth } from './taken-back.ts';

type Told = { readonly measured?: number; readonly required?: number; readonly allowed?: number };

const JANUARY = Temporal.PlainYearMonth.from('2026-01');
const act = (kind: ActKind, from: string, to: string, told: Told = {}): ServiceAct => ({
  kind,
  from: `2026-${from}:00`,
  to: `2026-${to}:00`,
  measuredE4: told.measured === undefined ? null : BigInt(Math.round(told.measured * 10_000)),
  requiredE4: told.required === undefined ? null : BigInt(Math.round(told.required * 10_000)),
  allowedHours: told.allowed ?? null,
});

/** What is taken back from a charge of so many roubles. */
function taken(
  standard: QualityStandard,
  roubles: bigint,
  acts: readonly ServiceAct[],
  more: Partial<ActsOfMonth> = {},
): string {
  const losses = lossesOf({
    standard,
    month: JANUARY,
    isCharged: () => true,
    aboveCold: () => fraction(3n, 4n),
    acts,
    ...more,
  });
  return formatKopecks(roundHalfUp(multiply(fraction(roubles), partOf(losses)), 2));
}

const tenHours = (day: string, measured?: number): ServiceAct =>
  act(
    'interruption',
    `01-${day}T08:00`,
    `01-${day}T18:00`,
    measured === undefined ? {} : { measured },
  );
const threeHours = ['05', '07', '09', '11', '13'].map((day) =>
  act('interruption', `01-${day}T08:00`, `01-${day}T11:00`),
);

describe('breaks', () => {
  const cases: readonly (readonly [
    why: string,
    standard: QualityStandard,
    roubles: bigint,
    acts: readonly ServiceAct[],
    taken: string,
  ])[] = [
    [
      'heating, three of 10 h at 12 °C: 30 − 24 = 6 h',
      'heating',
      3000n,
      [tenHours('05', 12), tenHours('08', 12), tenHours('11', 12)],
      '27.00',
    ],
    [
      'heating that was not measured is not below 12 °C',
      'heating',
      3000n,
      [tenHours('05')],
      '0.00',
    ],
    ['heating, 10 h at 11 °C: 8 h at once', 'heating', 3000n, [tenHours('05', 11)], '9.00'],
    ['heating, 10 h at 9 °C: 4 h at once', 'heating', 3000n, [tenHours('05', 9)], '27.00'],
    ['heating, 10 h at 7 °C: not an hour', 'heating', 3000n, [tenHours('05', 7)], '45.00'],
    ['cold water, 15 h in short breaks: 15 − 8 = 7 h', 'cold-supply', 1000n, threeHours, '10.50'],
    ['one break of 10 h: 10 − 4 = 6 h, not 10 − 8', 'cold-supply', 1000n, [tenHours('05')], '9.00'],
    [
      'two of 10 h: both 4 h of the month’s 8',
      'sewerage',
      1000n,
      [tenHours('05'), tenHours('06')],
      '18.00', // 12 h
    ],
    [
      'gas: 4 h a month, 10 + 10 − 4',
      'gas-supply',
      1000n,
      [tenHours('05'), tenHours('06')],
      '24.00',
    ],
    [
      'electricity with two sources: 2 h of each break',
      'power',
      1000n,
      [
        { ...tenHours('05'), allowedHours: 2 },
        { ...tenHours('06'), allowedHours: 2 },
      ],
      '24.00',
    ],
    [
      'a dead-end main: 24 h of its own, and the month’s 8 h stay',
      'cold-supply',
      1000n,
      [act('interruption', '01-02T00:00', '01-03T06:00', { allowed: 24 }), ...threeHours],
      '19.50', // 6 h and 7 h
    ],
    [
      'half hours are counted together, and then full: 5 × 2:30 − 8 = 4:30',
      'cold-supply',
      1000n,
      ['05', '07', '09', '11', '13'].map((day) =>
        act('interruption', `01-${day}T08:00`, `01-${day}T10:30`),
      ),
      '6.00',
    ],
    [
      'from the last evening of December: 4 h are over on New Year',
      'cold-supply',
      1000n,
      [{ ...act('interruption', '01-01T00:00', '01-01T10:00'), from: '2025-12-31T20:00:00' }],
      '15.00',
    ],
    [
      'to February: the hours of January alone',
      'cold-supply',
      1000n,
      [act('interruption', '01-31T14:00', '02-01T20:00')],
      '9.00',
    ],
    [
      'waste, 10 days in the cold: 240 − 48 = 192 h, 8 × 3.3 %',
      'waste-collection',
      1000n,
      [act('interruption', '01-05T00:00', '01-15T00:00', { measured: -7 })],
      '264.00',
    ],
    [
      'no more than the charge',
      'cold-supply',
      1000n,
      [act('interruption', '01-01T00:00', '02-01T00:00')],
      '1000.00',
    ],
  ];
  for (const [why, standard, roubles, acts, expected] of cases)
    test(why, () => assert.equal(taken(standard, roubles, acts), expected));

  test('a day that is not charged deducts nothing, but uses up the allowed time', () => {
    const acts = [tenHours('05'), tenHours('25')];
    const isCharged = (day: number): boolean => day > 15;
    assert.equal(taken('cold-supply', 1000n, acts, { isCharged }), '9.00');
  });
});

describe('bad quality', () => {
  const cases: readonly (readonly [
    why: string,
    standard: QualityStandard,
    roubles: bigint,
    acts: readonly ServiceAct[],
    taken: string,
  ])[] = [
    [
      '17 °C where 18 had to be, for 48 h',
      'heating',
      3000n,
      [act('temperature', '01-10T00:00', '01-12T00:00', { measured: 17, required: 18 })],
      '216.00',
    ],
    [
      'without what had to be, 15 °C will do by night: 38 h',
      'heating',
      3000n,
      [act('temperature', '01-10T00:00', '01-12T00:00', { measured: 17 })],
      '171.00',
    ],
    [
      'half a degree is no full one',
      'heating',
      3000n,
      [act('temperature', '01-10T05:00', '01-10T15:00', { measured: 16.5 })],
      '45.00', // 10 h × 1°
    ],
    [
      '24 °C is two degrees too warm',
      'heating',
      3000n,
      [act('temperature', '01-10T05:00', '01-10T15:00', { measured: 24 })],
      '90.00',
    ],
    [
      'hot water of 52 °C by day: 57 − 52 is one step of 3',
      'hot-supply',
      2000n,
      Array.from({ length: 10 }, (_, index) =>
        act('temperature', `01-${index + 10}T08:00`, `01-${index + 10}T18:00`, { measured: 52 }),
      ),
      '200.00', // 100 h
    ],
    [
      'the same, as an act says the bound',
      'hot-supply',
      2000n,
      [act('temperature', '01-05T00:00', '01-09T04:00', { measured: 52, required: 57 })],
      '200.00',
    ],
    [
      'by night 52 °C is three degrees below 55',
      'hot-supply',
      2000n,
      [act('temperature', '01-05T00:00', '01-09T04:00', { measured: 52, required: 60 })],
      '200.00',
    ],
    [
      'by day 54 °C is one step, by night none',
      'hot-supply',
      2000n,
      [act('temperature', '01-05T00:00', '01-06T00:00', { measured: 54 })],
      '38.00',
    ],
    [
      'below 40 °C: three quarters of the price, 74.4 of 744 h',
      'hot-supply',
      2000n,
      [act('temperature', '01-05T00:00', '01-08T02:24', { measured: 39.9 })],
      '150.00',
    ],
    [
      'pressure a fifth too low: 0.1 % an hour',
      'cold-supply',
      1000n,
      [act('pressure', '01-05T00:00', '01-05T10:00', { measured: 0.024 })],
      '10.00',
    ],
    [
      'pressure more than a quarter too low: the hours are not paid',
      'cold-supply',
      744n,
      [act('pressure', '01-05T00:00', '01-05T10:00', { measured: 0.0224 })],
      '10.00',
    ],
    [
      'pressure within its bounds',
      'hot-supply',
      1000n,
      [act('pressure', '01-05T00:00', '01-05T10:00', { measured: 0.45 })],
      '0.00',
    ],
    [
      'gas may deviate by 0.0005 MPa',
      'gas-supply',
      1000n,
      [act('pressure', '01-05T00:00', '01-05T10:00', { measured: 0.0007 })],
      '0.00',
    ],
    [
      'heating: the pressure that had to be, less 30 %',
      'heating',
      744n,
      [act('pressure', '01-05T00:00', '01-05T10:00', { measured: 0.42, required: 0.6 })],
      '10.00',
    ],
    [
      'rusty water: the hours are not paid',
      'cold-supply',
      744n,
      [act('quality', '01-05T00:00', '01-06T00:00')],
      '24.00',
    ],
    [
      'voltage: 0.15 % an hour',
      'power',
      1000n,
      [act('quality', '01-05T00:00', '01-05T10:00')],
      '15.00',
    ],
    [
      'hours without the service are neither hours of bad quality nor of the service: 741 × 21/741',
      'cold-supply',
      741n,
      [
        act('quality', '01-05T00:00', '01-06T00:00'),
        act('interruption', '01-05T10:00', '01-05T13:00'),
      ],
      '21.00',
    ],
  ];
  for (const [why, standard, roubles, acts, expected] of cases)
    test(why, () => assert.equal(taken(standard, roubles, acts), expected));
});

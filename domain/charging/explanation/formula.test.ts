// A charge in one line: the formula of each rule.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ChargeBasis } from '../charge-line.ts';
import { formulaOf, sourceOf } from './formula.ts';

const part = {
  from: '2026-07-01',
  to: '2026-07-31',
  days: 31,
  volume: '4.320000',
  tariff: '49.1900',
  tariffBasis: 'order 1',
  amount: '212.50',
};
const meter = {
  serialNumber: 'M',
  digits: 5,
  previous: '99998.500',
  previousOn: '2026-06-25',
  current: '2.820',
  currentOn: '2026-07-25',
  rollover: true,
};
const byNorm = {
  ...part,
  norm: '3.190000',
  normBasis: 'order 2',
  persons: 1,
  personsAreOwners: false,
};
const unread = { meterId: 1, serialNumber: 'M', because: 'meter-faulty', period: 4 } as const;
const averaged = {
  meterId: 1,
  serialNumber: 'M',
  because: 'reading-missing',
  period: 2,
  average: { months: 6, volume: '24.000', days: 31 },
} as const;

describe('a formula shows in figures how the volume was found', () => {
  const cases: readonly (readonly [why: string, basis: ChargeBasis, formula: string])[] = [
    [
      'a meter that rolled over',
      { rule: 'individual-meter', daysInMonth: 31, parts: [part], meters: [meter] },
      '2.82 + 10^5 − 99998.5; 4.32 м³ × 49.19 = 212.50',
    ],
    [
      'a norm for one person',
      { rule: 'norm-per-person', daysInMonth: 31, parts: [byNorm] },
      '1 person × 3.19; 4.32 м³ × 49.19 = 212.50',
    ],
    [
      'owners for some days',
      {
        rule: 'norm-per-person',
        daysInMonth: 31,
        parts: [{ ...byNorm, days: 16, persons: 2, personsAreOwners: true }],
      },
      '2 owners × 3.19 × 16/31 days; 4.32 м³ × 49.19 = 212.50',
    ],
    [
      'an area',
      { rule: 'area', daysInMonth: 31, parts: [part], area: '4.32' },
      '4.32 м³ × 49.19 = 212.50',
    ],
    [
      'heating',
      { rule: 'heating-by-norm', daysInMonth: 31, parts: [byNorm], area: '55.44' },
      '55.44 m² × 3.19; 4.32 м³ × 49.19 = 212.50',
    ],
    [
      'what is drained',
      {
        rule: 'water-disposal',
        daysInMonth: 31,
        parts: [part],
        volumes: { 'cold-water': '4.320000', 'hot-water': '1701/155' },
      },
      '4.32 (cold-water) + 10.974194 (hot-water); 4.32 м³ × 49.19 = 212.50',
    ],
    [
      'a share of what the house used in common',
      {
        rule: 'odn-house-meter',
        daysInMonth: 31,
        parts: [part],
        area: '60.00',
        house: {
          volume: '12000.000000',
          individualVolumes: '10000.000000',
          shared: '2000.000000',
          roomsArea: '2400.00',
        },
      },
      'max(0, 12000 − 10000) = 2000, shared out by 60.00 / 2400.00 m²; 4.32 м³ × 49.19 = 212.50',
    ],
    [
      'a late reading after estimates',
      {
        rule: 'individual-meter',
        daysInMonth: 31,
        parts: [part],
        meters: [{ ...meter, rollover: false, previous: '0.000', estimated: '1.500000' }],
      },
      '2.82 − 0 − 1.5 (charged by estimates); 4.32 м³ × 49.19 = 212.50',
    ],
    [
      'an average',
      { rule: 'average-reading-missing', daysInMonth: 31, parts: [part], unread: [averaged] },
      '24 / 6 months (period 2 of 3); 4.32 м³ × 49.19 = 212.50',
    ],
    [
      'a meter on some of the days and the norm on the others',
      {
        rule: 'meter-some-days',
        daysInMonth: 31,
        parts: [
          { ...part, days: 20 },
          { ...byNorm, days: 11 },
        ],
        meters: [meter],
      },
      '2.82 + 10^5 − 99998.5 + 1 person × 3.19 × 11/31 days; 4.32 м³ × 49.19 = 212.50 + 4.32 м³ × 49.19 = 212.50',
    ],
    [
      'a norm in place of a meter',
      { rule: 'norm-meter-faulty', daysInMonth: 31, parts: [byNorm], unread: [unread] },
      '1 person × 3.19; 4.32 м³ × 49.19 = 212.50',
    ],
    [
      'the excess by K',
      { rule: 'excess', daysInMonth: 31, parts: [{ ...byNorm, coefficient: '1.50' }] },
      '1 person × 3.19 × (1.5 − 1); 4.32 м³ × 49.19 = 212.50',
    ],
    [
      'the heat in hot water',
      {
        rule: 'norm-per-person',
        component: 'heat',
        daysInMonth: 31,
        parts: [{ ...byNorm, heatNorm: '0.061100' }],
      },
      '(1 person × 3.19) × 0.0611; 4.32 м³ × 49.19 = 212.50',
    ],
    [
      'what a late reading takes back',
      {
        rule: 'late-reading',
        daysInMonth: 31,
        parts: [part],
        meters: [{ ...meter, rollover: false, previous: '0.000', estimated: '7.000000' }],
      },
      '2.82 − 0 − 7 (charged by estimates); 4.32 м³ × 49.19 = 212.50',
    ],
    [
      'an absence',
      {
        rule: 'absence',
        daysInMonth: 31,
        parts: [{ ...byNorm, absentPersonDays: 10 }],
      },
      '−3.19 × 10 person-days / 31; 4.32 м³ × 49.19 = 212.50',
    ],
    [
      'heating over the whole year',
      {
        rule: 'heating-by-norm',
        daysInMonth: 31,
        parts: [byNorm],
        area: '55.44',
        heatingMonths: 7,
      },
      '55.44 m² × 3.19 × 7/12; 4.32 м³ × 49.19 = 212.50',
    ],
    [
      'heating by the house meter',
      {
        rule: 'heating-house-meter',
        daysInMonth: 31,
        parts: [part],
        area: '50.00',
        house: { volume: '120.000000', shared: '120.000000', roomsArea: '1000.00' },
      },
      '120, shared out by 50.00 / 1000.00 m²; 4.32 м³ × 49.19 = 212.50',
    ],
    [
      'common-house needs by norm',
      {
        rule: 'odn-norm',
        daysInMonth: 31,
        parts: [part],
        area: '60.00',
        house: {
          norm: '3.940000',
          normBasis: 'order 2',
          commonArea: '1426.00',
          shared: '5618.440000',
          roomsArea: '2400.00',
        },
      },
      '3.94 × 1426.00 m² = 5618.44, shared out by 60.00 / 2400.00 m²; 4.32 м³ × 49.19 = 212.50',
    ],
    [
      'common-house needs above their norm',
      {
        rule: 'odn-capped',
        daysInMonth: 31,
        parts: [part],
        area: '60.00',
        house: {
          volume: '12000.000000',
          individualVolumes: '10000.000000',
          norm: '1.000000',
          commonArea: '1426.00',
          limit: '1426.000000',
          shared: '1426.000000',
          roomsArea: '2400.00',
        },
      },
      'min(max(0, 12000 − 10000), 1 × 1426.00 m²) = 1426, shared out by 60.00 / 2400.00 m²; 4.32 м³ × 49.19 = 212.50',
    ],
    [
      'the difference of an earlier month',
      {
        rule: 'correction',
        daysInMonth: 31,
        parts: [],
        correction: {
          period: '2026-05',
          reason: 'a new tariff',
          stood: [
            { chargeId: 1, period: '2026-05', amount: '200.00' },
            { chargeId: 2, period: '2026-06', amount: '5.00' },
          ],
          now: { rule: 'individual-meter', daysInMonth: 31, parts: [part], meters: [meter] },
        },
      },
      '212.50 − 200.00 − 5.00 for 2026-05',
    ],
    [
      'a line that is no longer charged',
      {
        rule: 'correction',
        daysInMonth: 31,
        parts: [],
        correction: {
          period: '2026-05',
          reason: 'no such service',
          stood: [{ chargeId: 1, period: '2026-05', amount: '200.00' }],
        },
      },
      '0.00 − 200.00 for 2026-05',
    ],
    [
      'a bill of the former application, which need not be a product',
      { rule: 'former-bill', daysInMonth: 31, parts: [{ ...part, amount: '200.00' }] },
      '200.00 as billed, for 4.32 м³ at 49.19',
    ],
  ];
  for (const [why, basis, formula] of cases) {
    test(why, () => {
      assert.equal(formulaOf(basis, 'м³'), formula);
    });
  }

  test("the source of the heat in water is the water's and its own formula", () => {
    const heat = {
      rule: 'individual-meter',
      component: 'heat',
      daysInMonth: 31,
      parts: [],
    } as const;
    assert.match(sourceOf(heat), /^Decree 354, .*; formula 23: the heat in the water$/);
  });

  test('a month in two parts adds them up', () => {
    const basis: ChargeBasis = {
      rule: 'area',
      daysInMonth: 31,
      parts: [part, { ...part, tariff: '50.0000', amount: '216.00' }],
    };
    assert.equal(formulaOf(basis, 'м²'), '4.32 м² × 49.19 = 212.50 + 4.32 м² × 50 = 216.00');
  });
});

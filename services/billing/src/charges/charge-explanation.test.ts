import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ChargeBasis } from '@kvartplata/domain/charging/charge-line.ts';
import { explain } from './charge-explanation.ts';

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

describe('a charge says in figures where its volume comes from', () => {
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
        volumes: { 'cold-water': '4.320000' },
      },
      '4.32 (cold-water); 4.32 м³ × 49.19 = 212.50',
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
      'a bill of the former application, which need not be a product',
      { rule: 'former-bill', daysInMonth: 31, parts: [{ ...part, amount: '200.00' }] },
      '200.00 as billed, for 4.32 м³ at 49.19',
    ],
  ];
  for (const [why, basis, formula] of cases) {
    test(why, () => {
      assert.equal(explain(basis, 'м³').formula, formula);
    });
  }

  test('a month in two parts adds them up', () => {
    const basis: ChargeBasis = {
      rule: 'area',
      daysInMonth: 31,
      parts: [part, { ...part, tariff: '50.0000', amount: '216.00' }],
    };
    assert.equal(explain(basis, 'м²').formula, '4.32 м² × 49.19 = 212.50 + 4.32 м² × 50 = 216.00');
  });
});

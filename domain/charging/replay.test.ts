// A charge is recomputed from its stored basis alone. Tests with random houses, next to the reference calculation, check that
// this gives the amount of every line.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fraction } from '../money/fraction.ts';
import { formatExact, parseExact } from './exact-text.ts';
import type { ChargeBasis } from './charge-line.ts';
import { replay } from './replay.ts';

const part = {
  from: '2026-07-01',
  to: '2026-07-31',
  days: 31,
  volume: '9.999999',
  tariff: '49.1900',
  tariffBasis: 'order 1',
  amount: '9.99',
};
const basics = { rounding: 'part-half-up', daysInMonth: 31, parts: [part] } as const;

describe('a replay', () => {
  test('uses readings and tariff, not the stored volume and amount', () => {
    const meter = {
      serialNumber: 'M',
      digits: 5,
      previous: '150.000',
      previousOn: '2026-06-25',
      current: '154.320',
      currentOn: '2026-07-25',
      rollover: false,
    };
    const basis: ChargeBasis = { ...basics, rule: 'individual-meter', meters: [meter] };
    assert.equal(replay(basis), 212_50n);
    assert.equal(replay({ ...basis, meters: [{ ...meter, current: '155.320' }] }), 261_69n);
  });

  test('of an area with a share is exact: 55.00 × 0.33333333 × 49.19', () => {
    const basis: ChargeBasis = {
      ...basics,
      rule: 'area',
      area: '18.33',
      roomArea: '55.00',
      share: '0.33333333',
    };
    assert.equal(replay(basis), 901_82n); // 901.8166576…
  });

  test('of a former bill is the billed amount', () => {
    assert.equal(replay({ rule: 'former-bill', daysInMonth: 31, parts: [part, part] }), 19_98n);
  });

  test("of a correction is the month's new charge less the standing charges", () => {
    const now: ChargeBasis = { ...basics, rule: 'area', area: '18.33' }; // × 49.19 = 901.6527
    const stood = [
      { chargeId: 1, period: '2026-05', amount: '900.00' },
      { chargeId: 7, period: '2026-06', amount: '1.50' },
    ];
    const correction = { period: '2026-05', reason: 'a new tariff', stood };
    const basis: ChargeBasis = { rule: 'correction', daysInMonth: 31, parts: [], correction };
    assert.equal(replay({ ...basis, correction: { ...correction, now } }), 15n);
    assert.equal(replay(basis), -901_50n);
  });

  test('throws when an input is missing', () => {
    assert.throws(() => replay({ ...basics, rule: 'norm-per-person' }), /lacks/);
    assert.throws(() => replay({ ...basics, rule: 'odn-house-meter' }), /lacks/);
    assert.throws(() => replay({ ...basics, rule: 'correction' }), /lacks/);
  });
});

describe('an exact volume as text', () => {
  const texts: readonly (readonly [text: string, numerator: bigint, denominator: bigint])[] = [
    ['4.320000', 432n, 100n],
    ['-0.500000', -1n, 2n],
    ['1/3', 5n, 15n],
    ['-989/155', -989n, 155n],
    ['0.000000', 0n, 7n],
  ];
  for (const [text, numerator, denominator] of texts) {
    test(`${numerator}/${denominator} is written ${text} and read back`, () => {
      assert.equal(formatExact(fraction(numerator, denominator)), text);
      const read = parseExact(text);
      assert.equal(read.numerator * denominator, numerator * read.denominator);
    });
  }
});

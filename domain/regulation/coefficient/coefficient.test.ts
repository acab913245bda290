// The coefficient K: its values by service and day, and what it adds.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findCovering } from '../../calendar/period.ts';
import { fraction, multiply, roundHalfUp } from '../../money/fraction.ts';
import { coefficientsOf, excessVolume } from './coefficient.ts';

const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text);

describe('the coefficient K', () => {
  const values: readonly (readonly [service: string, day: string, valueE2: bigint | undefined])[] =
    [
      ['cold-water', '2016-12-31', undefined],
      ['cold-water', '2017-01-01', 150n],
      ['cold-water', '2025-12-05', 150n],
      ['cold-water', '2025-12-06', 300n],
      ['hot-water', '2025-12-06', 150n],
      ['hot-water-two-component', '2026-01-01', 150n],
      ['electricity', '2026-01-01', 150n],
      ['heating', '2026-01-01', undefined],
      ['gas', '2026-01-01', undefined],
      ['waste', '2026-01-01', undefined],
      ['water-disposal', '2026-01-01', undefined],
    ];
  for (const [service, on, valueE2] of values) {
    test(`of ${service} on ${on} is ${valueE2 === undefined ? 'not known' : valueE2}`, () => {
      assert.equal(findCovering(coefficientsOf(service), day(on))?.valueE2, valueE2);
    });
  }

  test('adds volume × (K − 1): 2 × 3.19 × 0.5 × 49.19 = 156.92', () => {
    const excess = excessVolume(fraction(638n, 100n), 150n);
    assert.equal(roundHalfUp(multiply(excess, fraction(4919n, 100n)), 2), 156_92n);
  });
});

// The part of a charge that benefits deduct.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fraction, fromScaled, multiply, roundHalfUp } from '../../money/fraction.ts';
import { partTakenOff, partWithinNorm } from './benefit.ts';

const HALF_E4 = 5_000n;

test('2 persons, one entitled, 10 m³, norm 4, tariff 50, share 0.5: min(5, 4) × 50 × 0.5 = 100.00', () => {
  const withinNorm = partWithinNorm(fraction(10n), 2, fraction(4n));
  const part = partTakenOff({ entitled: 1, residents: 2, withinNorm, shareE4: HALF_E4 });
  assert.equal(roundHalfUp(multiply(fromScaled(500_00n, 2), part), 2), 100_00n);
});

test('a volume within the norm counts in full: 6 / 2 × 50 × 0.5 = 75.00', () => {
  const withinNorm = partWithinNorm(fraction(6n), 2, fraction(4n));
  const part = partTakenOff({ entitled: 1, residents: 2, withinNorm, shareE4: HALF_E4 });
  assert.equal(roundHalfUp(multiply(fromScaled(300_00n, 2), part), 2), 75_00n);
});

test('a negative volume is not limited by the norm', () => {
  assert.deepEqual(partWithinNorm(fraction(-3n), 2, fraction(1n)), fraction(1n));
});

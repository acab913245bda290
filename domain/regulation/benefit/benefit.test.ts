// The part of a charge that benefits deduct.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fraction, fromScaled, multiply, roundHalfUp } from '../../money/fraction.ts';
import { countedArea, partTakenOff, partWithinNorm, partWithinSocialNorm } from './benefit.ts';

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

test('the social norm counts 33 m² for one, 42 for two, 18 for each of three or more', () => {
  const norm = { oneE2: 33_00n, twoE2: 42_00n, eachE2: 18_00n };
  const counted = [1, 2, 3, 5].map((residents) => countedArea(residents, norm));
  assert.deepEqual(counted, [33_00n, 42_00n, 54_00n, 90_00n]);
});

test('50 m² of two, of which 42 count, × 30 × 0.5 for one of them: 1500.00 × 1/2 × 42/50 × 0.5 = 315.00', () => {
  const withinNorm = partWithinSocialNorm(fraction(50n), fraction(42n));
  const part = partTakenOff({ entitled: 1, residents: 2, withinNorm, shareE4: HALF_E4 });
  assert.equal(roundHalfUp(multiply(fromScaled(1500_00n, 2), part), 2), 315_00n);
});

test('an area within the social norm counts in full', () => {
  assert.deepEqual(partWithinSocialNorm(fraction(40n), fraction(42n)), fraction(1n));
});

// Heating by the house-wide meter: the published figure, and that the parts give the whole back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fraction, fromScaled, multiply, roundHalfUp } from '../../money/fraction.ts';
import { shareHeating } from './heating-by-house-meter.ts';

test('120 Gcal × 50/1000 × 2280.50 = 13683.00', () => {
  const [share = 0n] = shareHeating(fraction(120n), 6, [50n], 1_000n);
  assert.equal(share, 6_000_000n);
  assert.equal(
    roundHalfUp(multiply(fromScaled(share, 6), fromScaled(22_805_000n, 4)), 2),
    13_683_00n,
  );
});

test('three equal rooms share 10 Gcal without losing a millionth', () => {
  assert.deepEqual(shareHeating(fraction(10n), 6, [1n, 1n, 1n], 3n), [
    3_333_334n,
    3_333_333n,
    3_333_333n,
  ]);
});

test('rooms that hold more than the house are refused', () => {
  assert.throws(() => shareHeating(fraction(1n), 6, [3n, 2n], 4n), RangeError);
});

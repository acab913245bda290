// Common-house needs by norm: the published figures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fraction, fromScaled, multiply, roundHalfUp } from '../../money/fraction.ts';
import { commonHouseNorm, limitCommonHouseVolume } from './common-house-norm.ts';
import { shareCommonHouseVolume } from './common-house-volume.ts';

test('without a house meter: 3.94 × 1426 × 60/2400 = 140.461 kWh, × 1.936 = 271.93', () => {
  const common = commonHouseNorm(fraction(394n, 100n), 142_600n, 3);
  assert.equal(common, 5_618_440n);
  const [share = 0n] = shareCommonHouseVolume(common, [60n], 2_400n);
  assert.equal(share, 140_461n);
  assert.equal(roundHalfUp(multiply(fromScaled(share, 3), fromScaled(19_360n, 4)), 2), 271_93n);
});

test('consumers bear no more than the norm, and less when less was used', () => {
  assert.equal(limitCommonHouseVolume(7_000n, 5_618n), 5_618n);
  assert.equal(limitCommonHouseVolume(5_000n, 5_618n), 5_000n);
});

// The coefficient K: what it adds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fraction, multiply, roundHalfUp } from '../../money/fraction.ts';
import { excessVolume } from './coefficient.ts';

test('the coefficient K adds volume × (K − 1): 2 × 3.19 × 0.5 × 49.19 = 156.92', () => {
  const excess = excessVolume(fraction(638n, 100n), 150n);
  assert.equal(roundHalfUp(multiply(excess, fraction(4919n, 100n)), 2), 156_92n);
});

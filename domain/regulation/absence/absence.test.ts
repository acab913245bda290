// Temporary absence: which absences count, and the part of a volume by norm that falls on them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, fraction } from '../../money/fraction.ts';
import { absentVolume, isRecalculated } from './absence.ts';

test('an absence counts when it is longer than five full days', () => {
  assert.deepEqual([5, 6].map(isRecalculated), [false, true]);
});

test('one of two persons away for 10 of 31 days: 3.1 × 10/31 = 1.000', () => {
  assert.equal(compare(absentVolume(3_100_000n, 10, 31), fraction(1n)), 0);
});

test('the absence of all persons for the whole month is the whole volume n × N', () => {
  assert.equal(compare(absentVolume(3_190_000n, 2 * 31, 31), fraction(638n, 100n)), 0);
});

// A late reading: what is charged, and what is given back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fraction } from '../../money/fraction.ts';
import { lateReading } from './late-reading.ts';

test('what the estimates did not charge falls into the month of the reading: 10 − 6 = 4', () => {
  assert.deepEqual(lateReading(fraction(10n), fraction(6n)), {
    own: fraction(4n),
    recalculated: fraction(0n),
  });
});

test('volume overcharged by estimates is refunded, and none is charged: 3 − 6 = −3', () => {
  assert.deepEqual(lateReading(fraction(3n), fraction(6n)), {
    own: fraction(0n),
    recalculated: fraction(-3n),
  });
});

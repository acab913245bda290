import assert from 'node:assert/strict';
import { test } from 'node:test';
import { highestInterest } from './highest-interest.ts';

test('at a key rate of 14 % the interest of a plan is at most 17 %', () => {
  assert.equal(highestInterest(14_0000n), 17_0000n);
});

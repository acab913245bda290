import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DecimalFormatError } from './scaled.ts';
import { sumBy, sumOf, sumOfMoney } from './sums.ts';

test('amounts are added exactly, beyond what a float can hold, and nothing is zero', () => {
  assert.equal(sumOf([9_007_199_254_740_993n, 1n, -3n]), 9_007_199_254_740_991n);
  assert.equal(sumOf(new Map([['cold-water', 12n]]).values()), 12n);
  assert.equal(sumOf([]), 0n);
});

test('one figure of each item is added', () => {
  const lines = [{ kopecks: 100_10n }, { kopecks: -10n }];
  assert.equal(
    sumBy(lines, ({ kopecks }) => kopecks),
    100_00n,
  );
  assert.equal(
    sumBy([], () => 1n),
    0n,
  );
});

test('money is added as it is written, and a fraction of a kopeck is refused', () => {
  assert.equal(sumOfMoney(['0.10', '0.20', '-0.05']), '0.25');
  assert.equal(sumOfMoney([]), '0.00');
  assert.throws(() => sumOfMoney(['1.00', '0.001']), DecimalFormatError);
});

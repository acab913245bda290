import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { Fraction } from './fraction.ts';
import {
  add,
  compare,
  formatFraction,
  fraction,
  fromScaled,
  isNegative,
  multiply,
  reduce,
  roundHalfUp,
  subtract,
  sum,
} from './fraction.ts';

const anyFraction = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.bigInt({ min: 1n, max: 10n ** 9n }))
  .map(([numerator, denominator]) => fraction(numerator, denominator));

const roundings: {
  value: Fraction;
  places: number;
  halfUp: bigint;
  why: string;
}[] = [
  { value: fraction(1n, 8n), places: 2, halfUp: 13n, why: '0.125 is a half' },
  { value: fraction(-1n, 8n), places: 2, halfUp: -13n, why: '−0.125 is its mirror' },
  { value: fraction(1n, 3n), places: 2, halfUp: 33n, why: '0.333… is below a half' },
  { value: fraction(2n, 3n), places: 2, halfUp: 67n, why: '0.666… is above a half' },
  { value: fraction(-2n, 3n), places: 2, halfUp: -67n, why: 'its mirror' },
  { value: fraction(1n, 2n), places: 0, halfUp: 1n, why: 'to whole units' },
  { value: fraction(-1n, 2n), places: 0, halfUp: -1n, why: 'its mirror' },
  { value: fraction(1n, 201n), places: 2, halfUp: 0n, why: 'just below 0.005' },
  { value: fraction(1005n, 1000n), places: 2, halfUp: 101n, why: '1.005 as no double' },
  { value: fraction(0n, 7n), places: 2, halfUp: 0n, why: 'zero' },
];

for (const { value, places, halfUp, why } of roundings) {
  test(`${value.numerator}/${value.denominator} at ${places} places is rounded: ${why}`, () => {
    assert.equal(roundHalfUp(value, places), halfUp);
  });
}

test('a denominator of zero or below is refused', () => {
  assert.throws(() => fraction(1n, 0n), RangeError);
  assert.throws(() => fraction(1n, -2n), RangeError);
});

test('sums, differences and products of thirds and fourths are exact', () => {
  const third = fraction(1n, 3n);
  const fourth = fraction(1n, 4n);
  assert.deepEqual(add(third, fourth), fraction(7n, 12n));
  assert.deepEqual(subtract(fourth, third), fraction(-1n, 12n));
  assert.deepEqual(multiply(third, fourth), fraction(1n, 12n));
  assert.equal(compare(sum([third, third, third]), fraction(1n)), 0);
  assert.deepEqual(sum([]), fraction(0n));
});

test('reduction gives lowest terms, and zero as 0/1', () => {
  assert.deepEqual(reduce(fraction(-6n, 8n)), fraction(-3n, 4n));
  assert.deepEqual(reduce(fraction(0n, 8n)), fraction(0n));
});

test('values are compared across denominators', () => {
  assert.equal(compare(fraction(1n, 3n), fraction(1n, 2n)), -1);
  assert.equal(compare(fraction(-1n, 3n), fraction(-1n, 2n)), 1);
  assert.equal(compare(fraction(2n, 4n), fraction(1n, 2n)), 0);
  assert.equal(isNegative(fraction(-1n, 2n)), true);
  assert.equal(isNegative(fraction(0n)), false);
});

test('a scaled bigint becomes a rational and prints back', () => {
  assert.deepEqual(fromScaled(9_5000n, 4), fraction(9_5000n, 10_000n));
  assert.equal(formatFraction(fromScaled(9_5000n, 4), 2), '9.50');
  assert.equal(formatFraction(fraction(-2n, 3n), 6), '-0.666667');
});

test('rounding a negated amount gives the negated rounding', () => {
  fc.assert(
    fc.property(anyFraction, fc.nat({ max: 6 }), (value, places) => {
      const reversal = subtract(fraction(0n), value);
      assert.equal(roundHalfUp(reversal, places), -roundHalfUp(value, places));
    }),
  );
});

test('a rounded value is never more than half a unit off', () => {
  fc.assert(
    fc.property(anyFraction, fc.nat({ max: 6 }), (value, places) => {
      const error = subtract(fromScaled(roundHalfUp(value, places), places), value);
      const half = fraction(1n, 2n * 10n ** BigInt(places));
      assert.ok(compare(error, half) <= 0 && compare(subtract(fraction(0n), half), error) <= 0);
    }),
  );
});

test('adding and subtracting the same fraction leaves the value unchanged', () => {
  fc.assert(
    fc.property(anyFraction, anyFraction, (a, b) => {
      assert.equal(compare(subtract(add(a, b), b), a), 0);
      assert.equal(compare(reduce(a), a), 0);
    }),
  );
});

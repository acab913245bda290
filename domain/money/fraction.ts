// Exact rationals, for every value between the inputs and the single rounding that a rule prescribes.

import { formatScaled, powerOfTen } from './scaled.ts';

/** An exact rational; the denominator is positive, common factors may remain. */
export type Fraction = { readonly numerator: bigint; readonly denominator: bigint };

/**
 * The rational numerator/denominator; a whole number when the denominator is omitted.
 * @throws RangeError when the denominator is not positive.
 */
export function fraction(numerator: bigint, denominator = 1n): Fraction {
  if (denominator <= 0n) {
    throw new RangeError(`the denominator of a fraction must be positive, not ${denominator}`);
  }
  return { numerator, denominator };
}

/** The rational for a bigint in units of 10^-places. */
export function fromScaled(value: bigint, places: number): Fraction {
  return { numerator: value, denominator: powerOfTen(places) };
}

/** The exact sum. Unequal denominators are reduced, so that long sums stay small. */
export function add(a: Fraction, b: Fraction): Fraction {
  if (a.denominator === b.denominator) {
    return { numerator: a.numerator + b.numerator, denominator: a.denominator };
  }
  return reduce({
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  });
}

/** The exact difference a − b. */
export function subtract(a: Fraction, b: Fraction): Fraction {
  return add(a, { numerator: -b.numerator, denominator: b.denominator });
}

/** The exact product. */
export function multiply(a: Fraction, b: Fraction): Fraction {
  return {
    numerator: a.numerator * b.numerator,
    denominator: a.denominator * b.denominator,
  };
}

/** The exact quotient; the divisor must not be zero. */
export function divide(a: Fraction, { numerator, denominator }: Fraction): Fraction {
  return numerator < 0n
    ? multiply(a, { numerator: -denominator, denominator: -numerator })
    : multiply(a, { numerator: denominator, denominator: numerator });
}

/** The exact sum of a list; zero for an empty list. */
export function sum(list: readonly Fraction[]): Fraction {
  let total = fraction(0n);
  for (const term of list) total = add(total, term);
  return total;
}

/** Negative, zero or positive if a is below, equal to or above b; for use with Array.toSorted. */
export function compare(a: Fraction, b: Fraction): -1 | 0 | 1 {
  const left = a.numerator * b.denominator;
  const right = b.numerator * a.denominator;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Whether the value is below zero. */
export function isNegative(value: Fraction): boolean {
  return value.numerator < 0n;
}

/** The same value in lowest terms; zero becomes 0/1. */
export function reduce(value: Fraction): Fraction {
  const divisor = greatestCommonDivisor(magnitude(value.numerator), value.denominator);
  return { numerator: value.numerator / divisor, denominator: value.denominator / divisor };
}

/**
 * Rounds to units of 10^-places, halves away from zero, so that the reversal of an amount rounds to its exact mirror: 0.125 to
 * 0.13 and −0.125 to −0.13 at two places.
 */
export function roundHalfUp(value: Fraction, places: number): bigint {
  const scaled = magnitude(value.numerator) * powerOfTen(places);
  const rounded = (2n * scaled + value.denominator) / (2n * value.denominator);
  return isNegative(value) ? -rounded : rounded;
}

/** Formats with exactly `places` decimals, rounded by `roundHalfUp`. */
export function formatFraction(value: Fraction, places: number): string {
  return formatScaled(roundHalfUp(value, places), places);
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

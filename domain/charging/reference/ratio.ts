// Exact fractions for the reference calculation: always in lowest terms, with an independent arithmetic.

export type Ratio = readonly [numerator: bigint, denominator: bigint];

export const NOTHING: Ratio = [0n, 1n];

/** Plain numbers are exact up to this. */
const PLAIN = BigInt(Number.MAX_SAFE_INTEGER);

export function ratio(numerator: bigint | number, denominator: bigint | number = 1n): Ratio {
  let [a, b] = [BigInt(numerator), BigInt(denominator)];
  if (b < 0n) [a, b] = [-a, -b];
  if (b === 1n) return [a, b];
  const divisor = commonDivisor(a < 0n ? -a : a, b);
  return divisor === 1n ? [a, b] : [a / divisor, b / divisor];
}

/** Switches to plain numbers as soon as they are exact: this is the most frequent operation of the reference. */
function commonDivisor(one: bigint, other: bigint): bigint {
  let [x, y] = [one, other];
  while (y > PLAIN) [x, y] = [y, x % y];
  if (y === 0n) return x;
  let [a, b] = [Number(y), Number(x % y)];
  while (b > 0) [a, b] = [b, a % b];
  return BigInt(a);
}

export function plus([a, b]: Ratio, [c, d]: Ratio): Ratio {
  return b === d ? ratio(a + c, b) : ratio(a * d + c * b, b * d);
}

export function minus(from: Ratio, [c, d]: Ratio): Ratio {
  return plus(from, [-c, d]);
}

export function times(...factors: readonly Ratio[]): Ratio {
  const [first = ratio(1), ...others] = factors;
  return others.reduce(([a, b], [c, d]) => ratio(a * c, b * d), first);
}

export function inverse([a, b]: Ratio): Ratio {
  return ratio(b, a);
}

export function total(list: readonly Ratio[]): Ratio {
  return list.reduce(plus, NOTHING);
}

export function isBelow(left: Ratio, right: Ratio): boolean {
  return minus(left, right)[0] < 0n;
}

/** Half up; a half of a negative amount is rounded down. */
export function toWhole([a, b]: Ratio): bigint {
  const twice = 2n * (a < 0n ? -a : a) + b;
  const whole = twice / (2n * b);
  return a < 0n ? -whole : whole;
}

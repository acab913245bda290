// Exact fractions of the reference calculation: always in lowest terms, with an arithmetic of their own.

export type Ratio = readonly [numerator: bigint, denominator: bigint];

export const NOTHING: Ratio = [0n, 1n];

export function ratio(numerator: bigint | number, denominator: bigint | number = 1n): Ratio {
  let [a, b] = [BigInt(numerator), BigInt(denominator)];
  if (b < 0n) [a, b] = [-a, -b];
  let [x, y] = [a < 0n ? -a : a, b];
  while (y > 0n) [x, y] = [y, x % y];
  return [a / x, b / x];
}

export function plus([a, b]: Ratio, [c, d]: Ratio): Ratio {
  return ratio(a * d + c * b, b * d);
}

export function minus(from: Ratio, [c, d]: Ratio): Ratio {
  return plus(from, [-c, d]);
}

export function times(...factors: readonly Ratio[]): Ratio {
  return factors.reduce(([a, b], [c, d]) => ratio(a * c, b * d), ratio(1n));
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

/** Half up, a half of a negative amount going down. */
export function toWhole([a, b]: Ratio): bigint {
  const twice = 2n * (a < 0n ? -a : a) + b;
  const whole = twice / (2n * b);
  return a < 0n ? -whole : whole;
}

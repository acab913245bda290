// Electricity in ranges: consumption above a monthly bound is charged at another tariff.
import {
  add,
  compare,
  divide,
  fraction,
  fromScaled,
  multiply,
  subtract,
  sum,
  type Fraction,
} from '../../money/fraction.ts';

const ZERO = fraction(0n);

/**
 * How much of a volume is in each range, the first range being that below all bounds. A negative volume takes back from the
 * highest range first, and what it takes back beyond the month's own volume is in the first range.
 * @param before how much of the month's volume is already counted
 * @param boundsE3 monthly bounds in thousandths of the unit, ascending
 * @returns parts that sum to the volume, one more than the number of bounds
 * Source: Government Decree 1178 of 2011-12-29, Bases of pricing, p. 5, 71: tariffs of the population by ranges of the monthly
 * a month, whose bounds the region sets.
 */
export function volumesInRanges(
  before: Fraction,
  volume: Fraction,
  boundsE3: readonly bigint[],
): readonly Fraction[] {
  const bounds = boundsE3.map((bound) => fromScaled(bound, 3));
  const after = add(before, volume);
  return [undefined, ...bounds].map((from, range) => {
    const to = bounds[range];
    return subtract(within(after, from, to), within(before, from, to));
  });
}

/** The same for a part of a volume, which gets its share of each of the volume's ranges. */
export function partInRanges(
  part: Fraction,
  whole: Fraction,
  before: Fraction,
  boundsE3: readonly bigint[],
): readonly Fraction[] {
  if (whole.numerator === 0n) return [part, ...boundsE3.map(() => ZERO)];
  const share = divide(part, whole);
  return volumesInRanges(before, whole, boundsE3).map((one) => multiply(one, share));
}

/** @param valuesE4 per range, in ten-thousandths of a rouble @returns roubles */
export function costInRanges(volumes: readonly Fraction[], valuesE4: readonly bigint[]): Fraction {
  return sum(
    volumes.map((volume, range) => multiply(volume, fromScaled(valuesE4[range] ?? 0n, 4))),
  );
}

/** How much of everything counted up to `total` is between the bounds. */
function within(total: Fraction, from: Fraction | undefined, to: Fraction | undefined): Fraction {
  const capped = to !== undefined && compare(total, to) > 0 ? to : total;
  if (from === undefined) return capped;
  return compare(capped, from) > 0 ? subtract(capped, from) : ZERO;
}

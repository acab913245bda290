// Divides a total without losing a unit: the house's volume among rooms, a payment among debts.

import { sumOf } from './sums.ts';

type Share = { readonly index: number; readonly floor: bigint; readonly remainder: bigint };

/**
 * Shares out a total in proportion to the weights by the largest-remainder method: each gets its share rounded towards zero, and
 * the remaining units go to the largest remainders, ties to the earlier index. The parts are in the total's unit, in the order of
 * the weights, and sum to the total exactly; a negative total gets the mirrored parts.
 * @throws RangeError when there are no weights, a weight is negative, or all are zero.
 */
export function shareOut(total: bigint, weights: readonly bigint[]): bigint[] {
  const weightSum = sumOfWeights(weights);
  const sign = total < 0n ? -1n : 1n;
  const whole = total * sign;
  const shares = weights.map((weight, index): Share => {
    const product = whole * weight;
    return { index, floor: product / weightSum, remainder: product % weightSum };
  });
  const parts = shares.map((share) => share.floor);
  const left = whole - sumOf(parts);
  for (const { index, floor } of shares.toSorted(byRemainder).slice(0, Number(left))) {
    parts[index] = floor + 1n;
  }
  return parts.map((part) => part * sign);
}

function byRemainder(a: Share, b: Share): number {
  if (a.remainder === b.remainder) return a.index - b.index;
  return a.remainder > b.remainder ? -1 : 1;
}

function sumOfWeights(weights: readonly bigint[]): bigint {
  let weightSum = 0n;
  for (const [index, weight] of weights.entries()) {
    if (weight < 0n) {
      throw new RangeError(`cannot share out: the weight at index ${index} is negative, ${weight}`);
    }
    weightSum += weight;
  }
  if (weightSum === 0n) {
    throw new RangeError(`cannot share out: none of ${weights.length} weights is above zero`);
  }
  return weightSum;
}

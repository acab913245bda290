// What a benefit deducts from the charge for a service: the entitled persons' part, within the norm if the law says so.
import {
  compare,
  divide,
  fraction,
  fromScaled,
  multiply,
  type Fraction,
} from '../../money/fraction.ts';

/** Whether a benefit is limited to the norm per person. */
export const BENEFIT_LIMITS = ['norm', 'none'] as const;
export type BenefitLimit = (typeof BENEFIT_LIMITS)[number];

const WHOLE = fraction(1n);

/**
 * The fraction of a household's consumption that is within its norm; 1 if all of it is, or if it is zero.
 * @param volume the consumption of all residents on some days
 * @param norm the norm per person for these days, in the same unit
 * Source: Federal Law 181-FZ of 1995-11-24, art. 17: utilities within the norms.
 */
export function partWithinNorm(volume: Fraction, residents: number, norm: Fraction): Fraction {
  if (volume.numerator <= 0n) return WHOLE;
  const within = multiply(norm, fraction(BigInt(residents)));
  return compare(volume, within) <= 0 ? WHOLE : divide(within, volume);
}

/**
 * The fraction of a charge that is deducted: the entitled persons' part among the residents, as far as it is within the norm,
 * times their share.
 * @param shareE4 in (0, 1], ten-thousandths
 * Source: Housing Code, art. 160; Federal Laws 5-FZ of 1995-01-12 and 181-FZ of 1995-11-24, art. 17.
 */
export function partTakenOff({
  entitled,
  residents,
  withinNorm,
  shareE4,
}: {
  readonly entitled: number;
  readonly residents: number;
  readonly withinNorm: Fraction;
  readonly shareE4: bigint;
}): Fraction {
  const ofEntitled = fraction(BigInt(entitled), BigInt(residents));
  return multiply(multiply(ofEntitled, withinNorm), fromScaled(shareE4, 4));
}

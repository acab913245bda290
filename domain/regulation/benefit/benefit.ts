// What a benefit takes off the charge of a service: the entitled persons' part of it, within the norm where the law says so.
import {
  compare,
  divide,
  fraction,
  fromScaled,
  multiply,
  type Fraction,
} from '../../money/fraction.ts';

/** Whether a benefit goes beyond the norm of a person. */
export const BENEFIT_LIMITS = ['norm', 'none'] as const;
export type BenefitLimit = (typeof BENEFIT_LIMITS)[number];

const WHOLE = fraction(1n);

/**
 * How much of what a household draws lies within its norm; 1 where it draws no more than that, or nothing.
 * @param volume what all residents have drawn on some days
 * @param norm of one person on these days, in the same unit
 * Source: Federal Law 181-FZ of 1995-11-24, art. 17: utilities within the norms.
 */
export function partWithinNorm(volume: Fraction, residents: number, norm: Fraction): Fraction {
  if (volume.numerator <= 0n) return WHOLE;
  const within = multiply(norm, fraction(BigInt(residents)));
  return compare(volume, within) <= 0 ? WHOLE : divide(within, volume);
}

/**
 * The part of a charge that is taken off: that of the entitled among the residents, as far as it lies within the norm, times
 * their share.
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

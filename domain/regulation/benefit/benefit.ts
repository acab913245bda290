// What a benefit deducts from the charge for a service: the entitled persons' part, within a norm if the law says so.
import {
  compare,
  divide,
  fraction,
  fromScaled,
  multiply,
  type Fraction,
} from '../../money/fraction.ts';

/** Whether a benefit is limited: to the norm per person, to the social norm of a dwelling's area, or not at all. */
export const BENEFIT_LIMITS = ['norm', 'social-norm', 'none'] as const;
export type BenefitLimit = (typeof BENEFIT_LIMITS)[number];

/** The square metres of a dwelling that count: for one who lives alone, for two together, for each of three or more. */
export type SocialNorm = {
  readonly oneE2: bigint;
  readonly twoE2: bigint;
  readonly eachE2: bigint;
};

const WHOLE = fraction(1n);

/**
 * The fraction of a household's consumption that is within its norm; 1 if all of it is, or if it is zero.
 * @param volume the consumption of all residents on some days
 * @param norm the norm per person for these days, in the same unit
 * Source: Federal Law 181-FZ of 1995-11-24, art. 17: utilities within the norms.
 */
export function partWithinNorm(volume: Fraction, residents: number, norm: Fraction): Fraction {
  return partWithin(volume, multiply(norm, fraction(BigInt(residents))));
}

/**
 * The fraction of a dwelling's area that is within the social norm of its household; 1 if all of it is.
 * @param area square metres
 * @param counted square metres, of `countedArea`
 * Source: Housing Code, art. 160: benefits by the laws of the regions.
 */
export function partWithinSocialNorm(area: Fraction, counted: Fraction): Fraction {
  return partWithin(area, counted);
}

/** The square metres that the social norm counts for a household of so many. */
export function countedArea(residents: number, { oneE2, twoE2, eachE2 }: SocialNorm): bigint {
  if (residents === 1) return oneE2;
  return residents === 2 ? twoE2 : eachE2 * BigInt(residents);
}

function partWithin(used: Fraction, counted: Fraction): Fraction {
  if (used.numerator <= 0n) return WHOLE;
  return compare(used, counted) <= 0 ? WHOLE : divide(counted, used);
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

// Computes what benefits deduct from the data stored with the charge alone.
import {
  divide,
  fraction,
  fromScaled,
  multiply,
  roundHalfUp,
  sum,
  type Fraction,
} from '../money/fraction.ts';
import { formatKopecks, parseKopecks, type Kopecks } from '../money/kopecks.ts';
import { parseScaled } from '../money/scaled.ts';
import { sumOf } from '../money/sums.ts';
import {
  partTakenOff,
  partWithinNorm,
  partWithinSocialNorm,
} from '../regulation/benefit/benefit.ts';
import type { BenefitBasis, BenefitPart, BenefitsBasis, ChargeBasis } from './charge-line.ts';
import { parseExact } from './exact-text.ts';
import { given } from './explanation/volume-rule.ts';

type Days = Pick<ChargeBasis, 'daysInMonth'>;

/**
 * One amount per benefit, each rounded once; together never more than there is to pay.
 * @throws when the basis lacks what the benefits follow from
 */
export function takenOff({ benefits: told, daysInMonth }: ChargeBasis): readonly Kopecks[] {
  const { charge, left = charge, benefits } = given(told);
  let rest = parseKopecks(left);
  const isLimited = rest > 0n;
  return benefits.map((benefit) => {
    const whole = multiply(ofParts(benefit, { daysInMonth }), partLeft(given(told)));
    const amount = roundHalfUp(whole, 2);
    const taken = isLimited && amount > rest ? rest : amount;
    rest -= taken;
    return taken;
  });
}

/** The sum that all benefits of the basis deduct, and each with its own amount. */
export function toldAmounts(basis: ChargeBasis): {
  readonly total: Kopecks;
  readonly told: readonly BenefitBasis[];
} {
  const amounts = takenOff(basis);
  return {
    total: sumOf(amounts),
    told: given(basis.benefits).benefits.map((benefit, index) =>
      Object.assign({}, benefit, { amount: formatKopecks(amounts[index] ?? 0n) }),
    ),
  };
}

/** Roubles, before absences and acts take anything back. */
function ofParts({ share, persons, parts }: BenefitBasis, days: Days): Fraction {
  const shareE4 = parseScaled(share, 4);
  return sum(
    parts.map((part) => {
      const withinNorm = withinNormOf(part, days);
      const { residents } = part;
      const taken = partTakenOff({ entitled: persons, residents, withinNorm, shareE4 });
      return multiply(chargeOf(part), taken);
    }),
  );
}

/** Roubles for these days: a part's charge is spread evenly over its days, and a year's charge over its months. */
export function chargeOf({ charge, days, ofDays = days, months, ofMonths }: BenefitPart): Fraction {
  const part =
    months === undefined
      ? fraction(BigInt(days), BigInt(ofDays))
      : divide(parseExact(months), parseExact(given(ofMonths)));
  return multiply(fromScaled(parseKopecks(charge), 2), part);
}

/** The fraction of the drawn volume or of the area that is within the norm for these days; 1 if there is no limit. */
export function withinNormOf(part: BenefitPart, { daysInMonth }: Days): Fraction {
  const { volume, norm, residents, days, area, countedArea } = part;
  if (area !== undefined)
    return partWithinSocialNorm(parseExact(area), parseExact(given(countedArea)));
  if (norm === undefined) return fraction(1n);
  const ofDays = multiply(
    fromScaled(parseScaled(norm, 6), 6),
    fraction(BigInt(days), BigInt(daysInMonth)),
  );
  return partWithinNorm(parseExact(given(volume)), residents, ofDays);
}

/** The fraction of a charge that remains after absences and acts. */
function partLeft({ charge, left }: BenefitsBasis): Fraction {
  if (left === undefined) return fraction(1n);
  return divide(fromScaled(parseKopecks(left), 2), fromScaled(parseKopecks(charge), 2));
}

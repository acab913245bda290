// What a benefit line claims from each budget: the sum for each category, and for a correction only the change.
import type {
  BenefitBasis,
  BenefitsBasis,
  ChargeBasis,
  StandingAmount,
} from '@kvartplata/domain/charging/charge-line.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';

export type ClaimedBenefit = Pick<BenefitBasis, 'category' | 'share' | 'persons' | 'document'> & {
  /** The charge that the benefit reduces; zero for a category that a correction or a storno has removed. */
  readonly charged: string;
  /** Positive when claimed, negative when returned. */
  readonly benefit: string;
};

/**
 * What each line claims: its benefits, a correction only what the charges that stood before it have not claimed. So the claims of
 * all lines that stand add up to the benefits in force, even if a line among them was reversed.
 * @param basisOf a charge that stood before one of the lines
 */
export function claimsAmong(
  basisOf: (charge: StandingAmount) => ChargeBasis,
): (line: ChargeBasis) => readonly ClaimedBenefit[] {
  const known = new Map<number, readonly ClaimedBenefit[]>();
  const claimsOf = ({ correction, benefits }: ChargeBasis): readonly ClaimedBenefit[] =>
    correction === undefined
      ? differences([], benefits)
      : differences(correction.stood.flatMap(claimsOfStanding), correction.now?.benefits);
  const claimsOfStanding = (charge: StandingAmount): readonly ClaimedBenefit[] => {
    const claims = known.get(charge.chargeId) ?? claimsOf(basisOf(charge));
    known.set(charge.chargeId, claims);
    return claims;
  };
  return claimsOf;
}

/** For a reversed line. */
export function returned(claims: readonly ClaimedBenefit[]): readonly ClaimedBenefit[] {
  return claims.map((claim) => ({
    ...claim,
    charged: '0.00',
    benefit: formatKopecks(-parseKopecks(claim.benefit)),
  }));
}

function differences(
  before: readonly ClaimedBenefit[],
  now: BenefitsBasis | undefined,
): readonly ClaimedBenefit[] {
  const after = now?.benefits ?? [];
  const stood = sumsOf(before.map(({ category, benefit }) => ({ category, amount: benefit })));
  const stands = sumsOf(after);
  const categories = new Map([...before, ...after].map((benefit) => [benefit.category, benefit]));
  return [...categories].flatMap(([category, { share, persons, document }]) => {
    const kopecks = (stands.get(category) ?? 0n) - (stood.get(category) ?? 0n);
    if (kopecks === 0n) return [];
    const isLeft = stands.has(category);
    const charged = isLeft ? (now?.left ?? now?.charge ?? '0.00') : '0.00';
    return [{ category, share, persons, document, charged, benefit: formatKopecks(kopecks) }];
  });
}

function sumsOf(
  benefits: readonly Pick<BenefitBasis, 'category' | 'amount'>[],
): ReadonlyMap<BenefitBasis['category'], bigint> {
  const sums = new Map<BenefitBasis['category'], bigint>();
  for (const { category, amount } of benefits)
    sums.set(category, (sums.get(category) ?? 0n) + parseKopecks(amount));
  return sums;
}

// What a benefit line claims from each budget: the sum for each category, and for a correction only the change.
import type {
  BenefitBasis,
  BenefitsBasis,
  ChargeBasis,
} from '@kvartplata/domain/charging/charge-line.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';

export type ClaimedBenefit = Pick<BenefitBasis, 'category' | 'share' | 'persons' | 'document'> & {
  /** The charge that the benefit reduces; zero for a category that a correction has removed. */
  readonly charged: string;
  /** Positive when claimed, negative when returned. */
  readonly benefit: string;
};

/** For a line of the month itself. */
export function claimedIn(basis: ChargeBasis): readonly ClaimedBenefit[] {
  return differences([], benefitsOf(basis));
}

/**
 * For a correction: the benefits now in force, less those before it.
 * @param before for each corrected month, the last charge in force before the correction, which covers all earlier ones; none
 * where there was no charge
 */
export function claimedBy(
  correction: ChargeBasis,
  before: readonly ChargeBasis[],
): readonly ClaimedBenefit[] {
  return differences(
    before.flatMap((basis) => benefitsOf(basis) ?? []),
    benefitsOf(correction),
  );
}

/** The resulting benefits of a line; for a correction, those of its new calculation. */
function benefitsOf(basis: ChargeBasis): BenefitsBasis | undefined {
  return basis.correction === undefined ? basis.benefits : basis.correction.now?.benefits;
}

function differences(
  before: readonly BenefitsBasis[],
  now: BenefitsBasis | undefined,
): readonly ClaimedBenefit[] {
  const all = before.flatMap(({ benefits }) => benefits);
  const after = now?.benefits ?? [];
  const [stood, stands] = [sumsOf(all), sumsOf(after)];
  const categories = new Map([...all, ...after].map((benefit) => [benefit.category, benefit]));
  return [...categories].flatMap(([category, { share, persons, document }]) => {
    const kopecks = (stands.get(category) ?? 0n) - (stood.get(category) ?? 0n);
    if (kopecks === 0n) return [];
    const isLeft = stands.has(category);
    const charged = isLeft ? (now?.left ?? now?.charge ?? '0.00') : '0.00';
    return [{ category, share, persons, document, charged, benefit: formatKopecks(kopecks) }];
  });
}

function sumsOf(benefits: readonly BenefitBasis[]): ReadonlyMap<BenefitBasis['category'], bigint> {
  const sums = new Map<BenefitBasis['category'], bigint>();
  for (const { category, amount } of benefits)
    sums.set(category, (sums.get(category) ?? 0n) + parseKopecks(amount));
  return sums;
}

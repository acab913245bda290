// What a line of a benefit claims from whose budget: of each category its sum, and of a correction what it has changed.
import type {
  BenefitBasis,
  BenefitsBasis,
  ChargeBasis,
} from '@kvartplata/domain/charging/charge-line.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';

export type ClaimedBenefit = Pick<BenefitBasis, 'category' | 'share' | 'persons' | 'document'> & {
  /** What the benefit is of; zero of a category that a correction has taken back. */
  readonly charged: string;
  /** Above zero what is claimed, below zero what is given back. */
  readonly benefit: string;
};

/** Of a line of the month itself. */
export function claimedIn(basis: ChargeBasis): readonly ClaimedBenefit[] {
  return differences(undefined, benefitsOf(basis));
}

/**
 * Of a correction: what stands now, less what stood before it.
 * @param before of the last charge that stood, which tells of all before it; undefined where none stood
 */
export function claimedBy(
  correction: ChargeBasis,
  before: ChargeBasis | undefined,
): readonly ClaimedBenefit[] {
  return differences(before && benefitsOf(before), benefitsOf(correction));
}

/** As a line leaves them: those of a correction are what it counts by now. */
function benefitsOf(basis: ChargeBasis): BenefitsBasis | undefined {
  return basis.correction === undefined ? basis.benefits : basis.correction.now?.benefits;
}

function differences(
  before: BenefitsBasis | undefined,
  now: BenefitsBasis | undefined,
): readonly ClaimedBenefit[] {
  const stood = sumsOf(before);
  const stands = sumsOf(now);
  const categories = new Map([...firstsOf(before), ...firstsOf(now)]);
  return [...categories].flatMap(([category, { share, persons, document }]) => {
    const kopecks = (stands.get(category) ?? 0n) - (stood.get(category) ?? 0n);
    if (kopecks === 0n) return [];
    const isLeft = stands.has(category);
    const charged = isLeft ? (now?.left ?? now?.charge ?? '0.00') : '0.00';
    return [{ category, share, persons, document, charged, benefit: formatKopecks(kopecks) }];
  });
}

function firstsOf(
  basis: BenefitsBasis | undefined,
): readonly [BenefitBasis['category'], BenefitBasis][] {
  return (basis?.benefits ?? []).map((benefit) => [benefit.category, benefit]);
}

function sumsOf(basis: BenefitsBasis | undefined): ReadonlyMap<BenefitBasis['category'], bigint> {
  const sums = new Map<BenefitBasis['category'], bigint>();
  for (const { category, amount } of basis?.benefits ?? [])
    sums.set(category, (sums.get(category) ?? 0n) + parseKopecks(amount));
  return sums;
}

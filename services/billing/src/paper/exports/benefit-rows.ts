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
  return differences([], benefitsOf(basis));
}

/**
 * Of a correction: what stands now, less what stood before it.
 * @param before of each month that it corrects the last charge that stood, which tells of all before it; none where none stood
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

/** As a line leaves them: those of a correction are what it counts by now. */
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

// A stored charge basis as shown to clients: its inputs, the act it rests on and the formula.
import type { ChargeExplanation } from '@kvartplata/contracts/billing/charges.ts';
import type {
  ActsBasis,
  BenefitsBasis,
  ChargeBasis,
  CorrectionBasis,
} from '@kvartplata/domain/charging/charge-line.ts';
import { formulaOf, sourceOf } from '@kvartplata/domain/charging/explanation/formula.ts';

export function explain(basis: ChargeBasis, unit: string): ChargeExplanation {
  const { correction, ...others } = basis;
  return {
    ...inputsOf(others),
    source: sourceOf(basis),
    formula: formulaOf(basis, unit),
    ...(correction === undefined ? {} : { correction: correctionOf(correction) }),
  };
}

function inputsOf({
  parts,
  meters,
  ownMeters,
  unread,
  acts,
  benefits,
  ...inputs
}: Omit<ChargeBasis, 'correction'>) {
  return {
    ...inputs,
    parts: parts.map(({ ranges, tampering, ...part }) => ({
      ...part,
      ...(ranges === undefined ? {} : { ranges: [...ranges] }),
      ...(tampering === undefined ? {} : { tampering: [...tampering] }),
    })),
    ...(meters === undefined ? {} : { meters: [...meters] }),
    ...(ownMeters === undefined ? {} : { ownMeters: [...ownMeters] }),
    ...(unread === undefined ? {} : { unread: [...unread] }),
    ...(acts === undefined ? {} : { acts: actsOf(acts) }),
    ...(benefits === undefined ? {} : { benefits: benefitsOf(benefits) }),
  };
}

function actsOf({
  charged,
  acts,
  prices,
  ...told
}: ActsBasis): NonNullable<ChargeExplanation['acts']> {
  return {
    ...told,
    charged: [...charged],
    acts: [...acts],
    ...(prices === undefined ? {} : { prices: [...prices] }),
  };
}

function benefitsOf({
  benefits,
  ...told
}: BenefitsBasis): NonNullable<ChargeExplanation['benefits']> {
  return {
    ...told,
    benefits: benefits.map(({ parts, ...benefit }) => ({ ...benefit, parts: [...parts] })),
  };
}

function correctionOf({
  stood,
  now,
  ...correction
}: CorrectionBasis): NonNullable<ChargeExplanation['correction']> {
  return {
    ...correction,
    stood: [...stood],
    ...(now === undefined ? {} : { now: inputsOf(now) }),
  };
}

// Remarks on penalties: the source of a rate, and warnings about days for which the law is not known.
import Type, { type Static } from 'typebox';
import { DayText } from '../scalars.ts';

export const RateBasis = Type.Object(
  { ru: Type.String(), en: Type.String() },
  { description: 'The act or the article by which the rate counts on these days' },
);

export const PenaltyRemark = Type.Object(
  {
    code: Type.Literal('law-not-known'),
    from: DayText,
    ru: Type.String(),
    en: Type.String(),
  },
  {
    description:
      'The law of the rate is not known from this day on: the days are counted by what is known of them',
  },
);
export type PenaltyRemark = Static<typeof PenaltyRemark>;

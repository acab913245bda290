// What late payment costs: a calculation that books nothing.
import Type, { type Static } from 'typebox';
import { Day, DayText, Decimal, DecimalText, Nullable } from '../scalars.ts';
import { RatePercent } from './penalty-rates.ts';

const HISTORY_MAX_RATES = 500;

/**
 * `daily`: each day counts at its own rate. `payment-day`: all days count at the rate of the target day, as if the debt
 * were paid on it.
 */
export const PenaltyMethod = Type.Union([Type.Literal('daily'), Type.Literal('payment-day')]);
export type PenaltyMethod = Static<typeof PenaltyMethod>;

/** What the debt is for: contributions for major repairs have a scale of their own. */
export const PenaltyKind = Type.Union([Type.Literal('utilities'), Type.Literal('major-repairs')]);
export type PenaltyKind = Static<typeof PenaltyKind>;

/** POST /api/billing/penalties/calculate */
export const CalculatePenalty = Type.Object(
  {
    debtAmount: Decimal({ places: 2, from: '0', to: '999999999999.99' }),
    dueDate: Day,
    targetDate: Day,
    rateHistory: Type.Optional(
      Type.Array(
        Type.Object(
          {
            validFrom: Day,
            validTo: Type.Optional(Nullable(Day)),
            effectiveRate: RatePercent,
          },
          { additionalProperties: false },
        ),
        {
          maxItems: HISTORY_MAX_RATES,
          description: 'In any order; periods may not overlap. Left out: the reference of rates',
        },
      ),
    ),
    method: Type.Optional(PenaltyMethod),
    kind: Type.Optional(PenaltyKind),
  },
  { additionalProperties: false },
);

export const ExactRoubles = Type.String({
  description: 'Roubles with twelve places: rounded to kopecks they are what the exact sum is',
});

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

export const CalculatedPenalty = Type.Object({
  penalty: ExactRoubles,
  days: Type.Integer({ description: 'Overdue days, the target day included' }),
  segments: Type.Array(
    Type.Object({
      from: DayText,
      to: DayText,
      days: Type.Integer(),
      rate: DecimalText,
      fraction: Type.String({ description: 'Of the rate a day: "0", "1/300" or "1/130"' }),
      amount: ExactRoubles,
    }),
  ),
  method: PenaltyMethod,
  kind: PenaltyKind,
  remarks: Type.Array(PenaltyRemark),
});
export type CalculatedPenalty = Static<typeof CalculatedPenalty>;

// The cost of late payment: a calculation that books nothing.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Day, DayText, Decimal, DecimalIn, Nullable } from '../scalars.ts';
import { PenaltyRemark, RateBasis } from './penalty-remarks.ts';
import { RatePercent } from './penalty-rates.ts';

const HISTORY_MAX_RATES = 500;

/**
 * `daily`: each day counts at its own rate. `payment-day`: all days count at the rate of the target day, as if the debt
 * were paid on it.
 */
export const PenaltyMethod = Type.Union([Type.Literal('daily'), Type.Literal('payment-day')]);
export type PenaltyMethod = Static<typeof PenaltyMethod>;

/** The kind of debt: contributions for major repairs have their own scale. */
export const PenaltyKind = Type.Union([Type.Literal('utilities'), Type.Literal('major-repairs')]);
export type PenaltyKind = Static<typeof PenaltyKind>;

export const PenaltyQuestion = Type.Object(
  {
    debtAmount: Decimal({ places: 2, from: '0', to: '999999999999.99', unit: 'roubles' }),
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
          description: 'In any order; periods may not overlap. By default the reference of rates',
        },
      ),
    ),
    method: Type.Optional(PenaltyMethod),
    kind: Type.Optional(PenaltyKind),
  },
  { additionalProperties: false },
);

export const ExactRoubles = Type.String({
  description: 'Roubles with twelve places; rounded to kopecks, the same as the exact sum',
});

export const CalculatedPenalty = Type.Object({
  penalty: ExactRoubles,
  days: Type.Integer({ description: 'Overdue days, the target day included' }),
  segments: Type.Array(
    Type.Object({
      from: DayText,
      to: DayText,
      days: Type.Integer(),
      rate: DecimalIn('per cent'),
      fraction: Type.String({ description: 'Of the rate per day: "0", "1/300" or "1/130"' }),
      amount: ExactRoubles,
      basis: RateBasis,
    }),
  ),
  method: PenaltyMethod,
  kind: PenaltyKind,
  remarks: Type.Array(PenaltyRemark),
});
export type CalculatedPenalty = Static<typeof CalculatedPenalty>;

export const calculatePenalty = endpoint({
  id: 'calculatePenalty',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/penalties/calculate',
  tag: 'penalties',
  summary: 'Calculate the penalty of a debt',
  description:
    'Nothing is booked. Overdue day 1 is the day after `dueDate`; `targetDate` is the last day counted, at most 36,525 ' +
    'days later. The rates are those of the request, which may not share a day, or of the reference. Every overdue day ' +
    'needs a rate, even if it bears no penalty; with `payment-day` only the target day does. With the reference, days ' +
    'of the moratorium of 2022 bear no penalty for a debt due before it.',
  access: 'user',
  body: PenaltyQuestion,
  answers: { 200: CalculatedPenalty },
  refusals: ['rate-missing'],
});

// The reference of penalty rates: the key rate, and what utilities may apply of it. PUT replaces: a field that is left
// out gets its default.
import Type, { type Static } from 'typebox';
import {
  BooleanText,
  Day,
  DayText,
  Decimal,
  DecimalText,
  Id,
  IdText,
  Line,
  Nullable,
} from '../scalars.ts';

const PLACES = 4;
/** A rate as it comes in, in per cent. */
export const RatePercent = Decimal({ places: PLACES, from: '0', to: '100' });

export const PenaltyRateBody = Type.Object(
  {
    validFrom: Day,
    validTo: Type.Optional(Nullable(Day)),
    baseCbrRate: RatePercent,
    effectiveRate: Type.Optional(Nullable(RatePercent)),
    description: Type.Optional(Nullable(Line(500, 0))),
  },
  { additionalProperties: false },
);

export const CreatePenaltyRateQuery = Type.Object(
  { closePrevious: Type.Optional(BooleanText) },
  { additionalProperties: false },
);

export const PenaltyRate = Type.Object({
  id: Id,
  validFrom: DayText,
  validTo: Nullable(DayText),
  baseCbrRate: DecimalText,
  effectiveRate: DecimalText,
  description: Nullable(Type.String()),
  source: Type.Union([Type.Literal('import'), Type.Literal('manual')]),
});
export type PenaltyRate = Static<typeof PenaltyRate>;

export const PenaltyRateParams = Type.Object({ id: IdText });

/** What a rate would change of the penalties that are not booked yet. */
const Impact = {
  before: Type.String({ description: 'What is not booked yet, roubles' }),
  after: Type.String({ description: 'What would not be, once the rate counts on its days' }),
  difference: Type.String(),
};

export const RateImpactQuery = Type.Object(
  { organizationId: Type.Optional(IdText) },
  { additionalProperties: false },
);

export const RateImpact = Type.Object({
  targetDate: DayText,
  ...Impact,
  houses: Type.Array(
    Type.Object({
      houseId: Id,
      organizationId: Id,
      accounts: Type.Integer({ description: 'Whose penalties would change' }),
      ...Impact,
    }),
    { description: 'Those with a difference, by organization and house' },
  ),
});
export type RateImpact = Static<typeof RateImpact>;

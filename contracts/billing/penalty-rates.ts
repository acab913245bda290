// The reference of penalty rates: the key rate, and what utilities may apply of it.
import Type, { type Static } from 'typebox';
import { DayText, DecimalText, Id, IdText, Nullable } from '../scalars.ts';

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

// Tariffs and norms: values of a house's service that hold from a day on. PUT replaces: a field that is left out gets
// its default.
import Type, { type Static } from 'typebox';
import { PageQuery } from '../page.ts';
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
import { Component } from './billing-snapshot.ts';

/** Roubles for a unit of the service. */
export const TariffValue = Decimal({ places: 4, from: '0', to: '10000000' });
export const TariffBody = bodyOf(TariffValue);

/** Units of the service for a person, or a square metre, and month. */
export const NormValue = Decimal({ places: 6, from: '0', to: '100000' });
export const NormBody = bodyOf(NormValue);

export const ListDatedValuesQuery = Type.Object(PageQuery, { additionalProperties: false });
export const CreateDatedValueQuery = Type.Object(
  {
    closePrevious: Type.Optional(BooleanText),
  },
  { additionalProperties: false },
);
export const DatedValueParams = Type.Object({ id: IdText });

export const DatedValue = Type.Object({
  id: Id,
  houseServiceId: Id,
  houseId: Id,
  organizationId: Id,
  component: Nullable(Component),
  value: DecimalText,
  validFrom: DayText,
  validTo: Nullable(DayText),
  basis: Type.String(),
});
export type DatedValue = Static<typeof DatedValue>;

function bodyOf(value: ReturnType<typeof Decimal>) {
  return Type.Object(
    {
      value,
      validFrom: Day,
      validTo: Type.Optional(Nullable(Day)),
      basis: Line(500),
      component: Type.Optional(Nullable(Component)),
    },
    { additionalProperties: false },
  );
}

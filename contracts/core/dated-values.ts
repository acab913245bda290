// What tariffs and norms have in common: values of a house's service that hold from a day on. PUT replaces: a field that
// is left out gets its default.
import Type, { type Static } from 'typebox';
import { PageQuery } from '../page.ts';
import { BooleanText, Day, DayText, type Decimal, Id, Line, Nullable } from '../scalars.ts';
import { Component } from './billing-snapshot.ts';

export const DatedValuesQuery = Type.Object(PageQuery, { additionalProperties: false });
export const NewDatedValueQuery = Type.Object(
  {
    closePrevious: Type.Optional(BooleanText),
  },
  { additionalProperties: false },
);

/** The body of POST and PUT. */
export function datedValueBody(value: ReturnType<typeof Decimal>) {
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

/** The record in an answer. */
export function datedValue(value: Type.TString) {
  return Type.Object({
    id: Id,
    houseServiceId: Id,
    houseId: Id,
    organizationId: Id,
    component: Nullable(Component),
    value,
    validFrom: DayText,
    validTo: Nullable(DayText),
    basis: Type.String(),
  });
}

/** A tariff or a norm. */
export type DatedValue = Static<ReturnType<typeof datedValue>>;

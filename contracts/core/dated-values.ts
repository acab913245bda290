// What tariffs and norms have in common: values of a house's service, from a certain day on. PUT replaces: a field that is left
// out gets its default.
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

/** The word that distinguishes tariffs and norms of a house’s service. */
export const Group = Line(40);

/** The most rows that a value may have. */
export const MAX_STEPS = 20;

/**
 * The body of POST and PUT.
 * @param steps the rows besides the value
 */
export function datedValueBody<Steps extends Type.TProperties>(
  value: ReturnType<typeof Decimal>,
  steps: Steps,
) {
  return Type.Object(
    {
      value,
      validFrom: Day,
      validTo: Type.Optional(Nullable(Day)),
      basis: Line(500),
      component: Type.Optional(Nullable(Component)),
      group: Type.Optional(Nullable(Group)),
      ...steps,
    },
    { additionalProperties: false },
  );
}

/** The record in a response. */
export function datedValue<Steps extends Type.TProperties>(value: Type.TString, steps: Steps) {
  return Type.Object({
    id: Id,
    houseServiceId: Id,
    houseId: Id,
    organizationId: Id,
    component: Nullable(Component),
    group: Nullable(Type.String({ description: 'Null for the default one' })),
    value,
    ...steps,
    validFrom: DayText,
    validTo: Nullable(DayText),
    basis: Type.String(),
  });
}

const CommonFields = datedValue(Type.String(), {});

/** What a tariff and a norm have in common. */
export type DatedValue = Static<typeof CommonFields>;

// Houses of an organization. PUT replaces: a field that is left out gets its default.
import Type, { type Static } from 'typebox';
import { PageQuery } from '../page.ts';
import {
  Decimal,
  DecimalText,
  Id,
  IdText,
  InstantText,
  Line,
  LinePart,
  MonthText,
  Nullable,
} from '../scalars.ts';

const MonthNumber = Type.Integer({ minimum: 1, maximum: 12 });

const HouseFields = {
  address: Line(500),
  fiasId: Type.Optional(
    Nullable(
      Type.String({
        pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
        description: 'UUID of the address register',
      }),
    ),
  ),
  commonArea: Type.Optional(Nullable(Decimal({ places: 2, from: '0', to: '1000000' }))),
  heatingMonths: Type.Optional(
    Type.Array(MonthNumber, {
      maxItems: 12,
      uniqueItems: true,
      description: 'Month numbers of the heating season',
    }),
  ),
  odnCapped: Type.Optional(
    Nullable(
      Type.Boolean({
        description:
          'Whether common-house needs are capped at their norm, which they need then; null: capped where there is a norm',
      }),
    ),
  ),
};

export const NewHouse = Type.Object(
  { organizationId: Id, ...HouseFields },
  { additionalProperties: false },
);

/** A house stays with its organization: an `organizationId` that is sent along has to be the house's. */
export const ChangedHouse = Type.Object(
  { organizationId: Type.Optional(Id), ...HouseFields },
  { additionalProperties: false },
);

export const ListHousesQuery = Type.Object(
  {
    ...PageQuery,
    organizationId: Type.Optional(IdText),
    search: Type.Optional(LinePart(100)),
  },
  { additionalProperties: false },
);

export const HouseIdParams = Type.Object({ id: IdText });

export const House = Type.Object({
  id: Id,
  organizationId: Id,
  address: Type.String(),
  fiasId: Nullable(Type.String()),
  commonArea: Nullable(DecimalText),
  heatingMonths: Type.Array(MonthNumber),
  odnCapped: Nullable(Type.Boolean()),
  /** Of its first account; null without one. */
  firstMonth: Nullable(MonthText),
  createdAt: InstantText,
  updatedAt: InstantText,
});
export type House = Static<typeof House>;

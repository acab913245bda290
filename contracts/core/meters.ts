// Meters of accounts and of whole houses. PUT replaces: a field that is left out gets its default.
import Type, { type Static } from 'typebox';
import { PageQuery } from '../page.ts';
import { Day, DayText, Decimal, DecimalText, Id, IdText, Line, Nullable } from '../scalars.ts';

const OwnerType = Type.Union([Type.Literal('house'), Type.Literal('account')]);

/** What every kind of meter shows at most; how much this one does follows from its digits. */
export const MeterValue = Decimal({ places: 3, from: '0', to: '999999999.999' });

/** What is written on the device, and where its life begins. */
export const DeviceFields = {
  serialNumber: Line(50),
  digits: Type.Integer({
    minimum: 1,
    maximum: 9,
    description: 'Digits before the point: the counter returns to 0 at 10^digits',
  }),
  installedOn: Day,
  initialReading: MeterValue,
  verifiedUntil: Type.Optional(Nullable(Day)),
};

export const NewMeter = Type.Object(
  {
    houseServiceId: Id,
    ownerType: OwnerType,
    personalAccountId: Type.Optional(Nullable(Id)),
    meterTypeId: Id,
    ...DeviceFields,
    removedOn: Type.Optional(Nullable(Day)),
  },
  { additionalProperties: false },
);

export const ListMetersQuery = Type.Object(
  {
    ...PageQuery,
    houseId: Type.Optional(IdText),
    personalAccountId: Type.Optional(IdText),
    houseServiceId: Type.Optional(IdText),
    activeOn: Type.Optional(Day),
  },
  { additionalProperties: false },
);

/** The house follows from the service; a house that is named has to be that one. */
export const NewMeterQuery = Type.Object(
  { houseId: Type.Optional(IdText) },
  { additionalProperties: false },
);

export const MeterIdParams = Type.Object({ id: IdText });

export const Meter = Type.Object({
  id: Id,
  houseId: Id,
  houseServiceId: Id,
  ownerType: OwnerType,
  personalAccountId: Nullable(Id),
  meterTypeId: Id,
  serialNumber: Type.String(),
  digits: Type.Integer(),
  installedOn: DayText,
  initialReading: DecimalText,
  verifiedUntil: Nullable(DayText),
  removedOn: Nullable(DayText),
  outOfOrderSince: Nullable(
    Type.String({
      format: 'date',
      description: 'Since when it is broken or lost, by its outages; null while it is in order',
    }),
  ),
  /** The meter that this one took the place of, and the one that took its place. */
  replacedMeterId: Nullable(Id),
  replacedByMeterId: Nullable(Id),
});
export type Meter = Static<typeof Meter>;

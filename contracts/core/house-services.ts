// The services that a house is charged for. PUT replaces: a field that is left out gets its default.
import Type, { type Static } from 'typebox';
import { PageQuery } from '../page.ts';
import { Day, DayText, Id, IdText, Nullable } from '../scalars.ts';
import { ChargingMethod, Component, HeatingMode } from './billing-snapshot.ts';

export const HouseServiceBody = Type.Object(
  {
    utilityServiceId: Id,
    method: ChargingMethod,
    validFrom: Day,
    validTo: Type.Optional(Nullable(Day)),
    coefficientApplies: Type.Optional(
      Type.Boolean({
        description:
          'Whether the coefficient K counts where a meter could stand and does not; false unless said otherwise',
      }),
    ),
    heatingMode: Type.Optional(Nullable(HeatingMode)),
  },
  { additionalProperties: false },
);

export const ListHouseServicesQuery = Type.Object(PageQuery, { additionalProperties: false });
export const HouseServicesParams = Type.Object({ houseId: IdText });
export const HouseServiceParams = Type.Object({ id: IdText });

const HouseServiceMeter = Type.Object({
  id: Id,
  ownerType: Type.Union([Type.Literal('house'), Type.Literal('account')]),
  personalAccountId: Nullable(Id),
  meterTypeId: Id,
  serialNumber: Type.String(),
  installedOn: DayText,
  removedOn: Nullable(DayText),
});
export type HouseServiceMeter = Static<typeof HouseServiceMeter>;

export const HouseService = Type.Object({
  id: Id,
  houseId: Id,
  organizationId: Id,
  utilityServiceId: Id,
  code: Type.String(),
  name: Type.String(),
  unit: Type.String(),
  precision: Type.Integer({ description: 'Places of a volume' }),
  components: Type.Array(Component, {
    description: 'The parts that tariffs and norms are given for; none of a service of one part',
  }),
  method: ChargingMethod,
  heatingMode: Nullable(HeatingMode),
  coefficientApplies: Type.Boolean(),
  validFrom: DayText,
  validTo: Nullable(DayText),
  meters: Type.Array(HouseServiceMeter, {
    description:
      "House-wide meters first, then in the order of ids; in the list of a house's services the house-wide ones alone",
  }),
  individualMeterCount: Type.Integer(),
});
export type HouseService = Static<typeof HouseService>;

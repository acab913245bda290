// The services that a house is charged for. PUT replaces: a field that is left out gets its default.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { Day, DayText, Decimal, DecimalIn, Id, Nullable } from '../scalars.ts';
import { ConfirmedQuery, Written } from './applied-months.ts';
import { ChargingMethod, Component, HeatingMode, SharedMeterBy } from './billing-snapshot.ts';
import { OwnerType } from './meters.ts';

const HEAT = { places: 3, from: '0', to: '1000000', unit: 'Гкал' } as const;
const Year = Type.Integer({ minimum: 2000, maximum: 2999 });

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
    heatVolumes: Type.Optional(
      Type.Array(
        Type.Object({ year: Year, volume: Decimal(HEAT) }, { additionalProperties: false }),
        {
          maxItems: 30,
          description:
            'What the house drew in calendar years, for heating that is charged evenly by it: takes the place of what the house-wide meters say',
        },
      ),
    ),
    sharedMeterBy: Type.Optional(SharedMeterBy),
    payeeId: Type.Optional(Nullable(Id)),
  },
  { additionalProperties: false },
);

const HouseServicesQuery = Type.Object(PageQuery, { additionalProperties: false });

const HouseServiceMeter = Type.Object({
  id: Id,
  ownerType: OwnerType,
  personalAccountId: Nullable(Id),
  roomId: Nullable(Id),
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
  heatVolumes: Type.Array(Type.Object({ year: Year, volume: DecimalIn('Гкал') })),
  coefficientApplies: Type.Boolean(),
  sharedMeterBy: SharedMeterBy,
  payeeId: Type.Union([Id, Type.Null()], {
    description:
      'Who gets what is paid for it, of the organization’s payees, from the next month that is calculated; null: the organization',
  }),
  validFrom: DayText,
  validTo: Nullable(DayText),
  meters: Type.Array(HouseServiceMeter, {
    description:
      "House-wide meters first, then in the order of ids; in the list of a house's services the house-wide ones alone",
  }),
  individualMeterCount: Type.Integer(),
});
export type HouseService = Static<typeof HouseService>;

export const WrittenHouseService = Written(HouseService);
export type WrittenHouseService = Static<typeof WrittenHouseService>;

export const listHouseServices = endpoint({
  id: 'listHouseServices',
  service: 'core',
  method: 'GET',
  path: '/api/houses/:houseId/services',
  tag: 'house-services',
  summary: 'List the services of a house',
  description:
    'What the house is charged for, in the order of ids. Of the meters the house-wide ones alone are listed; the ' +
    'others are counted.',
  access: 'viewer',
  query: HouseServicesQuery,
  answers: { 200: Page(HouseService) },
  refusals: ['not-found'],
});

export const createHouseService = endpoint({
  id: 'createHouseService',
  service: 'core',
  method: 'POST',
  path: '/api/houses/:houseId/services',
  tag: 'house-services',
  summary: 'Charge a house for a service',
  description:
    'A service of the catalogue, by one of its methods, from a day on. The house has each service once at a time. Of a payee ' +
    'the billing-service is asked whether it is the organization’s.',
  access: 'owner',
  body: HouseServiceBody,
  answers: { 201: WrittenHouseService },
  refusals: ['not-found', 'period-overlap'],
});

export const getHouseService = endpoint({
  id: 'getHouseService',
  service: 'core',
  method: 'GET',
  path: '/api/house-services/:houseServiceId',
  tag: 'house-services',
  summary: 'Get a service of a house',
  description:
    'With all its meters, removed ones too, and its version in `ETag`, which meters do not change.',
  access: 'viewer',
  answers: { 200: HouseService },
  refusals: ['not-found'],
});

export const replaceHouseService = endpoint({
  id: 'replaceHouseService',
  service: 'core',
  method: 'PUT',
  path: '/api/house-services/:houseServiceId',
  tag: 'house-services',
  summary: 'Replace a service of a house',
  description:
    'A field that is left out gets its default. It becomes another service of the catalogue only while it has ' +
    'never been charged and nothing belongs to it. A change of days that leaves charged months without a day has ' +
    'to be confirmed. Another payee counts from the next month that is calculated.',
  access: 'owner',
  query: ConfirmedQuery,
  body: HouseServiceBody,
  ifMatch: true,
  answers: { 200: WrittenHouseService },
  refusals: ['not-found', 'has-charges', 'months-charged', 'has-children', 'period-overlap'],
});

export const deleteHouseService = endpoint({
  id: 'deleteHouseService',
  service: 'core',
  method: 'DELETE',
  path: '/api/house-services/:houseServiceId',
  tag: 'house-services',
  summary: 'Delete a service of a house',
  description:
    'Only one that has never been charged, which the billing-service is asked first, and that has no tariffs, ' +
    'norms and meters.',
  access: 'owner',
  ifMatch: true,
  answers: { 204: null },
  refusals: ['not-found', 'has-charges', 'has-children'],
});

// The services that a house is charged for. PUT replaces: a field that is left out gets its default.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { Day, DayText, Decimal, DecimalIn, Id, Nullable } from '../scalars.ts';
import { ConfirmedQuery, Written } from './applied-months.ts';
import { ChargingMethod, Component, HeatingMode, SharedMeterBy } from './billing-snapshot.ts';
import { OwnerType } from './meters.ts';

const YEAR_VOLUME = { places: 3, from: '0', to: '1000000', unit: "the service's unit" } as const;
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
          'Whether the coefficient K counts where a meter could be installed and is not; false unless given',
      }),
    ),
    heatingMode: Type.Optional(Nullable(HeatingMode)),
    yearVolumes: Type.Optional(
      Type.Array(
        Type.Object({ year: Year, volume: Decimal(YEAR_VOLUME) }, { additionalProperties: false }),
        {
          maxItems: 30,
          description:
            'The house’s consumption in calendar years: for evenly charged heating its heat, for common-house needs what it ' +
            'used in common. Replaces what is known here from meters and charged months',
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
  precision: Type.Integer({ description: 'Decimal places of a volume' }),
  components: Type.Array(Component, {
    description:
      'The components that tariffs and norms are given for; empty for a service without components',
  }),
  method: ChargingMethod,
  heatingMode: Nullable(HeatingMode),
  yearVolumes: Type.Array(Type.Object({ year: Year, volume: DecimalIn(YEAR_VOLUME.unit) })),
  coefficientApplies: Type.Boolean(),
  sharedMeterBy: SharedMeterBy,
  payeeId: Type.Union([Id, Type.Null()], {
    description:
      'The payee of the organization that gets the money paid for it, from the next calculated month on; null: the ' +
      'organization itself',
  }),
  validFrom: DayText,
  validTo: Nullable(DayText),
  meters: Type.Array(HouseServiceMeter, {
    description:
      "House-wide meters first, then in the order of ids; in the list of a house's services only the house-wide ones",
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
    'What the house is charged for, in the order of ids. Only its house-wide meters are listed; the others are counted.',
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
    'A service of the catalogue, by one of its methods, from a day on. A house has each service only once at a time. ' +
    'The billing-service checks that a payee belongs to the organization.',
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
    'A field that is left out gets its default. It may become another service of the catalogue only if it has never ' +
    'been charged and has no records of its own. A change of dates that leaves charged months wholly outside them must ' +
    'be confirmed. Another payee counts from the next calculated month on.',
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
    'Only one that has never been charged, as the billing-service confirms first, and that has no tariffs, norms or ' +
    'meters.',
  access: 'owner',
  ifMatch: true,
  answers: { 204: null },
  refusals: ['not-found', 'has-charges', 'has-children'],
});

// The services of many houses, viewed and changed at once: a table of houses and services, copying one house's services to
// others, and a tariff or a norm for chosen houses. A change is made in all of them or in none.
import Type, { type Static, type TProperties } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { BooleanText, Day, DayText, DecimalText, Id, Nullable } from '../scalars.ts';
import { AppliedMonths } from './applied-months.ts';
import { ChargingMethod, Component, HeatingMode } from './billing-snapshot.ts';
import { NormBody } from './norms.ts';
import { TariffBody } from './tariffs.ts';

/** The most houses that one request can change. */
export const MAX_HOUSES_SET_UP = 500;

const ValueToday = Type.Object({
  id: Id,
  component: Nullable(Component),
  group: Nullable(Type.String({ description: 'Null for the default one' })),
  value: DecimalText,
  validFrom: DayText,
  validTo: Nullable(DayText),
});

const ServiceOfHouse = Type.Object({
  houseServiceId: Id,
  utilityServiceId: Id,
  code: Type.String(),
  name: Type.String(),
  unit: Type.String(),
  components: Type.Array(Component),
  method: ChargingMethod,
  heatingMode: Nullable(HeatingMode),
  validFrom: DayText,
  validTo: Nullable(DayText),
  tariffs: Type.Array(ValueToday, { description: 'Those of the day' }),
  norms: Type.Array(ValueToday, { description: 'Those of the day' }),
});
export type ServiceOfHouse = Static<typeof ServiceOfHouse>;

export const HouseSetup = Type.Object({
  houseId: Id,
  address: Type.String(),
  services: Type.Array(ServiceOfHouse, {
    description: 'Those that the house has on the day, or will have, in the order of the catalogue',
  }),
});
export type HouseSetup = Static<typeof HouseSetup>;

const HouseSetupsQuery = Type.Object(
  { ...PageQuery, on: Type.Optional(Day) },
  { additionalProperties: false },
);

const DryRunQuery = Type.Object(
  { dryRun: Type.Optional(BooleanText) },
  { additionalProperties: false },
);

const HouseIds = Type.Array(Id, {
  minItems: 1,
  maxItems: MAX_HOUSES_SET_UP,
  uniqueItems: true,
  description: 'Houses of the organization',
});

export const SetupCopy = Type.Object(
  {
    fromHouseId: Id,
    houseIds: HouseIds,
    validFrom: Day,
    utilityServiceIds: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: 200,
        uniqueItems: true,
        description: 'Only these services; all services of the house unless given',
      }),
    ),
  },
  { additionalProperties: false },
);

/** A tariff or a norm, its service, and the houses. */
function forHouses<Fields extends TProperties>({ properties }: Type.TObject<Fields>) {
  return Type.Object(
    { utilityServiceId: Id, houseIds: HouseIds, ...properties },
    { additionalProperties: false },
  );
}

export const TariffOfHouses = forHouses(TariffBody);
export const NormOfHouses = forHouses(NormBody);

const What = Type.Union([Type.Literal('service'), Type.Literal('tariff'), Type.Literal('norm')]);
const Outcome = Type.Union([
  Type.Literal('added'),
  Type.Literal('changed'),
  Type.Literal('kept'),
  Type.Literal('refused'),
]);
const Reason = Type.Union(
  [
    Type.Literal('service-unknown'),
    Type.Literal('service-begins-later'),
    Type.Literal('service-otherwise'),
    Type.Literal('period-overlap'),
  ],
  {
    description:
      'Why it is refused; for a service that is kept: that it is charged by another method (`service-otherwise`)',
  },
);

export const SetupRow = Type.Object({
  what: What,
  utilityServiceId: Id,
  serviceName: Type.String(),
  component: Nullable(Component),
  group: Nullable(Type.String()),
  before: Nullable(
    Type.String({ description: 'The value that holds on the first day without the change' }),
  ),
  value: Nullable(Type.String({ description: 'Null for a service' })),
  validFrom: DayText,
  validTo: Nullable(DayText),
  outcome: Outcome,
  reason: Nullable(Reason),
  day: Nullable(
    Type.String({ format: 'date', description: 'The first day of the record that is in the way' }),
  ),
});
export type SetupRow = Static<typeof SetupRow>;

export const SetupOutcome = Type.Object({
  dryRun: Type.Boolean(),
  added: Type.Integer(),
  changed: Type.Integer(),
  kept: Type.Integer({ description: 'Rows that exist already, or whose house has its own' }),
  refused: Type.Integer({ description: 'Above 0 in a dry run only' }),
  houses: Type.Array(
    Type.Object({
      houseId: Id,
      address: Type.String(),
      rows: Type.Array(SetupRow),
      appliedMonths: AppliedMonths,
    }),
    { description: 'In the order of the request' },
  ),
});
export type SetupOutcome = Static<typeof SetupOutcome>;

const OF_CHANGING =
  'All houses are changed or none: a single refused row makes the request a 409 that names every refused one. A dry ' +
  'run stores nothing and answers every row with its outcome, refused ones too. `appliedMonths` is null for more than ' +
  '200 houses.';

export const listHouseSetups = endpoint({
  id: 'listHouseSetups',
  service: 'core',
  method: 'GET',
  path: '/api/organizations/:organizationId/house-setups',
  tag: 'house-setups',
  summary: 'List what the houses of an organization are charged for',
  description:
    'Houses in the order of ids, each with its services, and the tariffs and norms of a day: today in Moscow unless given.',
  access: 'viewer',
  query: HouseSetupsQuery,
  answers: { 200: Page(HouseSetup) },
  refusals: ['not-found'],
});

export const copyHouseSetup = endpoint({
  id: 'copyHouseSetup',
  service: 'core',
  method: 'POST',
  path: '/api/organizations/:organizationId/house-setups/copies',
  tag: 'house-setups',
  summary: 'Copy the services of a house to other houses',
  description:
    'From a day on, with their tariffs and norms. What these houses have already is kept: only what is missing is ' +
    `added. ${OF_CHANGING}`,
  access: 'owner',
  query: DryRunQuery,
  body: SetupCopy,
  answers: { 200: SetupOutcome },
  refusals: ['not-found', 'houses-refused', 'period-overlap'],
});

export const setTariffOfHouses = endpoint({
  id: 'setTariffOfHouses',
  service: 'core',
  method: 'POST',
  path: '/api/organizations/:organizationId/house-setups/tariffs',
  tag: 'house-setups',
  summary: 'Set a tariff of houses from a day on',
  description:
    'The tariff in force ends on the day before; one that begins on the same day is replaced; without a last day it lasts until the ' +
    `next one that is stored. ${OF_CHANGING}`,
  access: 'owner',
  query: DryRunQuery,
  body: TariffOfHouses,
  answers: { 200: SetupOutcome },
  refusals: ['not-found', 'houses-refused', 'period-overlap'],
});

export const setNormOfHouses = endpoint({
  id: 'setNormOfHouses',
  service: 'core',
  method: 'POST',
  path: '/api/organizations/:organizationId/house-setups/norms',
  tag: 'house-setups',
  summary: 'Set a norm of houses from a day on',
  description: `As for a tariff. ${OF_CHANGING}`,
  access: 'owner',
  query: DryRunQuery,
  body: NormOfHouses,
  answers: { 200: SetupOutcome },
  refusals: ['not-found', 'houses-refused', 'period-overlap'],
});

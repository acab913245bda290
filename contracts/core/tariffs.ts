// Tariffs: the price of a unit of a house’s service, from a day on.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page } from '../page.ts';
import { Decimal, DecimalIn, DecimalText, Nullable } from '../scalars.ts';
import { Written } from './applied-months.ts';
import {
  datedValue,
  datedValueBody,
  DatedValuesQuery,
  MAX_STEPS,
  NewDatedValueQuery,
} from './dated-values.ts';

const UNIT = 'roubles per unit of the service';

export const TariffValue = Decimal({ places: 4, from: '0', to: '10000000', unit: UNIT });

/** Where one range of a month’s volume ends and the next begins. */
export const RangeBound = Decimal({
  places: 3,
  from: '0',
  isOpen: true,
  to: '1000000',
  unit: 'units of the service a month',
});
export const TariffRange = Type.Object(
  { above: RangeBound, value: TariffValue },
  { additionalProperties: false },
);
export const TariffBody = datedValueBody(TariffValue, {
  ranges: Type.Optional(
    Nullable(
      Type.Array(TariffRange, {
        maxItems: MAX_STEPS,
        description: 'The tariffs above volumes of the month, in the order of the bounds',
      }),
    ),
  ),
});

export const Tariff = datedValue(DecimalIn(UNIT), {
  ranges: Type.Optional(
    Type.Array(Type.Object({ above: DecimalText, value: DecimalIn(UNIT) }), {
      description: 'Absent if one value applies to any volume',
    }),
  ),
});
export type Tariff = Static<typeof Tariff>;

export const WrittenTariff = Written(Tariff);
export type WrittenTariff = Static<typeof WrittenTariff>;

export const listTariffsOfHouse = endpoint({
  id: 'listTariffsOfHouse',
  service: 'core',
  method: 'GET',
  path: '/api/houses/:houseId/tariffs',
  tag: 'tariffs',
  summary: 'List the tariffs of a house',
  description: 'Of all its services, in the order of ids.',
  access: 'viewer',
  query: DatedValuesQuery,
  answers: { 200: Page(Tariff) },
  refusals: ['not-found'],
});

export const listTariffs = endpoint({
  id: 'listTariffs',
  service: 'core',
  method: 'GET',
  path: '/api/house-services/:houseServiceId/tariffs',
  tag: 'tariffs',
  summary: 'List the tariffs of a house’s service',
  description: 'By component (none, `cold`, `heat`), then by their first day.',
  access: 'viewer',
  query: DatedValuesQuery,
  answers: { 200: Page(Tariff) },
  refusals: ['not-found'],
});

export const createTariff = endpoint({
  id: 'createTariff',
  service: 'core',
  method: 'POST',
  path: '/api/house-services/:houseServiceId/tariffs',
  tag: 'tariffs',
  summary: 'Add a tariff to a house’s service',
  description:
    '`closePrevious` ends the tariff of the same component and group that has no last day, on the day before this one ' +
    'begins. Two tariffs of one service, component and group never share a day. For a service with components each ' +
    'tariff names one of them; for any other, none.',
  access: 'owner',
  query: NewDatedValueQuery,
  body: TariffBody,
  answers: { 201: WrittenTariff },
  refusals: ['not-found', 'period-overlap'],
});

export const getTariff = endpoint({
  id: 'getTariff',
  service: 'core',
  method: 'GET',
  path: '/api/tariffs/:tariffId',
  tag: 'tariffs',
  summary: 'Get a tariff',
  description: 'With its version in `ETag`.',
  access: 'viewer',
  answers: { 200: Tariff },
  refusals: ['not-found'],
});

export const replaceTariff = endpoint({
  id: 'replaceTariff',
  service: 'core',
  method: 'PUT',
  path: '/api/tariffs/:tariffId',
  tag: 'tariffs',
  summary: 'Replace a tariff',
  description:
    'A field that is left out gets its default. A changed value, component or group counts on all days of the old and ' +
    'the new record; a changed first or last day on the days between; a changed document on none.',
  access: 'owner',
  body: TariffBody,
  ifMatch: true,
  answers: { 200: WrittenTariff },
  refusals: ['not-found', 'period-overlap'],
});

export const deleteTariff = endpoint({
  id: 'deleteTariff',
  service: 'core',
  method: 'DELETE',
  path: '/api/tariffs/:tariffId',
  tag: 'tariffs',
  summary: 'Delete a tariff',
  description:
    'Charges computed from it do not prevent that: they keep what they were computed from. The header `Applied-Months` ' +
    'lists the applied months that it concerns.',
  access: 'owner',
  ifMatch: true,
  answers: { 204: null },
  refusals: ['not-found'],
});

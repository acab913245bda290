// Data for the closing checks that only core has, sent to billing: houses to be charged, meters past their verification, services
// without a tariff, and odd readings.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { DayText, Id, Month, Nullable } from '../scalars.ts';
import { OddReadings } from './readings.ts';

const OpenHousesQuery = Type.Object({ period: Month }, { additionalProperties: false });

/** Those with an account that was open on some day of the month. */
export const OpenHouses = Type.Object({ houseIds: Type.Array(Id) });
export type OpenHouses = Static<typeof OpenHouses>;

const ClosingFactsQuery = Type.Object(
  { ...PageQuery, period: Month },
  { additionalProperties: false },
);

/** A meter in use whose verification ends before the month does. */
export const UnverifiedMeter = Type.Object({
  houseId: Id,
  meterId: Id,
  houseServiceId: Id,
  serviceCode: Type.String(),
  serviceName: Type.String(),
  personalAccountId: Nullable(Id),
  accountNumber: Nullable(Type.String()),
  /** For a meter that all accounts of a room share. */
  roomNumber: Nullable(Type.String()),
  serialNumber: Type.String(),
  verifiedUntil: DayText,
});
export type UnverifiedMeter = Static<typeof UnverifiedMeter>;

export const UnverifiedMeters = Type.Object({
  ...Page(UnverifiedMeter).properties,
  count: Type.Integer({ description: 'Of all pages' }),
});
export type UnverifiedMeters = Static<typeof UnverifiedMeters>;

/** A service that is charged in the month and has days without a tariff: their number, the first and the last. */
export const TariffGap = Type.Object({
  houseId: Id,
  houseServiceId: Id,
  serviceCode: Type.String(),
  serviceName: Type.String(),
  days: Type.Integer(),
  from: DayText,
  to: DayText,
});
export type TariffGap = Static<typeof TariffGap>;

export const TariffGaps = Type.Object({
  ...Page(TariffGap).properties,
  count: Type.Integer({ description: 'Of all pages' }),
});
export type TariffGaps = Static<typeof TariffGaps>;

export const listOddReadingFacts = endpoint({
  id: 'listOddReadingFacts',
  service: 'core',
  method: 'GET',
  path: '/api/internal/organizations/:organizationId/odd-readings',
  tag: 'internal',
  summary: 'List the unusual readings of a month',
  description: 'Of all houses, in the order of houses and meters.',
  access: 'service',
  query: ClosingFactsQuery,
  answers: { 200: OddReadings },
  refusals: [],
});

export const listOpenHouses = endpoint({
  id: 'listOpenHouses',
  service: 'core',
  method: 'GET',
  path: '/api/internal/organizations/:organizationId/open-houses',
  tag: 'internal',
  summary: 'List the houses with accounts in a month',
  description: 'Those with an account open on some day of it. An unknown organization has none.',
  access: 'service',
  query: OpenHousesQuery,
  answers: { 200: OpenHouses },
  refusals: [],
});

export const listUnverifiedMeters = endpoint({
  id: 'listUnverifiedMeters',
  service: 'core',
  method: 'GET',
  path: '/api/internal/organizations/:organizationId/unverified-meters',
  tag: 'internal',
  summary: 'List the meters that are past their verification in a month',
  description:
    'Those in use whose verification does not cover the end of the month, in the order of houses and ids.',
  access: 'service',
  query: ClosingFactsQuery,
  answers: { 200: UnverifiedMeters },
  refusals: [],
});

export const listTariffGaps = endpoint({
  id: 'listTariffGaps',
  service: 'core',
  method: 'GET',
  path: '/api/internal/organizations/:organizationId/tariff-gaps',
  tag: 'internal',
  summary: 'List services with tariff gaps in a month',
  description: 'In the order of houses and ids.',
  access: 'service',
  query: ClosingFactsQuery,
  answers: { 200: TariffGaps },
  refusals: [],
});

// What only core knows of the checks before a month is closed, told to billing: which houses have to be charged, which
// meters are past their verification, and which services lack a tariff.
import Type, { type Static } from 'typebox';
import { Page, PageQuery } from '../page.ts';
import { DayText, Id, Month, Nullable } from '../scalars.ts';

/** GET /api/internal/organizations/:id/open-houses */
export const OpenHousesQuery = Type.Object({ period: Month }, { additionalProperties: false });

/** Those with an account that was open on some day of the month. */
export const OpenHouses = Type.Object({ houseIds: Type.Array(Id) });
export type OpenHouses = Static<typeof OpenHouses>;

/** Of the two lists below, which are in the order of houses and ids. */
export const ClosingFactsQuery = Type.Object(
  { ...PageQuery, period: Month },
  { additionalProperties: false },
);

/** A meter in use that its verification did not cover to the month's end. */
export const UnverifiedMeter = Type.Object({
  houseId: Id,
  meterId: Id,
  houseServiceId: Id,
  serviceCode: Type.String(),
  serviceName: Type.String(),
  personalAccountId: Nullable(Id),
  accountNumber: Nullable(Type.String()),
  serialNumber: Type.String(),
  verifiedUntil: DayText,
});
export type UnverifiedMeter = Static<typeof UnverifiedMeter>;

/** GET /api/internal/organizations/:id/unverified-meters; `count` is of all pages */
export const UnverifiedMeters = Type.Object({
  ...Page(UnverifiedMeter).properties,
  count: Type.Integer(),
});
export type UnverifiedMeters = Static<typeof UnverifiedMeters>;

/** A service that is charged in the month and has days without a tariff: how many, the first and the last of them. */
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

/** GET /api/internal/organizations/:id/tariff-gaps; `count` is of all pages */
export const TariffGaps = Type.Object({ ...Page(TariffGap).properties, count: Type.Integer() });
export type TariffGaps = Static<typeof TariffGaps>;

// Houses of an organization. PUT replaces: a field that is left out gets its default.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import {
  Day,
  DayText,
  Decimal,
  DecimalIn,
  Id,
  IdText,
  InstantText,
  Line,
  LinePart,
  MonthText,
  Nullable,
} from '../scalars.ts';
import { Written } from './applied-months.ts';
import { CommonNeedsMethod } from './billing-snapshot.ts';

const COMMON_AREA = 'm² of common property';
const MonthNumber = Type.Integer({ minimum: 1, maximum: 12 });

/** The number of a day within a month. */
const DayNumber = Type.Integer({ minimum: 1, maximum: 31 });

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
  commonArea: Type.Optional(
    Nullable(Decimal({ places: 2, from: '0', to: '1000000', unit: COMMON_AREA })),
  ),
  heatingMonths: Type.Optional(
    Type.Array(MonthNumber, {
      maxItems: 12,
      uniqueItems: true,
      description: 'Month numbers of the heating season',
    }),
  ),
  heatingSeasons: Type.Optional(
    Type.Array(
      Type.Object({ from: Day, to: Type.Optional(Nullable(Day)) }, { additionalProperties: false }),
      {
        maxItems: 60,
        description:
          'First and last day of each heating season, `to` null while it lasts; in a year (July to June) without a season the ' +
          'heating months count',
      },
    ),
  ),
  odnCapped: Type.Optional(
    Nullable(
      Type.Boolean({
        description:
          'Whether common-house needs are capped at their norm; `commonNeedsMethod` says the same and more. Sent alone, true ' +
          'means `capped`; false keeps a method other than `capped`, else means `actual`. Refused if it contradicts the ' +
          'method',
      }),
    ),
  ),
  commonNeedsMethod: Type.Optional(Nullable(CommonNeedsMethod)),
  readingWindow: Type.Optional(
    Nullable(
      Type.Object(
        { fromDay: DayNumber, toDay: DayNumber },
        {
          additionalProperties: false,
          description:
            'The days of a month on which residents send readings by the link of a receipt; a last day before the first one is ' +
            'in the next month, and a day past the end of a month is its last day. Null: every day',
        },
      ),
    ),
  ),
};

export const NewHouse = Type.Object(
  { organizationId: Id, ...HouseFields },
  { additionalProperties: false },
);

/** A house stays with its organization: an `organizationId` in the body has to match. */
export const ChangedHouse = Type.Object(
  { organizationId: Type.Optional(Id), ...HouseFields },
  { additionalProperties: false },
);

const HousesQuery = Type.Object(
  {
    ...PageQuery,
    organizationId: Type.Optional(IdText),
    search: Type.Optional(LinePart(100, 'Words of the address, in any order, case-insensitive')),
  },
  { additionalProperties: false },
);

const HeatingSeason = Type.Object({ from: DayText, to: Nullable(DayText) });

export const House = Type.Object({
  id: Id,
  organizationId: Id,
  address: Type.String(),
  fiasId: Nullable(Type.String()),
  commonArea: Nullable(DecimalIn(COMMON_AREA)),
  heatingMonths: Type.Array(MonthNumber),
  /** In chronological order. */
  heatingSeasons: Type.Array(HeatingSeason),
  odnCapped: Nullable(Type.Boolean()),
  commonNeedsMethod: Nullable(CommonNeedsMethod),
  readingWindow: Nullable(Type.Object({ fromDay: Type.Integer(), toDay: Type.Integer() })),
  /** The first month of its first account; null without one. */
  firstMonth: Nullable(MonthText),
  createdAt: InstantText,
  updatedAt: InstantText,
});
export type House = Static<typeof House>;

/** The body determines the organization; if the query names one, it has to match. */
const NewHouseQuery = Type.Object(
  { organizationId: Type.Optional(IdText) },
  { additionalProperties: false },
);

/** A house as shown in lists. */
export const ListedHouse = Type.Object({
  ...House.properties,
  accounts: Type.Integer({ description: 'Personal accounts that are open today' }),
});
export type ListedHouse = Static<typeof ListedHouse>;

export const WrittenHouse = Written(House);
export type WrittenHouse = Static<typeof WrittenHouse>;

export const listHouses = endpoint({
  id: 'listHouses',
  service: 'core',
  method: 'GET',
  path: '/api/houses',
  tag: 'houses',
  summary: 'List houses',
  description:
    'Those of one organization, or of all in which the user is a member, by address, with numbers in numeric order: 2 ' +
    'before 10, and 10, 10/2, 10А, 11.',
  access: 'viewer',
  query: HousesQuery,
  answers: { 200: Page(ListedHouse) },
  refusals: ['not-found'],
});

export const createHouse = endpoint({
  id: 'createHouse',
  service: 'core',
  method: 'POST',
  path: '/api/houses',
  tag: 'houses',
  summary: 'Add a house to an organization',
  description:
    'The house cannot move to another organization. An organization in the query has to match that of the body.',
  access: 'owner',
  query: NewHouseQuery,
  body: NewHouse,
  answers: { 201: WrittenHouse },
  refusals: ['not-found', 'unprocessable-reference'],
});

export const getHouse = endpoint({
  id: 'getHouse',
  service: 'core',
  method: 'GET',
  path: '/api/houses/:houseId',
  tag: 'houses',
  summary: 'Get a house',
  description: 'With its version in `ETag`.',
  access: 'viewer',
  answers: { 200: House },
  refusals: ['not-found'],
});

export const replaceHouse = endpoint({
  id: 'replaceHouse',
  service: 'core',
  method: 'PUT',
  path: '/api/houses/:houseId',
  tag: 'houses',
  summary: 'Replace a house',
  description:
    'A field that is left out gets its default. A changed area of common property, heating months or cap of ' +
    'common-house needs counts in every month, changed days of a season from July of its year on, a changed address in ' +
    'none.',
  access: 'owner',
  body: ChangedHouse,
  ifMatch: true,
  answers: { 200: WrittenHouse },
  refusals: ['not-found'],
});

export const deleteHouse = endpoint({
  id: 'deleteHouse',
  service: 'core',
  method: 'DELETE',
  path: '/api/houses/:houseId',
  tag: 'houses',
  summary: 'Delete a house',
  description:
    'Only one that has never been charged, as the billing-service confirms first, and that has no rooms, accounts or ' +
    'services.',
  access: 'owner',
  ifMatch: true,
  answers: { 204: null },
  refusals: ['not-found', 'has-charges', 'has-children'],
});

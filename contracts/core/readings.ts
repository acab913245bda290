// Readings of meters, one per meter and month, and a house's month as one sheet.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import type { ProblemCode } from '../problem.ts';
import { Day, DayText, Id, IdsText, IdText, Month, MonthText, Nullable } from '../scalars.ts';
import { TABLE_FILE, TableQuery } from '../table-files.ts';
import { AppliedMonths, Written } from './applied-months.ts';
import { MeterValue, MeterValueText } from './meters.ts';

export const ReadingSource = Type.Union([
  Type.Literal('operator'),
  Type.Literal('resident'),
  Type.Literal('import'),
  Type.Literal('device'),
]);
export type ReadingSource = Static<typeof ReadingSource>;

const ReadingFields = {
  value: MeterValue,
  takenOn: Day,
  source: Type.Optional(ReadingSource),
  rollover: Type.Optional(
    Type.Boolean({
      description: 'The counter passed its highest figure since the previous reading',
    }),
  ),
};

export const NewReading = Type.Object(
  { period: Month, ...ReadingFields },
  { additionalProperties: false },
);

/** A reading stays in its month: a `period` in the body has to be the reading's. */
export const ChangedReading = Type.Object(
  { period: Type.Optional(Month), ...ReadingFields },
  { additionalProperties: false },
);

const MAX_SHEET_ROWS = 5000;

export const NewReadingSheet = Type.Array(
  Type.Object({ meterId: Id, ...ReadingFields }, { additionalProperties: false }),
  { minItems: 1, maxItems: MAX_SHEET_ROWS },
);

/** In the order in which they are checked. */
export const READING_RULES = [
  'meter-not-in-use',
  'reading-in-future',
  'reading-out-of-order',
  'reading-over-digits',
  'rollover-not-lower',
  'reading-below-previous',
  'reading-breaks-next',
] as const satisfies readonly ProblemCode[];

const ReadingsQuery = Type.Object(PageQuery, { additionalProperties: false });
const OddReadingsQuery = Type.Object(
  { ...PageQuery, period: Month },
  { additionalProperties: false },
);

/** The most houses that one request can choose. */
const MOST_HOUSES = 200;

const OfHouses = {
  organizationId: IdText,
  period: Month,
  houseIds: Type.Optional(IdsText(MOST_HOUSES)),
};

const ReadingSheetParams = Type.Object({ houseId: IdText, period: Month });

export const ReadingCountsQuery = Type.Object(
  { organizationId: IdText, period: Month },
  { additionalProperties: false },
);

/** How many of each house's meters have a reading in the month. */
export const ReadingCounts = Type.Object({
  organizationId: Id,
  period: MonthText,
  items: Type.Array(
    Type.Object({
      houseId: Id,
      address: Type.String(),
      meters: Type.Integer({ description: 'In use on some day of the month' }),
      read: Type.Integer({ description: 'Those of them with a reading of the month' }),
    }),
    { description: 'All houses, in the order of ids' },
  ),
});
export type ReadingCounts = Static<typeof ReadingCounts>;

/** How a reading compares with the ones before it. */
const Counted = {
  previous: Type.Object({
    period: Nullable(MonthText),
    value: MeterValueText,
    takenOn: DayText,
  }),
  consumption: Nullable(MeterValueText),
  mean: Nullable(MeterValueText),
  odd: Nullable(Type.Union([Type.Literal('zero'), Type.Literal('jump')])),
};

const Stored = {
  id: Id,
  value: MeterValueText,
  takenOn: DayText,
  source: ReadingSource,
  rollover: Type.Boolean(),
};

/** `previous.period` is null for the meter's initial reading; `mean` is null for fewer than three readings in a year. */
export const Reading = Type.Object({
  ...Stored,
  houseId: Id,
  meterId: Id,
  period: MonthText,
  ...Counted,
});
export type Reading = Static<typeof Reading>;
export const WrittenReading = Written(Reading);
export type WrittenReading = Static<typeof WrittenReading>;
export type CountedReading = Pick<Reading, 'previous' | 'consumption' | 'mean' | 'odd'>;

/** A meter in use in the month, with its reading, or null if there is none. */
export const ReadingSheetRow = Type.Object({
  meterId: Id,
  serialNumber: Type.String(),
  digits: Type.Integer(),
  /** Null for a house-wide meter, like all fields of an account; for a room's meter only the room's number is set. */
  personalAccountId: Nullable(Id),
  accountNumber: Nullable(Type.String()),
  payer: Nullable(Type.String()),
  roomNumber: Nullable(Type.String()),
  houseServiceId: Id,
  serviceCode: Type.String(),
  serviceName: Type.String(),
  unit: Type.String(),
  reading: Nullable(Type.Object(Stored)),
  ...Counted,
});
export type ReadingSheetRow = Static<typeof ReadingSheetRow>;

/** An odd reading in a list for many houses. */
export const OddReading = Type.Object({
  houseId: Id,
  address: Type.String(),
  ...ReadingSheetRow.properties,
});
export type OddReading = Static<typeof OddReading>;

export const OddReadings = Type.Object({
  ...Page(OddReading).properties,
  count: Type.Integer({ description: 'Of all pages' }),
});
export type OddReadings = Static<typeof OddReadings>;

/** The outcome of a sheet; `accepted` counts changed and unchanged values. */
export const StoredReadingSheet = Type.Object({
  period: MonthText,
  accepted: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  odd: Type.Array(Reading),
  appliedMonths: AppliedMonths,
});
export type StoredReadingSheet = Static<typeof StoredReadingSheet>;

export const listReadings = endpoint({
  id: 'listReadings',
  service: 'core',
  method: 'GET',
  path: '/api/meters/:meterId/readings',
  tag: 'readings',
  summary: 'List the readings of a meter',
  description: 'Newest first, one per month, each with the previous one and the consumption since.',
  access: 'viewer',
  query: ReadingsQuery,
  answers: { 200: Page(Reading) },
  refusals: ['not-found'],
});

export const createReading = endpoint({
  id: 'createReading',
  service: 'core',
  method: 'POST',
  path: '/api/meters/:meterId/readings',
  tag: 'readings',
  summary: 'Record a reading',
  description:
    'A meter has one reading per month. It has to fit the nearest readings before and after it; an odd one is stored ' +
    'and marked. It counts in its own month and in that of the next reading.',
  access: 'accountant',
  body: NewReading,
  answers: { 201: WrittenReading },
  refusals: ['not-found', 'reading-exists', ...READING_RULES],
});

export const getReading = endpoint({
  id: 'getReading',
  service: 'core',
  method: 'GET',
  path: '/api/readings/:readingId',
  tag: 'readings',
  summary: 'Get a reading',
  description: 'With its version in `ETag`.',
  access: 'viewer',
  answers: { 200: Reading },
  refusals: ['not-found'],
});

export const replaceReading = endpoint({
  id: 'replaceReading',
  service: 'core',
  method: 'PUT',
  path: '/api/readings/:readingId',
  tag: 'readings',
  summary: 'Replace a reading',
  description:
    'Its month stays. A field that is left out gets its default; the same values change nothing, not even the version.',
  access: 'accountant',
  body: ChangedReading,
  ifMatch: true,
  answers: { 200: WrittenReading },
  refusals: ['not-found', ...READING_RULES],
});

export const deleteReading = endpoint({
  id: 'deleteReading',
  service: 'core',
  method: 'DELETE',
  path: '/api/readings/:readingId',
  tag: 'readings',
  summary: 'Delete a reading',
  description:
    'Refused if the next reading would then not fit the previous one. The header `Applied-Months` lists the applied ' +
    'months that it concerns.',
  access: 'accountant',
  ifMatch: true,
  answers: { 204: null },
  refusals: ['not-found', 'reading-breaks-next'],
});

export const getReadingSheet = endpoint({
  id: 'getReadingSheet',
  service: 'core',
  method: 'GET',
  path: '/api/houses/:houseId/readings/:period',
  tag: 'readings',
  summary: "Get a house's month of readings",
  description:
    'Every meter in use on some day of the month, read or not: those of the house first, then by account.',
  access: 'viewer',
  params: ReadingSheetParams,
  query: ReadingsQuery,
  answers: { 200: Page(ReadingSheetRow) },
  refusals: ['not-found'],
});

export const storeReadingSheet = endpoint({
  id: 'storeReadingSheet',
  service: 'core',
  method: 'PUT',
  path: '/api/houses/:houseId/readings/:period',
  tag: 'readings',
  summary: "Store a house's month of readings",
  description:
    'All of them or none. An existing reading is replaced, one with the same values stays as it is, and meters that are ' +
    'not named keep theirs. A meter may be named only once. When readings are refused, `errors` lists each of them with ' +
    'its reason and path, such as `/3/value`; a meter of another house is a 404.',
  access: 'accountant',
  params: ReadingSheetParams,
  body: NewReadingSheet,
  answers: { 200: StoredReadingSheet },
  refusals: ['not-found', 'readings-refused'],
});

export const listOddReadings = endpoint({
  id: 'listOddReadings',
  service: 'core',
  method: 'GET',
  path: '/api/houses/:houseId/odd-readings',
  tag: 'readings',
  summary: 'List unusual readings of a house for a month',
  description:
    'Those without consumption (`zero`), or with more than three times the mean month of the 12 months before (`jump`).',
  access: 'viewer',
  query: OddReadingsQuery,
  answers: { 200: Page(ReadingSheetRow) },
  refusals: ['not-found'],
});

export const listOddReadingsOfHouses = endpoint({
  id: 'listOddReadingsOfHouses',
  service: 'core',
  method: 'GET',
  path: '/api/readings/odd',
  tag: 'readings',
  summary: 'List unusual readings of all houses for a month',
  description:
    'As for one house, but of all houses of the organization or of up to 200 named ones, in the order of houses and ' +
    'meters.',
  access: 'viewer',
  query: Type.Object({ ...PageQuery, ...OfHouses }, { additionalProperties: false }),
  answers: { 200: OddReadings },
  refusals: ['not-found'],
});

export const downloadOddReadings = endpoint({
  id: 'downloadOddReadings',
  service: 'core',
  method: 'GET',
  path: '/api/readings/odd/file',
  tag: 'readings',
  summary: 'Download unusual readings of all houses for a month',
  description: 'All of them as a table, house by house. The audit log records who downloads it.',
  access: 'viewer',
  query: Type.Object({ ...TableQuery.properties, ...OfHouses }, { additionalProperties: false }),
  answers: { 200: TABLE_FILE },
  refusals: ['not-found'],
});

export const countReadings = endpoint({
  id: 'countReadings',
  service: 'core',
  method: 'GET',
  path: '/api/readings/counts',
  tag: 'readings',
  summary: 'Count meters with readings by house for a month',
  description: 'Every house of the organization, in the order of ids.',
  access: 'viewer',
  query: ReadingCountsQuery,
  answers: { 200: ReadingCounts },
  refusals: ['not-found'],
});

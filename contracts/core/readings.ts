// Readings of meters, one a meter and month, and a house's month as one sheet.
import Type, { type Static } from 'typebox';
import { PageQuery } from '../page.ts';
import { Day, DayText, DecimalText, Id, IdText, Month, MonthText, Nullable } from '../scalars.ts';
import { AppliedMonths } from './applied-months.ts';
import { MeterValue } from './meters.ts';

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
    Type.Boolean({ description: 'The counter passed its highest figure since the reading before' }),
  ),
};

export const NewReading = Type.Object(
  { period: Month, ...ReadingFields },
  { additionalProperties: false },
);

/** A reading stays in its month: a `period` that is sent along has to be the reading's. */
export const ChangedReading = Type.Object(
  { period: Type.Optional(Month), ...ReadingFields },
  { additionalProperties: false },
);

const MAX_SHEET_ROWS = 5000;

export const NewReadingSheet = Type.Array(
  Type.Object({ meterId: Id, ...ReadingFields }, { additionalProperties: false }),
  { minItems: 1, maxItems: MAX_SHEET_ROWS },
);

export const ListReadingsQuery = Type.Object(PageQuery, { additionalProperties: false });
export const ListOddReadingsQuery = Type.Object(
  { ...PageQuery, period: Month },
  { additionalProperties: false },
);

export const ReadingIdParams = Type.Object({ id: IdText });
export const ReadingSheetParams = Type.Object({ houseId: IdText, period: Month });

export const ReadingCountsQuery = Type.Object(
  { organizationId: IdText, period: Month },
  { additionalProperties: false },
);

/** How much of each house's month is read. */
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
    { description: 'Every house, in the order of ids' },
  ),
});
export type ReadingCounts = Static<typeof ReadingCounts>;

/** What a reading means beside the ones before it. */
const Counted = {
  previous: Type.Object({
    period: Nullable(MonthText),
    value: DecimalText,
    takenOn: DayText,
  }),
  consumption: Nullable(DecimalText),
  mean: Nullable(DecimalText),
  odd: Nullable(Type.Union([Type.Literal('zero'), Type.Literal('jump')])),
};

const Stored = {
  id: Id,
  value: DecimalText,
  takenOn: DayText,
  source: ReadingSource,
  rollover: Type.Boolean(),
};

/** `previous.period` is null for the meter's initial reading; `mean` for fewer than three readings in a year. */
export const Reading = Type.Object({
  ...Stored,
  houseId: Id,
  meterId: Id,
  period: MonthText,
  ...Counted,
});
export type Reading = Static<typeof Reading>;
export type CountedReading = Pick<Reading, 'previous' | 'consumption' | 'mean' | 'odd'>;

/** A meter that is in use in the month, with its reading, or null while there is none. */
export const ReadingSheetRow = Type.Object({
  meterId: Id,
  serialNumber: Type.String(),
  digits: Type.Integer(),
  /** Null for a house-wide meter, as all that is said of an account. */
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

/** What became of a sheet; `accepted` is what was changed and what stood there already. */
export const StoredReadingSheet = Type.Object({
  period: MonthText,
  accepted: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  odd: Type.Array(Reading),
  appliedMonths: AppliedMonths,
});
export type StoredReadingSheet = Static<typeof StoredReadingSheet>;

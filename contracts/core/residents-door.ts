// What the holder of a receipt's link sees of the account's meters, and the readings that they send: billing serves the page and
// queries core.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { DayText, Email, Id, Month, MonthText, Nullable } from '../scalars.ts';
import { MeterValue, MeterValueText } from './meters.ts';
import { READING_RULES, ReadingSource } from './readings.ts';

const Odd = Nullable(Type.Union([Type.Literal('zero'), Type.Literal('jump')]));

/** A meter of the account or its room, in use in the month for which readings are accepted. */
export const ResidentMeter = Type.Object({
  meterId: Id,
  serviceName: Type.String(),
  unit: Type.String(),
  serialNumber: Type.String(),
  digits: Type.Integer(),
  verifiedUntil: Nullable(DayText),
  /** The last reading before the month; before any, the initial one. */
  previous: Type.Object({ value: MeterValueText, takenOn: DayText }),
  mean: Nullable(MeterValueText),
  /** The reading of the month. */
  reading: Nullable(
    Type.Object({
      value: MeterValueText,
      takenOn: DayText,
      source: ReadingSource,
      consumption: Nullable(MeterValueText),
    }),
  ),
});
export type ResidentMeter = Static<typeof ResidentMeter>;

export const ResidentAccount = Type.Object({
  accountNumber: Type.String(),
  payer: Type.String(),
  openedOn: DayText,
  closedOn: Nullable(DayText),
  email: Nullable(Type.String()),
  wantsPaper: Type.Boolean(),
  window: Type.Object(
    { period: MonthText, from: DayText, to: DayText, isOpen: Type.Boolean() },
    {
      description: 'The days on which readings of `period` are taken: the open ones, else the next',
    },
  ),
  meters: Type.Array(ResidentMeter),
});
export type ResidentAccount = Static<typeof ResidentAccount>;

/** More than any flat has. */
export const MOST_RESIDENT_METERS = 100;

export const ResidentReadings = Type.Object(
  {
    period: Month,
    readings: Type.Array(
      Type.Object({ meterId: Id, value: MeterValue }, { additionalProperties: false }),
      { minItems: 1, maxItems: MOST_RESIDENT_METERS },
    ),
    confirmed: Type.Boolean({ description: 'Whether odd readings are meant as they are' }),
  },
  { additionalProperties: false },
);

/** `reading-exists`: there is one from a source other than a resident; `not-found`: not a meter of the account. */
export const RESIDENT_PROBLEMS = ['not-found', 'reading-exists', ...READING_RULES] as const;

export const ResidentReadingsOutcome = Type.Object({
  outcome: Type.Enum(['stored', 'odd', 'refused', 'closed'], {
    description:
      '`odd` and `refused` have stored nothing; `closed`: the day is outside the window, or the account has ended',
  }),
  rows: Type.Array(
    Type.Object({
      meterId: Id,
      value: MeterValueText,
      problem: Nullable(Type.Enum([...RESIDENT_PROBLEMS])),
      odd: Odd,
      consumption: Nullable(MeterValueText),
    }),
    { description: 'Every reading that was sent, in its order' },
  ),
});
export type ResidentReadingsOutcome = Static<typeof ResidentReadingsOutcome>;

export const getResidentAccount = endpoint({
  id: 'getResidentAccount',
  service: 'core',
  method: 'GET',
  path: '/api/internal/houses/:houseId/accounts/:personalAccountId/resident',
  tag: 'internal',
  summary: 'Get what a resident may see of an account',
  description:
    'The days for readings, the meters with their last readings, and how receipts are sent.',
  access: 'service',
  answers: { 200: ResidentAccount },
  refusals: ['not-found'],
});

export const storeResidentReadings = endpoint({
  id: 'storeResidentReadings',
  service: 'core',
  method: 'POST',
  path: '/api/internal/houses/:houseId/accounts/:personalAccountId/resident/readings',
  tag: 'internal',
  summary: 'Store readings that a resident has sent',
  description:
    'All of them or none, with `source` `resident` and the day in Moscow. The rules are those of an accountant’s ' +
    'readings; odd ones are stored once they are confirmed. An existing reading stays as it is, so the request may be ' +
    'repeated.',
  access: 'service',
  body: ResidentReadings,
  answers: { 200: ResidentReadingsOutcome },
  refusals: ['not-found'],
});

export const ResidentPreferences = Type.Object(
  { email: Nullable(Email), wantsPaper: Type.Boolean() },
  { additionalProperties: false },
);
export type ResidentPreferences = Static<typeof ResidentPreferences>;

export const storeResidentPreferences = endpoint({
  id: 'storeResidentPreferences',
  service: 'core',
  method: 'POST',
  path: '/api/internal/houses/:houseId/accounts/:personalAccountId/resident/preferences',
  tag: 'internal',
  summary: 'Store how a resident wants receipts',
  description:
    'The e-mail, null to remove it, and whether receipts come on paper too. The audit log keeps when it was chosen. ' +
    'Repeating the request changes nothing.',
  access: 'service',
  body: ResidentPreferences,
  answers: { 200: ResidentPreferences },
  refusals: ['not-found'],
});

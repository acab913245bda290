// Why a long job failed, or why it waits for a retry: a code, and its details.
import Type, { type Static } from 'typebox';
import { SERVICES } from './endpoint.ts';
import { DayText, Id, MonthText, Nullable } from './scalars.ts';

export const JOB_ERROR_CODES = [
  'internal',
  'interrupted',
  'dependency-unavailable',
  'conflict',
  'month-closed',
  'move-built-upon',
  'rate-missing',
  'houses-not-computed',
  'rows-refused',
  'nothing-charged',
  'bank-details-missing',
  'payee-details-missing',
  'month-archived',
  'file-too-large',
  'nobody-to-write-to',
] as const;
export type JobErrorCode = (typeof JOB_ERROR_CODES)[number];

export const DEPENDENCIES = [...SERVICES, 'database'] as const;
export type Dependency = (typeof DEPENDENCIES)[number];

export const HOUSE_FAULTS = ['not-known', 'elsewhere', 'internal'] as const;
export type HouseFaultReason = (typeof HOUSE_FAULTS)[number];

const FaultyHouse = Type.Object({
  houseId: Id,
  reason: Type.Enum(HOUSE_FAULTS, {
    description:
      'Core has no such house, it belongs to another organization, or it was not expected',
  }),
});
export type FaultyHouse = Static<typeof FaultyHouse>;

export const JobErrorFacts = Type.Object(
  {
    dependency: Type.Optional(
      Type.Enum(DEPENDENCIES, { description: 'The service that does not answer, or the database' }),
    ),
    day: Type.Optional(DayText),
    months: Type.Optional(Type.Array(MonthText)),
    houses: Type.Optional(Type.Array(FaultyHouse, { description: 'The first 5' })),
    moreHouses: Type.Optional(Type.Integer({ description: 'How many more' })),
    refused: Type.Optional(Type.Integer({ description: 'Rows of a file' })),
    rows: Type.Optional(Type.Integer({ description: 'All rows of the file' })),
  },
  { description: 'Details of the error, if any; null without an error' },
);
export type JobErrorFacts = Static<typeof JobErrorFacts>;

export type JobError = { readonly code: JobErrorCode; readonly facts: JobErrorFacts };

/** The fields of every job. */
export const JobErrorFields = {
  error: Nullable(
    Type.Enum(JOB_ERROR_CODES, {
      description:
        'Why it failed, or is tried again. `internal`: an unexpected error; see the log of the service',
    }),
  ),
  errorFacts: Nullable(JobErrorFacts),
};

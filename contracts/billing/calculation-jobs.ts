// Calculation jobs: the charges of one house, or of all or some houses of an organization, for a month.
import Type, { type Static } from 'typebox';
import { PageQuery } from '../page.ts';
import {
  BooleanText,
  CalendarMonth,
  Id,
  IdText,
  InstantText,
  MonthText,
  Nullable,
} from '../scalars.ts';
import { Overrides } from './dry-runs.ts';
import { SkippedAccount } from './skipped-accounts.ts';

export const JobStatus = Type.Union([
  Type.Literal('QUEUED'),
  Type.Literal('RUNNING'),
  Type.Literal('COMPLETED'),
  Type.Literal('FAILED'),
  Type.Literal('CANCELLED'),
]);
export type JobStatus = Static<typeof JobStatus>;

export const CalculationJob = Type.Object({
  id: Id,
  organizationId: Id,
  billingCycleId: Id,
  status: JobStatus,
  period: MonthText,
  houseIds: Type.Array(Id),
  totalAccounts: Type.Integer(),
  processedAccounts: Type.Integer(),
  createdCharges: Type.Integer(),
  skippedCount: Type.Integer({
    description: 'An account that has several reasons counts for each',
  }),
  skipped: Type.Array(SkippedAccount, {
    description: 'The first 1,000; in a list of jobs the first 10',
  }),
  error: Nullable(Type.String()),
  createdAt: InstantText,
  startedAt: Nullable(InstantText),
  finishedAt: Nullable(InstantText),
});
export type CalculationJob = Static<typeof CalculationJob>;

/** Exactly one of `houseId` and `organizationId`; `houseIds` are some of the organization's houses. */
export const CreateCalculationJob = Type.Object(
  {
    ...CalendarMonth,
    houseId: Type.Optional(Id),
    organizationId: Type.Optional(Id),
    houseIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 10_000, uniqueItems: true })),
    overrides: Type.Optional(Overrides),
  },
  { additionalProperties: false },
);

export const CreateCalculationJobQuery = Type.Object(
  { dryRun: Type.Optional(BooleanText) },
  { additionalProperties: false },
);

export const ListJobsQuery = Type.Object(
  { ...PageQuery, organizationId: Type.Optional(IdText) },
  { additionalProperties: false },
);

export const ListSkippedQuery = Type.Object(PageQuery, { additionalProperties: false });

export const JobParams = Type.Object({ jobId: IdText });

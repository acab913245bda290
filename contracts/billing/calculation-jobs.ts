// Calculation jobs: the charges of one house or of all houses of an organization for a month.
import Type, { type Static } from 'typebox';
import { PageQuery } from '../page.ts';
import { CalendarMonth, Id, IdText, InstantText, MonthText, Nullable } from '../scalars.ts';

export const JobStatus = Type.Union([
  Type.Literal('QUEUED'),
  Type.Literal('RUNNING'),
  Type.Literal('COMPLETED'),
  Type.Literal('FAILED'),
  Type.Literal('CANCELLED'),
]);
export type JobStatus = Static<typeof JobStatus>;

export const SkippedAccount = Type.Object({ personalAccountId: Id, reason: Type.String() });
export type SkippedAccount = Static<typeof SkippedAccount>;

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
  skipped: Type.Array(SkippedAccount),
  error: Nullable(Type.String()),
  createdAt: InstantText,
  startedAt: Nullable(InstantText),
  finishedAt: Nullable(InstantText),
});
export type CalculationJob = Static<typeof CalculationJob>;

/** Exactly one of `houseId` and `organizationId`. */
export const CreateCalculationJob = Type.Object(
  { ...CalendarMonth, houseId: Type.Optional(Id), organizationId: Type.Optional(Id) },
  { additionalProperties: false },
);

export const ListJobsQuery = Type.Object(
  { ...PageQuery, organizationId: Type.Optional(IdText) },
  { additionalProperties: false },
);

export const JobParams = Type.Object({ jobId: IdText });

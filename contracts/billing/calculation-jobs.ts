// Calculation jobs: the charges of one house, or of all or some houses of an organization, for a month.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { JobErrorFields } from '../job-errors.ts';
import { fileAnswer } from '../file-answer.ts';
import { Page, PageQuery } from '../page.ts';
import {
  BooleanText,
  CalendarMonth,
  Id,
  IdText,
  InstantText,
  Month,
  MonthText,
  Nullable,
} from '../scalars.ts';
import { DryRun, Overrides } from './dry-runs.ts';
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
    description: 'An account with several reasons counts once for each',
  }),
  skipped: Type.Array(SkippedAccount, {
    description: 'The first 1,000; in a list of jobs the first 10',
  }),
  ...JobErrorFields,
  createdAt: InstantText,
  startedAt: Nullable(InstantText),
  finishedAt: Nullable(InstantText),
});
export type CalculationJob = Static<typeof CalculationJob>;

/** Exactly one of `houseId` and `organizationId`; `houseIds` are some of the organization's houses. */
export const CalculationRequest = Type.Object(
  {
    ...CalendarMonth,
    houseId: Type.Optional(Id),
    organizationId: Type.Optional(Id),
    houseIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 10_000, uniqueItems: true })),
    overrides: Type.Optional(Overrides),
  },
  { additionalProperties: false },
);

export const createCalculationJob = endpoint({
  id: 'createCalculationJob',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/calculation-jobs',
  tag: 'calculation-jobs',
  summary: 'Calculate the charges of a month, or do a dry run',
  description:
    'For a house, or for all or some houses of an organization. A missing cycle of the month is created; the same ' +
    'request while its job waits answers that job. With `dryRun=true` it is computed at once, for at most 10,000 ' +
    'accounts in 1,000 houses, and nothing is stored: the answer is what each account would be charged, in roubles. ' +
    'Only a dry run takes `overrides` of a tariff, a norm or a method of common-house needs. Checked in this order: ' +
    'contradictory fields, the house or organization, the role, the month, that the houses are the organization’s, that ' +
    'the month is not applied, the number of waiting jobs.',
  access: 'accountant',
  query: Type.Object({ dryRun: Type.Optional(BooleanText) }, { additionalProperties: false }),
  body: CalculationRequest,
  answers: { 202: CalculationJob, 200: DryRun },
  refusals: [
    'not-found',
    'month-out-of-range',
    'unprocessable-reference',
    'cycle-not-draft',
    'month-closed',
    'too-many-jobs',
    'too-much-at-once',
    'month-archived',
  ],
});

export const listCalculationJobs = endpoint({
  id: 'listCalculationJobs',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/calculation-jobs',
  tag: 'calculation-jobs',
  summary: 'List calculation jobs',
  description:
    'Newest first, each with the first 10 accounts that it skipped. Without `organizationId` those of all the caller’s ' +
    'organizations.',
  access: 'viewer',
  query: Type.Object(
    { ...PageQuery, organizationId: Type.Optional(IdText), period: Type.Optional(Month) },
    { additionalProperties: false },
  ),
  answers: { 200: Page(CalculationJob) },
  refusals: ['not-found'],
});

export const getCalculationJob = endpoint({
  id: 'getCalculationJob',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/calculation-jobs/:jobId',
  tag: 'calculation-jobs',
  summary: 'Get a calculation job',
  description: 'Its progress, and the first 1,000 accounts that it skipped.',
  access: 'viewer',
  answers: { 200: CalculationJob },
  refusals: ['not-found'],
});

export const listSkippedAccounts = endpoint({
  id: 'listSkippedAccounts',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/calculation-jobs/:jobId/skipped',
  tag: 'calculation-jobs',
  summary: 'List the accounts that a job could not charge in full',
  description:
    'In the order of houses and accounts; an account with several reasons appears once for each. Kept until a later job ' +
    'calculates the house.',
  access: 'viewer',
  query: Type.Object(PageQuery, { additionalProperties: false }),
  answers: { 200: Page(SkippedAccount) },
  refusals: ['not-found'],
});

export const AccountSkips = Type.Object({
  period: Nullable({
    ...MonthText,
    description: 'The last month in which the house was calculated; null before the first',
  }),
  items: Type.Array(SkippedAccount, { description: 'Empty if the account is charged in full' }),
});
export type AccountSkips = Static<typeof AccountSkips>;

export const getAccountSkips = endpoint({
  id: 'getAccountSkips',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/calculation-jobs/by-account/:personalAccountId/skipped',
  tag: 'calculation-jobs',
  summary: 'Get why an account was not charged in full',
  description: 'For the last month in which its house was calculated.',
  access: 'viewer',
  answers: { 200: AccountSkips },
  refusals: ['not-found'],
});

export const watchCalculationJob = endpoint({
  id: 'watchCalculationJob',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/calculation-jobs/:jobId/events',
  tag: 'calculation-jobs',
  summary: 'Watch the progress of a calculation job',
  description:
    'Server-sent events named `progress`, each with the current job: one at once and one after each step, until the job ' +
    'ends, for at most 10 minutes. A user watches at most 10 jobs at once, else `too-many-requests`.',
  access: 'viewer',
  answers: { 200: fileAnswer('text/event-stream') },
  refusals: ['not-found', 'too-many-requests'],
});

export const cancelCalculationJob = endpoint({
  id: 'cancelCalculationJob',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/calculation-jobs/:jobId/cancel',
  tag: 'calculation-jobs',
  summary: 'Cancel a calculation job',
  description:
    'Houses already calculated keep their charges; the answer waits for those being stored.',
  access: 'accountant',
  answers: { 200: CalculationJob },
  refusals: ['not-found', 'job-finished'],
});

// Penalty accruals: the jobs that book penalties up to a day, and what they have booked, day by day.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { JobErrorFields } from '../job-errors.ts';
import { Page, PageQuery } from '../page.ts';
import {
  Day,
  DayText,
  DecimalIn,
  Id,
  IdText,
  InstantText,
  MoneyText,
  Month,
  MonthText,
  Nullable,
} from '../scalars.ts';
import { JobStatus } from './calculation-jobs.ts';
import { ExactRoubles, PenaltyKind, PenaltyMethod } from './penalties.ts';
import { PenaltyRemark, RateBasis } from './penalty-remarks.ts';

/** Exactly one of `houseId` and `organizationId`. */
export const AccrualRequest = Type.Object(
  { houseId: Type.Optional(Id), organizationId: Type.Optional(Id), targetDate: Day },
  { additionalProperties: false },
);

export const AccrualJob = Type.Object({
  id: Id,
  organizationId: Id,
  status: JobStatus,
  houseIds: Type.Array(Id),
  targetDate: DayText,
  totalAccounts: Type.Integer({
    description: 'Accounts of its houses when it was requested; once completed, those it processed',
  }),
  processedAccounts: Type.Integer({ description: 'Accounts with anything booked' }),
  createdAccruals: Type.Integer(),
  totalAmount: MoneyText,
  remarks: Type.Array(PenaltyRemark),
  ...JobErrorFields,
  createdAt: InstantText,
  startedAt: Nullable(InstantText),
  finishedAt: Nullable(InstantText),
});
export type AccrualJob = Static<typeof AccrualJob>;

export const AccrualLine = Type.Object({
  from: DayText,
  to: DayText,
  days: Type.Integer(),
  debtAmount: MoneyText,
  rate: DecimalIn('per cent'),
  fraction: Type.String({ description: 'Of the rate per day: "1/300" or "1/130"' }),
  amount: ExactRoubles,
  basis: RateBasis,
});

export const AccruedDebt = Type.Object({
  period: MonthText,
  kind: PenaltyKind,
  method: PenaltyMethod,
  dueDate: DayText,
  debtAmount: MoneyText,
  penalty: Type.String({ description: 'The whole up to the target day, rounded once' }),
  amount: Type.String({
    description: 'The part that this accrual books; below zero for a reduction',
  }),
  lines: Type.Array(AccrualLine, {
    description: 'The days with a penalty, in order; with the payment-day method, part by part',
  }),
});
export type AccruedDebt = Static<typeof AccruedDebt>;

export const PenaltyAccrual = Type.Object({
  id: Id,
  houseId: Id,
  personalAccountId: Id,
  jobId: Id,
  period: MonthText,
  targetDate: DayText,
  amount: MoneyText,
  createdAt: InstantText,
  debts: Type.Array(AccruedDebt),
  remarks: Type.Array(PenaltyRemark),
});
export type PenaltyAccrual = Static<typeof PenaltyAccrual>;

const AccrualsQuery = Type.Object(
  {
    ...PageQuery,
    organizationId: Type.Optional(IdText),
    houseId: Type.Optional(IdText),
    personalAccountId: Type.Optional(IdText),
    period: Type.Optional(Month),
  },
  { additionalProperties: false },
);

const AccrualJobsQuery = Type.Object(
  { ...PageQuery, organizationId: Type.Optional(IdText) },
  { additionalProperties: false },
);

export const accruePenalties = endpoint({
  id: 'accruePenalties',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/penalties/accruals',
  tag: 'penalty-accruals',
  summary: 'Book the penalties of a house or an organization up to a day',
  description:
    'Of `houseId`, or of all houses of `organizationId`. Queues a job and answers it at once; the same request while it ' +
    'waits answers that job. `targetDate` is between 2000-01-01 and today in Moscow. Accruing again books only the ' +
    'difference since. Checked in this order: the day, the house or organization, the role, that it has houses, the ' +
    'idempotency key, the number of waiting jobs of the organization.',
  access: 'accountant',
  body: AccrualRequest,
  idempotent: true,
  answers: { 202: AccrualJob },
  refusals: ['not-found', 'unprocessable-reference', 'too-many-jobs'],
});

export const listPenaltyAccruals = endpoint({
  id: 'listPenaltyAccruals',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/penalties/accruals',
  tag: 'penalty-accruals',
  summary: 'List penalty accruals',
  description: 'By house and account in the order of booking, each with its breakdown.',
  access: 'viewer',
  query: AccrualsQuery,
  answers: { 200: Page(PenaltyAccrual) },
  refusals: ['not-found'],
});

export const getPenaltyAccrual = endpoint({
  id: 'getPenaltyAccrual',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/penalties/accruals/:accrualId',
  tag: 'penalty-accruals',
  summary: 'Get a penalty accrual',
  description: 'With its breakdown: each month’s debt, and the days with a penalty.',
  access: 'viewer',
  answers: { 200: PenaltyAccrual },
  refusals: ['not-found'],
});

export const listAccrualJobs = endpoint({
  id: 'listAccrualJobs',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/penalties/accrual-jobs',
  tag: 'penalty-accruals',
  summary: 'List accrual jobs',
  description: 'Newest first. Without `organizationId` those of all the caller’s organizations.',
  access: 'viewer',
  query: AccrualJobsQuery,
  answers: { 200: Page(AccrualJob) },
  refusals: ['not-found'],
});

export const getAccrualJob = endpoint({
  id: 'getAccrualJob',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/penalties/accrual-jobs/:accrualJobId',
  tag: 'penalty-accruals',
  summary: 'Get an accrual job',
  description:
    'Its progress, and what it has booked. A job that needs a rate for a day without one is `FAILED`, and `errorFacts` ' +
    'names the day.',
  access: 'viewer',
  answers: { 200: AccrualJob },
  refusals: ['not-found'],
});

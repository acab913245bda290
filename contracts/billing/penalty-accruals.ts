// Penalty accruals: the jobs that book penalties up to a day, and what they have booked, day by day.
import Type, { type Static } from 'typebox';
import { PageQuery } from '../page.ts';
import {
  Day,
  DayText,
  DecimalText,
  Id,
  IdText,
  InstantText,
  MoneyText,
  Month,
  MonthText,
  Nullable,
} from '../scalars.ts';
import { JobStatus } from './calculation-jobs.ts';
import { ExactRoubles, PenaltyKind, PenaltyMethod, PenaltyRemark } from './penalties.ts';

/** Exactly one of `houseId` and `organizationId`. */
export const RequestAccrual = Type.Object(
  { houseId: Type.Optional(Id), organizationId: Type.Optional(Id), targetDate: Day },
  { additionalProperties: false },
);

export const AccrualJob = Type.Object({
  id: Id,
  organizationId: Id,
  status: JobStatus,
  houseIds: Type.Array(Id),
  targetDate: DayText,
  totalAccounts: Type.Integer(),
  processedAccounts: Type.Integer({ description: 'Those with anything booked' }),
  createdAccruals: Type.Integer(),
  totalAmount: MoneyText,
  remarks: Type.Array(PenaltyRemark),
  error: Nullable(Type.String()),
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
  rate: DecimalText,
  fraction: Type.String({ description: 'Of the rate a day: "1/300" or "1/130"' }),
  amount: ExactRoubles,
});

export const AccruedDebt = Type.Object({
  period: MonthText,
  kind: PenaltyKind,
  method: PenaltyMethod,
  dueDate: DayText,
  debtAmount: MoneyText,
  penalty: Type.String({ description: 'The whole up to the target day, rounded once' }),
  amount: Type.String({
    description: 'What of it this accrual books; below zero what it gives back',
  }),
  lines: Type.Array(AccrualLine, {
    description: 'The days that cost anything, in order; by payment-day part by part',
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

export const ListAccrualsQuery = Type.Object(
  {
    ...PageQuery,
    houseId: Type.Optional(IdText),
    personalAccountId: Type.Optional(IdText),
    period: Type.Optional(Month),
  },
  { additionalProperties: false },
);

export const AccrualParams = Type.Object({ id: IdText });

export const ListAccrualJobsQuery = Type.Object(
  { ...PageQuery, organizationId: Type.Optional(IdText) },
  { additionalProperties: false },
);

export const AccrualJobParams = Type.Object({ accrualJobId: IdText });

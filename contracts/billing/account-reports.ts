// Reports of one account: its statement, the reconciliation, and its penalties line by line.
import Type, { type Static, type StaticDecode } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { DayText, Id, IdText, MoneyText, MonthText, Nullable } from '../scalars.ts';
import { reportAnswer } from '../table-files.ts';
import { DebtKind, TransactionType } from './ledger-entries.ts';
import { AccruedDebt } from './penalty-accruals.ts';
import { PenaltyRemark } from './penalty-remarks.ts';
import { MONTHS_RULE, MonthsQuery, ReportFormat, WORKBOOK } from './reports.ts';

/** All months, unless some are given. */
export const AccountReportQuery = Type.Object(
  { personalAccountId: IdText, ...MonthsQuery, format: ReportFormat },
  { additionalProperties: false },
);
export type AccountReportQuery = StaticDecode<typeof AccountReportQuery>;

export const CourtQuery = Type.Object(
  { personalAccountId: IdText, format: ReportFormat },
  { additionalProperties: false },
);
export type CourtQuery = StaticDecode<typeof CourtQuery>;

const Account = {
  personalAccountId: Id,
  houseId: Id,
  organizationName: Type.String(),
  accountNumber: Type.String(),
  address: Type.String(),
  payer: Type.String(),
};

const Months = { periodFrom: Nullable(MonthText), periodTo: Nullable(MonthText) };
const DebtByKind = Type.Object({ principal: MoneyText, penalty: MoneyText });

export const StatementEntry = Type.Object({
  id: Id,
  period: MonthText,
  effectiveOn: DayText,
  transactionType: TransactionType,
  debtKind: DebtKind,
  referenceId: Type.String(),
  description: Type.String({
    description:
      'The service of a charge, the source of a payment, the reason of a storno or of an adjustment',
  }),
  rateType: Nullable(
    Type.String({
      description: 'Of a charge: its method, `excess`, `recalculation` or `benefit`',
    }),
  ),
  isHeat: Type.Boolean({
    description: 'Whether it is a charge of the heat in two-component hot water',
  }),
  concernedPeriod: Nullable({
    ...MonthText,
    description:
      'The earlier month, YYYY-MM, that a charge recalculates, a line by hand concerns, or an opening balance is of that was ' +
      'booked after closed months',
  }),
  debit: MoneyText,
  credit: MoneyText,
  balance: DebtByKind,
});
export type StatementEntry = Static<typeof StatementEntry>;

export const AccountStatement = Type.Object({
  ...Account,
  ...Months,
  opening: DebtByKind,
  items: Type.Array(StatementEntry, { description: 'By month, day and id' }),
  totals: Type.Object({ debit: MoneyText, credit: MoneyText }),
  closing: DebtByKind,
});
export type AccountStatement = Static<typeof AccountStatement>;

export const ReconciledMonth = Type.Object({
  period: MonthText,
  opening: MoneyText,
  charged: Type.String({
    description: 'Charges, recalculations, and adjustments of the principal',
  }),
  penaltyAccrued: Type.String({ description: 'Penalties, less those that were written off' }),
  paid: MoneyText,
  storno: MoneyText,
  closing: MoneyText,
});
export type ReconciledMonth = Static<typeof ReconciledMonth>;

export const Reconciliation = Type.Object({
  ...Account,
  ...Months,
  opening: MoneyText,
  items: Type.Array(ReconciledMonth, { description: 'Months with an entry' }),
  totals: Type.Object({
    charged: MoneyText,
    penaltyAccrued: MoneyText,
    paid: MoneyText,
    storno: MoneyText,
  }),
  closing: MoneyText,
  closingByKind: DebtByKind,
});
export type Reconciliation = Static<typeof Reconciliation>;

export const CourtCalculation = Type.Object({
  ...Account,
  countedTo: Nullable(DayText),
  remarks: Type.Array(PenaltyRemark),
  items: Type.Array(AccruedDebt, {
    description: 'Each debt with the lines of its whole penalty, as last booked',
  }),
  totals: Type.Object({
    penalty: MoneyText,
    booked: MoneyText,
    control: Type.String({ description: 'The difference of the two: 0.00' }),
    brought: Type.String({ description: 'Penalties that came as opening balances' }),
    paid: Type.String({ description: 'What payments have paid of penalties' }),
    writtenOff: Type.String({ description: 'What adjustments have written off' }),
    owed: Type.String({ description: 'The balance of penalties' }),
  }),
});
export type CourtCalculation = Static<typeof CourtCalculation>;

const ACCOUNT_MONTHS = `${MONTHS_RULE} By default all months. ${WORKBOOK}`;

export const getAccountStatement = endpoint({
  id: 'getAccountStatement',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/reports/account-statement',
  tag: 'reports',
  summary: 'Get the statement of an account',
  description: `Every entry with the debts after it, in roubles. ${ACCOUNT_MONTHS}`,
  access: 'viewer',
  query: AccountReportQuery,
  answers: { 200: reportAnswer(AccountStatement) },
  refusals: ['not-found', 'month-archived'],
});

export const getReconciliation = endpoint({
  id: 'getReconciliation',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/reports/reconciliation',
  tag: 'reports',
  summary: 'Get the act of reconciliation of an account',
  description: `The account month by month, in roubles, principal and penalties together. ${ACCOUNT_MONTHS}`,
  access: 'viewer',
  query: AccountReportQuery,
  answers: { 200: reportAnswer(Reconciliation) },
  refusals: ['not-found'],
});

export const getCourtCalculation = endpoint({
  id: 'getCourtCalculation',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/reports/court',
  tag: 'reports',
  summary: 'Get the booked penalties of an account, line by line',
  description: `As a court requires them: each debt with its days, rates and fractions, in roubles, as last booked. ${WORKBOOK}`,
  access: 'viewer',
  query: CourtQuery,
  answers: { 200: reportAnswer(CourtCalculation) },
  refusals: ['not-found'],
});

// What each payee has received and is still to receive: for a house or an organization, and account by account for a transfer.
import Type, { type Static, type StaticDecode } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Id, IdText, MoneyText, MonthText, Nullable } from '../scalars.ts';
import { reportAnswer } from '../table-files.ts';
import { HousesQuery, MONTHS_RULE, MonthsQuery, ReportFormat, WORKBOOK } from './reports.ts';

export const PayeesReportQuery = Type.Object(
  { ...HousesQuery, ...MonthsQuery, format: ReportFormat },
  { additionalProperties: false },
);
export type PayeesReportQuery = StaticDecode<typeof PayeesReportQuery>;

const DebtByKind = Type.Object({ principal: MoneyText, penalty: MoneyText });

const Figures = {
  opening: DebtByKind,
  charged: MoneyText,
  recalculated: MoneyText,
  penaltyAccrued: MoneyText,
  paid: MoneyText,
  penaltyPaid: Type.String({ description: 'The part of `paid` that paid penalties' }),
  storno: MoneyText,
  closing: DebtByKind,
};

export const PAYEE_KINDS = ['organization', 'payee', 'advance'] as const;

export const PayeeTurnover = Type.Object({
  kind: Type.Enum(PAYEE_KINDS, {
    description:
      'The organization itself, one of its payees, or money paid ahead, which belongs to no payee yet',
  }),
  payeeId: Nullable(Id),
  name: Type.String({ description: 'Empty for money paid ahead' }),
  inn: Nullable(Type.String()),
  ...Figures,
  agencyReward: Type.String({
    description: 'What the organization keeps of `paid`, of each house by itself',
  }),
  toTransfer: Type.String({
    description: '`paid` less `agencyReward`; below zero if too much was transferred',
  }),
});
export type PayeeTurnover = Static<typeof PayeeTurnover>;

export const PayeesReport = Type.Object({
  organizationId: Id,
  houseId: Type.Union([Id, Type.Null()], { description: 'Null of all houses' }),
  periodFrom: MonthText,
  periodTo: MonthText,
  items: Type.Array(PayeeTurnover, {
    description:
      'The organization, its payees in the order of ids, and money paid ahead, without empty ones',
  }),
  totals: Type.Object({ ...Figures, agencyReward: MoneyText, toTransfer: MoneyText }),
  control: Type.Object(
    { opening: DebtByKind, closing: DebtByKind, paid: MoneyText },
    { description: 'Zeros: the totals less those of the turnover balance' },
  ),
});
export type PayeesReport = Static<typeof PayeesReport>;

export const getPayeesReport = endpoint({
  id: 'getPayeesReport',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/reports/payees',
  tag: 'payees',
  summary: 'Get the turnover by payee',
  description:
    'Of a house, or of all houses of an organization: what is owed to each payee before the months, the turnover in ' +
    'them, what is owed after, and what is to be transferred. Money that names no payee is divided in proportion to the ' +
    `lines of the month that it pays (Decree 354, p. 118). ${MONTHS_RULE} ${WORKBOOK}`,
  access: 'viewer',
  query: PayeesReportQuery,
  answers: { 200: reportAnswer(PayeesReport) },
  refusals: ['not-found'],
});

export const PayeeRegistryQuery = Type.Object(
  { ...HousesQuery, ...MonthsQuery, payeeId: IdText, format: ReportFormat },
  { additionalProperties: false },
);
export type PayeeRegistryQuery = StaticDecode<typeof PayeeRegistryQuery>;

export const PayeeRegistryRow = Type.Object({
  personalAccountId: Id,
  accountNumber: Type.String(),
  address: Type.String(),
  payer: Type.String(),
  ...Figures,
});
export type PayeeRegistryRow = Static<typeof PayeeRegistryRow>;

export const PayeeRegistry = Type.Object({
  organizationId: Id,
  houseId: Type.Union([Id, Type.Null()], { description: 'Null of all houses' }),
  payeeId: Id,
  name: Type.String(),
  periodFrom: MonthText,
  periodTo: MonthText,
  accounts: Type.Array(PayeeRegistryRow, {
    description: 'Those with a debt or a turnover of it, in the order of addresses and rooms',
  }),
  totals: Type.Object(Figures),
});
export type PayeeRegistry = Static<typeof PayeeRegistry>;

export const getPayeeRegistry = endpoint({
  id: 'getPayeeRegistry',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/reports/payee-registry',
  tag: 'payees',
  summary: 'Get a payee’s registry of accounts',
  description: `The enclosure to a transfer: the turnover of a payee, account by account. ${MONTHS_RULE} ${WORKBOOK}`,
  access: 'viewer',
  query: PayeeRegistryQuery,
  answers: { 200: reportAnswer(PayeeRegistry) },
  refusals: ['not-found'],
});

// Every account of a house or an organization, with what it owes and for how long.
import Type, { type Static, type StaticDecode } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { PageQuery } from '../page.ts';
import {
  AccountWords,
  DayText,
  DecimalIn,
  Id,
  MoneyText,
  MonthText,
  Nullable,
} from '../scalars.ts';
import { reportAnswer } from '../table-files.ts';
import { HousesQuery, ReportFormat, WORKBOOK } from './reports.ts';

export const ACCOUNT_LIST_ORDERS = [
  'rooms',
  'number',
  'payer',
  'area',
  'balance',
  'months',
] as const;
export type AccountListOrder = (typeof ACCOUNT_LIST_ORDERS)[number];
const DOWN = ['-rooms', '-number', '-payer', '-area', '-balance', '-months'] as const;

export const AccountListQuery = Type.Object(
  {
    ...HousesQuery,
    ...PageQuery,
    search: Type.Optional(AccountWords),
    status: Type.Optional(Type.Enum(['open', 'closed'])),
    balance: Type.Optional(
      Type.Enum(['debt', 'advance', 'settled'], {
        description: 'Who owes, who has paid in advance, or neither',
      }),
    ),
    minMonths: Type.Optional(
      Type.Codec(
        Type.String({ pattern: '^[0-9]{1,3}$', description: 'Minimum number of overdue months' }),
      )
        .Decode((text) => Number(text))
        .Encode((count) => String(count)),
    ),
    order: Type.Optional(
      Type.Enum([...ACCOUNT_LIST_ORDERS, ...DOWN], {
        description:
          'By house and room (the default), number, payer, area, balance or overdue months; descending with a minus',
      }),
    ),
    format: ReportFormat,
  },
  { additionalProperties: false },
);
export type AccountListQuery = StaticDecode<typeof AccountListQuery>;

export const ListedAccount = Type.Object({
  personalAccountId: Id,
  houseId: Id,
  accountNumber: Type.String(),
  payer: Type.String(),
  address: Type.String({ description: 'Of the house' }),
  roomNumber: Type.String(),
  area: DecimalIn('m² of the room'),
  openedOn: DayText,
  closedOn: Nullable(DayText),
  balance: Type.String({
    description: 'The debt with penalties; below zero an advance',
  }),
  penalty: MoneyText,
  monthsOfDebt: Type.Integer({ description: 'Overdue months not paid in full' }),
  oldestMonth: Nullable(MonthText),
  instalmentUntil: Type.Union([MonthText, Type.Null()], {
    description: 'The last month of an instalment plan that is kept',
  }),
});
export type ListedAccount = Static<typeof ListedAccount>;

export const AccountList = Type.Object({
  organizationId: Id,
  asOf: DayText,
  items: Type.Array(ListedAccount),
  nextCursor: Nullable(Type.String()),
  totals: Type.Object(
    {
      accounts: Type.Integer(),
      debt: MoneyText,
      advance: MoneyText,
    },
    { description: 'Of all pages' },
  ),
});
export type AccountList = Static<typeof AccountList>;

export const getAccountList = endpoint({
  id: 'getAccountList',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/reports/accounts',
  tag: 'reports',
  summary: 'List the accounts of a house or an organization with their balances',
  description: `All of them, even those without bookings, as of today; page by page. ${WORKBOOK} The workbook has all of them.`,
  access: 'viewer',
  query: AccountListQuery,
  answers: { 200: reportAnswer(AccountList) },
  refusals: ['not-found'],
});

// The debtors of a house or an organization, and how long they have owed.
import Type, { type Static, type StaticDecode } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { PageQuery } from '../page.ts';
import { AccountWords, DayText, Id, MoneyText, MonthText, Nullable } from '../scalars.ts';
import { reportAnswer } from '../table-files.ts';
import { HousesQuery, ReportFormat, WORKBOOK } from './reports.ts';

export const DebtorsQuery = Type.Object(
  {
    ...HousesQuery,
    ...PageQuery,
    minMonths: Type.Optional(
      Type.Codec(
        Type.String({
          pattern: '^[0-9]{1,3}$',
          description: 'Minimum number of overdue months; 0 by default',
        }),
      )
        .Decode((text) => Number(text))
        .Encode((count) => String(count)),
    ),
    order: Type.Optional(
      Type.Union([Type.Literal('rooms'), Type.Literal('debt')], {
        description:
          'House by house in the order of rooms (the default), or the largest debts first',
      }),
    ),
    search: Type.Optional(AccountWords),
    format: ReportFormat,
  },
  { additionalProperties: false },
);
export type DebtorsQuery = StaticDecode<typeof DebtorsQuery>;

const Debts = {
  principal: Type.String({
    description: 'As the balance: overdue and not yet due, less an advance',
  }),
  penalty: MoneyText,
  total: MoneyText,
  notDue: Type.String({ description: 'Of months whose last day to pay is not over' }),
  days0to30: Type.String({ description: 'Overdue by 0 to 30 days; the fields below likewise' }),
  days31to90: MoneyText,
  days91to180: MoneyText,
  days181to365: MoneyText,
  over365: MoneyText,
  timeBarred: Type.String({
    description:
      'The part of all these due more than three years ago, which payments without a named month do not pay',
  }),
};

export const Debtor = Type.Object({
  personalAccountId: Id,
  houseId: Id,
  accountNumber: Type.String(),
  address: Type.String(),
  payer: Type.String(),
  ...Debts,
  monthsOfDebt: Type.Integer({ description: 'Overdue months not paid in full' }),
  oldestMonth: Type.Union([MonthText, Type.Null()]),
  instalmentUntil: Type.Union([MonthText, Type.Null()], {
    description: 'The last month of an instalment plan that is kept',
  }),
});
export type Debtor = Static<typeof Debtor>;

export const DebtorsReport = Type.Object({
  organizationId: Id,
  asOf: DayText,
  items: Type.Array(Debtor),
  nextCursor: Nullable(Type.String()),
  totals: Type.Optional(
    Type.Object(
      { debtors: Type.Integer({ description: 'How many there are' }), ...Debts },
      { description: 'Of all debtors; only without `cursor`' },
    ),
  ),
});
export type DebtorsReport = Static<typeof DebtorsReport>;
export type DebtorsTotals = NonNullable<DebtorsReport['totals']>;

export const getDebtors = endpoint({
  id: 'getDebtors',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/reports/debtors',
  tag: 'reports',
  summary: 'Get the debtors of a house or an organization',
  description:
    `Who owes, how much in roubles, and for how long, as of today in Moscow; page by page. ${WORKBOOK} The workbook has ` +
    'all of them.',
  access: 'viewer',
  query: DebtorsQuery,
  answers: { 200: reportAnswer(DebtorsReport) },
  refusals: ['not-found'],
});

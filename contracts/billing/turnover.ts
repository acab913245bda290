// The turnover-balance report: what each account of a house or an organization owed before some months, the movements in them,
// and what it owed afterwards.
import Type, { type Static, type StaticDecode } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { BooleanText, Id, MoneyText, MonthText } from '../scalars.ts';
import { reportAnswer } from '../table-files.ts';
import { HousesQuery, MONTHS_RULE, MonthsQuery, ReportFormat, WORKBOOK } from './reports.ts';

export const TurnoverQuery = Type.Object(
  {
    ...HousesQuery,
    ...MonthsQuery,
    splitByService: Type.Optional(BooleanText),
    withDocuments: Type.Optional(BooleanText),
    format: ReportFormat,
  },
  { additionalProperties: false },
);
export type TurnoverQuery = StaticDecode<typeof TurnoverQuery>;

const DebtByKind = Type.Object({ principal: MoneyText, penalty: MoneyText });

const Turnovers = {
  opening: DebtByKind,
  charged: Type.String({
    description: 'Charges except recalculations, and adjustments above zero',
  }),
  recalculated: Type.String({
    description:
      'Recalculations, corrections and negative adjustments; below zero in favour of the account',
  }),
  penaltyRecalculated: Type.String({
    description: 'The part of `recalculated` that was penalties',
  }),
  penaltyAccrued: MoneyText,
  paid: Type.String({ description: 'Payments, less those that were reversed' }),
  penaltyPaid: Type.String({ description: 'The part of `paid` that paid penalties' }),
  storno: Type.String({ description: 'Reversed charges, penalties and adjustments' }),
  penaltyStorno: Type.String({ description: 'The part of `storno` that was penalties' }),
  closing: DebtByKind,
  penaltyBalance: Type.String({ description: 'As `closing.penalty`' }),
};

/** The part of an account’s principal turnover that belongs to one service, or to none. */
export const ServiceTurnover = Type.Object({
  houseServiceId: Type.Union([Id, Type.Null()], {
    description:
      'Null: adjustments and opening debts without a service; also in the totals of several houses, each with its own ' +
      'services',
  }),
  serviceCode: Type.String(),
  serviceName: Type.String(),
  charged: MoneyText,
  recalculated: MoneyText,
  storno: MoneyText,
});
export type ServiceTurnover = Static<typeof ServiceTurnover>;

/** The documents behind the figures: ids of charges, penalty accruals, adjustments, payments and entries of type STORNO. */
export const TurnoverDocuments = Type.Object({
  charges: Type.Array(Id),
  accruals: Type.Array(Id),
  adjustments: Type.Array(Id),
  payments: Type.Array(Id),
  stornos: Type.Array(Id),
  openings: Type.Array(Id, { description: 'Opening balances that stand' }),
});
export type TurnoverDocuments = Static<typeof TurnoverDocuments>;

export const AccountTurnover = Type.Object({
  houseId: Id,
  personalAccountId: Id,
  accountNumber: Type.String(),
  address: Type.String(),
  payer: Type.String(),
  ...Turnovers,
  services: Type.Optional(Type.Array(ServiceTurnover)),
  documents: Type.Optional(TurnoverDocuments),
});
export type AccountTurnover = Static<typeof AccountTurnover>;

export const TurnoverReport = Type.Object({
  organizationId: Id,
  houseId: Type.Union([Id, Type.Null()], { description: 'Null of all houses' }),
  periodFrom: MonthText,
  periodTo: MonthText,
  accounts: Type.Array(AccountTurnover, { description: 'In the order of addresses and rooms' }),
  totals: Type.Object({ ...Turnovers, services: Type.Optional(Type.Array(ServiceTurnover)) }),
  control: Type.Object(
    {
      turnovers: DebtByKind,
      balances: DebtByKind,
      accounts: Type.Array(Id, {
        description: 'Accounts whose own figures do not add up; there should be none',
      }),
    },
    {
      description:
        'Zeros: opening plus turnovers less closing; closing plus later entries less the current balances',
    },
  ),
});
export type TurnoverReport = Static<typeof TurnoverReport>;

export const getTurnoverBalance = endpoint({
  id: 'getTurnoverBalance',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/reports/turnover-balance',
  tag: 'turnover',
  summary: 'Get the turnover balance of a house or an organization',
  description:
    'What each account owed before the months, its turnover in them, and what it owed after, in roubles; all as of one ' +
    `moment. ${MONTHS_RULE} \`splitByService\` adds what is charged by service, \`withDocuments\` the ids behind the ` +
    `figures. ${WORKBOOK}`,
  access: 'viewer',
  query: TurnoverQuery,
  answers: { 200: reportAnswer(TurnoverReport) },
  refusals: ['not-found', 'month-archived'],
});

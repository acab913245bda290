// The state of an organization's month in a few figures: house by house, and compared with the months before.
import Type, { type Static, type StaticDecode } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Id, IdText, Month, MonthText, Nullable } from '../scalars.ts';
import { HousesQuery, MONTHS_RULE, MonthsQuery } from './reports.ts';

export const MonthSummaryQuery = Type.Object(
  { organizationId: IdText, period: Month },
  { additionalProperties: false },
);
export type MonthSummaryQuery = StaticDecode<typeof MonthSummaryQuery>;

const Settled = {
  debtOfMonth: Type.String({
    description:
      'Charges of the month that were not reversed, with what adjustments add and take off',
  }),
  paidOfMonth: Type.String({ description: 'The part of it paid so far by payments of any month' }),
  rateOfMonth: Nullable(
    Type.String({ description: '`paidOfMonth` as a percentage of `debtOfMonth`, with 2 places' }),
  ),
};

const Sums = {
  opening: Type.String({ description: 'Owed before the month, principal and penalties together' }),
  charged: Type.String({
    description:
      'Charges, recalculations and adjustments of the month, less its reversals of charges and adjustments',
  }),
  penalty: Type.String({ description: 'Penalties, less those that were reversed or written off' }),
  paid: Type.String({ description: 'Payments, less its reversals of payments' }),
  closing: Type.String({ description: 'opening + charged + penalty − paid' }),
  ...Settled,
  drafted: Type.String({ description: 'Charges of the month that are not applied yet' }),
};

export const HouseMonthSummary = Type.Object({ houseId: Id, ...Sums });
export type HouseMonthSummary = Static<typeof HouseMonthSummary>;

export const MonthSummary = Type.Object({
  organizationId: Id,
  period: MonthText,
  items: Type.Array(HouseMonthSummary, {
    description: 'Houses with any booking or charge, in the order of ids',
  }),
  totals: Type.Object(Sums),
});
export type MonthSummary = Static<typeof MonthSummary>;

export const CollectedMonthsQuery = Type.Object(
  { ...HousesQuery, ...MonthsQuery },
  { additionalProperties: false },
);
export type CollectedMonthsQuery = StaticDecode<typeof CollectedMonthsQuery>;

export const CollectedMonth = Type.Object({
  period: MonthText,
  ...Settled,
});
export type CollectedMonth = Static<typeof CollectedMonth>;

export const CollectedMonths = Type.Object({
  organizationId: Id,
  periodFrom: MonthText,
  periodTo: MonthText,
  items: Type.Array(CollectedMonth, { description: 'Months that are applied, in their order' }),
});
export type CollectedMonths = Static<typeof CollectedMonths>;

export const getMonthSummary = endpoint({
  id: 'getMonthSummary',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/reports/month-summary',
  tag: 'reports',
  summary: 'Get a month of an organization, house by house',
  description:
    'What was owed, charged and paid, in roubles; principal and penalties together. `closing` is opening plus charges ' +
    'and penalties less payments.',
  access: 'viewer',
  query: MonthSummaryQuery,
  answers: { 200: MonthSummary },
  refusals: ['not-found'],
});

export const getCollectedMonths = endpoint({
  id: 'getCollectedMonths',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/reports/collected-months',
  tag: 'reports',
  summary: 'Get the paid share of each month’s charges',
  description: `Of all houses together, in roubles and per cent; at most 120 months, of which the applied ones are listed. ${MONTHS_RULE}`,
  access: 'viewer',
  query: CollectedMonthsQuery,
  answers: { 200: CollectedMonths },
  refusals: ['not-found'],
});

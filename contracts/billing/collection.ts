// The collection rate of houses: how much of each month's charges has been paid.
import Type, { type Static, type StaticDecode } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Id, MonthText, Nullable } from '../scalars.ts';
import { reportAnswer } from '../table-files.ts';
import { HousesQuery, MONTHS_RULE, MonthsQuery, ReportFormat, WORKBOOK } from './reports.ts';

export const CollectionQuery = Type.Object(
  { ...HousesQuery, ...MonthsQuery, format: ReportFormat },
  { additionalProperties: false },
);
export type CollectionQuery = StaticDecode<typeof CollectionQuery>;

const Rate = Nullable(Type.String({ description: 'Per cent with 2 places; null without charges' }));

const Collected = {
  charged: Type.String({
    description:
      'Charges, recalculations and adjustments that the month has booked, less its stornos of them',
  }),
  paid: Type.String({ description: 'Payments that the month has booked, penalties too' }),
  rate: Rate,
  debtOfMonth: Type.String({
    description:
      'Charges of the month that were not reversed, with what adjustments add and take off',
  }),
  paidOfMonth: Type.String({ description: 'The part of its debt paid by payments of any month' }),
  rateOfMonth: Rate,
};

export const CollectionRow = Type.Object({
  houseId: Id,
  address: Type.String(),
  period: MonthText,
  ...Collected,
});
export type CollectionRow = Static<typeof CollectionRow>;

export const CollectionReport = Type.Object({
  organizationId: Id,
  periodFrom: MonthText,
  periodTo: MonthText,
  items: Type.Array(CollectionRow),
  totals: Type.Object(Collected),
});
export type CollectionReport = Static<typeof CollectionReport>;

export const getCollection = endpoint({
  id: 'getCollection',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/reports/collection',
  tag: 'reports',
  summary: 'Get the collection rate of houses',
  description:
    `The part of its charges that each house has collected, month by month, in roubles and per cent. ${MONTHS_RULE} ` +
    WORKBOOK,
  access: 'viewer',
  query: CollectionQuery,
  answers: { 200: reportAnswer(CollectionReport) },
  refusals: ['not-found'],
});

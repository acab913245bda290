// The state of an organization's month in few figures: house by house, and beside the months before.
import Type, { type Static, type StaticDecode } from 'typebox';
import { Id, IdText, MoneyText, Month, MonthText, Nullable } from '../scalars.ts';
import { HousesQuery, MonthsQuery } from './reports.ts';

export const MonthSummaryQuery = Type.Object(
  { organizationId: IdText, period: Month },
  { additionalProperties: false },
);
export type MonthSummaryQuery = StaticDecode<typeof MonthSummaryQuery>;

const Rate = Nullable(
  Type.String({ description: '`paid` of `charged` in per cent with 2 places; null of no charges' }),
);

const Sums = {
  opening: Type.String({ description: 'Owed before the month, principal and penalties together' }),
  charged: Type.String({
    description: 'Charges and recalculations of the month, less what it took back of charges',
  }),
  penalty: Type.String({ description: 'Penalties, less what it took back of penalties' }),
  paid: Type.String({ description: 'Payments, less what it took back of payments' }),
  closing: Type.String({ description: 'opening + charged + penalty − paid' }),
  rate: Rate,
  drafted: Type.String({ description: 'Charges of the month that are not applied yet' }),
};

export const HouseMonthSummary = Type.Object({ houseId: Id, ...Sums });
export type HouseMonthSummary = Static<typeof HouseMonthSummary>;

export const MonthSummary = Type.Object({
  organizationId: Id,
  period: MonthText,
  items: Type.Array(HouseMonthSummary, {
    description: 'Houses that anything was ever booked or charged for, in the order of ids',
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
  charged: MoneyText,
  paid: MoneyText,
  rate: Rate,
});
export type CollectedMonth = Static<typeof CollectedMonth>;

export const CollectedMonths = Type.Object({
  organizationId: Id,
  periodFrom: MonthText,
  periodTo: MonthText,
  items: Type.Array(CollectedMonth, { description: 'Months with either, in their order' }),
});
export type CollectedMonths = Static<typeof CollectedMonths>;

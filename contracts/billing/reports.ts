// What reports have in common: their months, and the format that can be requested.
import Type, { type StaticDecode } from 'typebox';
import { IdText, Month } from '../scalars.ts';

function digits(pattern: string, description: string) {
  return Type.Codec(Type.String({ pattern, description }))
    .Decode((text) => Number(text))
    .Encode((number) => String(number));
}

/** Months from the first to the last, both inclusive; or one month, also by its number and year. */
export const MonthsQuery = {
  period: Type.Optional(Month),
  periodFrom: Type.Optional(Month),
  periodTo: Type.Optional(Month),
  month: Type.Optional(digits('^0?[1-9]$|^1[0-2]$', '1–12, together with year')),
  year: Type.Optional(digits('^2[0-9]{3}$', 'together with month')),
};
const Months = Type.Object(MonthsQuery);
export type MonthsQuery = StaticDecode<typeof Months>;

export const ReportFormat = Type.Optional(
  Type.Union([Type.Literal('json'), Type.Literal('xlsx')], { description: 'json by default' }),
);

/** A house, or all houses of an organization. */
export const HousesQuery = {
  houseId: Type.Optional(IdText),
  organizationId: Type.Optional(IdText),
};

/** For the descriptions of reports. */
export const MONTHS_RULE =
  'Months are `periodFrom` and `periodTo`, both inclusive, or one month as `period`, or as `month` and `year`.';
export const WORKBOOK =
  'With `format=xlsx` it is a workbook whose totals are formulas, and the audit log records it.';

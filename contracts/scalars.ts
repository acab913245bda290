// The scalars of the HTTP interface. What comes in is decoded at the edge (ids to numbers, days to
// PlainDate, months to PlainYearMonth); what goes out is already text.
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import Type from 'typebox';

/** An id in a body or an answer. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** An id in a path or a query: digits only, so that `0x10`, `1e3` and ids past 2^53 are refused. */
export const IdText = Type.Codec(Type.String({ pattern: '^[1-9][0-9]{0,14}$' }))
  .Decode((text) => Number(text))
  .Encode((id) => String(id));

/** A calendar day `YYYY-MM-DD` that exists, decoded to a PlainDate. */
export const Day = Type.Codec(
  Type.Refine(
    Type.String({ format: 'date' }),
    (text) => parses(parseDay, text),
    () => 'must be a calendar day YYYY-MM-DD',
  ),
)
  .Decode((text) => parseDay(text))
  .Encode((day) => day.toString());

/** A month `YYYY-MM`, decoded to a PlainYearMonth. */
export const Month = Type.Codec(
  Type.Refine(
    Type.String({ pattern: '^[0-9]{4}-[0-9]{2}$' }),
    (text) => parses(parseBillingMonth, text),
    () => 'must be a month YYYY-MM',
  ),
)
  .Decode((text) => parseBillingMonth(text))
  .Encode((month) => month.toString());

export const DayText = Type.String({ format: 'date', description: 'YYYY-MM-DD' });
export const MonthText = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}$', description: 'YYYY-MM' });
export const InstantText = Type.String({ format: 'date-time', description: 'ISO 8601, UTC, Z' });
export const MoneyText = Type.String({ description: 'Roubles with two places, e.g. "1234.50"' });
export const DecimalText = Type.String({ description: 'A decimal with the places of its column' });

/** The calendar year and month in a body, as the specification names them. */
export const CalendarMonth = {
  month: Type.Integer({ minimum: 1, maximum: 12 }),
  year: Type.Integer({ minimum: 2000, maximum: 2999 }),
};

export function Nullable<T extends Type.TSchema>(schema: T): Type.TUnion<[T, Type.TNull]> {
  return Type.Union([schema, Type.Null()]);
}

/** One line of human text: trimmed by the sender, no control characters, at most `maxLength` characters. */
export function Line(maxLength: number, minLength = 1): Type.TString {
  return Type.String({
    minLength,
    maxLength,
    pattern: '^(?!\\s)[^\\u0000-\\u001f\\u007f]*(?<!\\s)$',
  });
}

function parses(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

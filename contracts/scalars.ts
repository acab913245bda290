// The scalars of the HTTP interface. Input is decoded at the edge (ids to numbers, days to PlainDate, months to PlainYearMonth);
// output is already text.
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { FIRST_DAY, LAST_DAY, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { formatScaled, parseScaled } from '@kvartplata/domain/money/scaled.ts';
import { faultsOfLine, LINE_FAULTS, type LineFault } from '@kvartplata/domain/text/line.ts';
import Type from 'typebox';
import { ruleMessage } from './field-reasons.ts';

/** An id in a body or a response. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** An id in a path or a query: digits only, so that `0x10`, `1e3` and ids past 2^53 are refused. */
export const IdText = Type.Codec(Type.String({ pattern: '^[1-9][0-9]{0,14}$' }))
  .Decode((text) => Number(text))
  .Encode((id) => String(id));

/** A few ids in a query, separated by commas. */
export function IdsText(most: number) {
  return Type.Codec(
    Type.String({
      pattern: `^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14}){0,${most - 1}}$`,
      description: `1–${most} ids, separated by commas`,
    }),
  )
    .Decode((text) => text.split(',').map(Number))
    .Encode((ids) => ids.join(','));
}

/** A yes or no in a query. */
export const BooleanText = Type.Codec(Type.String({ pattern: '^(true|false)$' }))
  .Decode((text) => text === 'true')
  .Encode(String);

/** Each with a rule of its own: a day outside them exists, so that the refusal has to name the limit. */
const ofYears = Type.Refine(
  Type.Refine(
    Type.String({ format: 'date' }),
    (text) => text >= FIRST_DAY || !isOfCalendar(text),
    ruleMessage(`must not be before ${FIRST_DAY}`, {
      code: 'before-day',
      params: { day: FIRST_DAY },
    }),
  ),
  (text) => text <= LAST_DAY || !isOfCalendar(text),
  ruleMessage(`must not be after ${LAST_DAY}`, { code: 'after-day', params: { day: LAST_DAY } }),
);

/** A calendar day `YYYY-MM-DD` that exists, decoded to a PlainDate. */
export const Day = Type.Codec(
  Type.Refine(
    ofYears,
    (text) => parses(parseDay, text) || isOfCalendar(text),
    ruleMessage('must be a calendar day YYYY-MM-DD', { code: 'not-a-day' }),
  ),
)
  .Decode((text) => parseDay(text))
  .Encode((day) => day.toString());

const MOMENT = /^(19|2\d)\d{2}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/** An instant with its offset from UTC, decoded to an Instant. */
export const Moment = Type.Codec(
  Type.Refine(
    Type.String({
      maxLength: 40,
      description: 'ISO 8601 with `Z` or an offset from UTC, as 2026-01-05T08:00:00+03:00',
    }),
    (text) => MOMENT.test(text) && parses((one) => Temporal.Instant.from(one), text),
    ruleMessage('must be an instant with its offset, as 2026-01-05T08:00:00+03:00', {
      code: 'not-an-instant',
    }),
  ),
)
  .Decode((text) => Temporal.Instant.from(text))
  .Encode((instant) => instant.toString());

/** A month `YYYY-MM`, decoded to a PlainYearMonth. */
export const Month = Type.Codec(
  Type.Refine(
    Type.String({ pattern: '^[0-9]{4}-[0-9]{2}$' }),
    (text) => parses(parseBillingMonth, text),
    ruleMessage('must be a month YYYY-MM', { code: 'not-a-month' }),
  ),
)
  .Decode((text) => parseBillingMonth(text))
  .Encode((month) => month.toString());

export const DayText = Type.String({ format: 'date', description: 'YYYY-MM-DD' });
export const MonthText = Type.String({
  pattern: '^[12][0-9]{3}-(?:0[1-9]|1[0-2])$',
  description: 'YYYY-MM',
});
export const InstantText = Type.String({ format: 'date-time', description: 'ISO 8601, UTC, Z' });
export const MoneyText = Type.String({ description: 'Roubles with two places, e.g. "1234.50"' });
export const DecimalText = Type.String({ description: 'A decimal with a fixed number of places' });

/** The same for a quantity. @param unit such as `m²` */
export function DecimalIn(unit: string): Type.TString {
  return Type.String({ description: `In ${unit}: a decimal with a fixed number of places` });
}

export type DecimalRange = {
  /** Decimal places of the column; more are refused, even if they are zeros. */
  readonly places: number;
  /** The lower limit, as text; exclusive if `isOpen`. */
  readonly from: string;
  readonly isOpen?: boolean;
  /** The greatest value. */
  readonly to: string;
  /** Of the quantity, such as `m²`. */
  readonly unit?: string;
};

/** A decimal that comes in as a text or a number, decoded to a text with exactly the decimal places of its column. */
export function Decimal({ places, from, isOpen = false, to, unit }: DecimalRange) {
  const [least, greatest] = [parseScaled(from, places), parseScaled(to, places)];
  const range = `${isOpen ? 'above' : 'from'} ${from} to ${to} with at most ${places} places`;
  const fits = (value: string | number): boolean => {
    const scaled = scaledOf(String(value), places);
    return (
      scaled !== undefined && (isOpen ? scaled > least : scaled >= least) && scaled <= greatest
    );
  };
  return Type.Codec(
    Type.Refine(
      Type.Unsafe<string | number>({
        type: ['string', 'number'],
        description: unit === undefined ? `A decimal ${range}` : `In ${unit}: a decimal ${range}`,
      }),
      fits,
      ruleMessage(`must be a decimal ${range}`, {
        code: isOpen ? 'decimal-above' : 'decimal-from',
        params: { from, to, places },
      }),
    ),
  )
    .Decode((value) => formatScaled(parseScaled(String(value), places), places))
    .Encode((text) => text);
}

/** The calendar year and month in a body, as the specification names them. */
export const CalendarMonth = {
  month: Type.Integer({ minimum: 1, maximum: 12 }),
  year: Type.Integer({ minimum: 2000, maximum: 2999 }),
};

export function Nullable<T extends Type.TSchema>(schema: T): Type.TUnion<[T, Type.TNull]> {
  return Type.Union([schema, Type.Null()]);
}

type LineOptions = { readonly minLength?: number; readonly description?: string };

/**
 * One line of human text: trimmed by the sender, at most `maxLength` characters. A copy made by a spread has lost its checks, so
 * its description is given here.
 */
export function Line(
  maxLength: number,
  {
    minLength = 1,
    description = 'One line: no blank at either end, no control characters, U+FFFD or direction marks',
  }: LineOptions = {},
): Type.TString {
  const text = Type.String({ minLength, maxLength, description });
  return (Object.keys(LINE_FAULTS) as LineFault[]).reduce<Type.TString>(
    (line, fault) =>
      Type.Refine(
        line,
        (value: string) => !faultsOfLine(value).includes(fault),
        ruleMessage(LINE_FAULTS[fault], { code: fault }),
      ),
    text,
  );
}

/** A taxpayer's number; its check digits are verified after the shape. */
export const Inn = Type.String({
  pattern: '^([0-9]{10}|[0-9]{12})$',
  description: '10 or 12 digits',
});
export const Email = Type.String({ format: 'email', maxLength: 254 });

/** A search term for lines of text. The database would reject some of the characters that no line contains. */
export function LinePart(maxLength: number, description?: string): Type.TString {
  return Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[^\\u0000-\\u001f\\u007f]*$',
    ...(description === undefined ? {} : { description }),
  });
}

/** A search term for accounts. */
export const AccountWords = LinePart(
  100,
  'Words of the number, the payer, the room or the address; all must match',
);

function scaledOf(text: string, places: number): bigint | undefined {
  try {
    return parseScaled(text, places);
  } catch {
    return undefined;
  }
}

/** Of any year with four digits. */
function isOfCalendar(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && parses((one) => Temporal.PlainDate.from(one), text);
}

function parses(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

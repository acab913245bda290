// Finds ranges of days in the purpose of a payment, and replaces them with their months.
import { compareMonths, type BillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { BLANK, NUMBER, numberOfWord, SAID_BY, WORD, YEAR } from './month-words.ts';

const OF_YEAR = String.raw`(?:${BLANK}г(?:ода|\.)?(?!\p{L}))?`;
const IN_FULL = String.raw`${YEAR}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const DAY = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
const MONTH = String.raw`(?:[./-]${NUMBER}|${BLANK}${WORD})`;
const AND_YEAR = String.raw`(?:(?:[./-](?:${YEAR}|\d\d)|${BLANK}${YEAR})(?!\d)${OF_YEAR})`;
/** A first day without a month or year has those of the last day. */
const FIRST = String.raw`(?:${IN_FULL}|${DAY}(?:${MONTH}${AND_YEAR}?)?)`;
/** Without a year «30.04» cannot be a month and year, while «05.04» may be May 2004. */
const LAST = String.raw`(?:${IN_FULL}|${DAY}${MONTH}${AND_YEAR}|(?:${DAY}${BLANK}${WORD}|(?:1[3-9]|2\d|3[01])[./-]${NUMBER}))`;
const NO_DIGIT_AFTER = String.raw`(?![./,-]?\d)`;

/** «за период с 01.04.2026 по 30.04.2026», «за 1-30 апреля 2026»; and «с 01.04.2026 по 30.04.2026» anywhere else. */
const RANGE = new RegExp(
  String.raw`(?:(?<said>${SAID_BY})(?:[сc][\s\u00A0]{1,3})?|(?<![\p{L}\d])[сc][\s\u00A0]{1,3})` +
    String.raw`(?<first>${FIRST})${BLANK}(?:\p{Pd}|(?:по|до)(?![\p{L}]))${BLANK}(?<last>${LAST})${NO_DIGIT_AFTER}`,
  'giu',
);

const PARTS = new RegExp(
  String.raw`^(?:(?<isoYear>${YEAR})-(?<isoMonth>\d\d)-(?<isoDay>\d\d)` +
    String.raw`|(?<day>\d{1,2})(?:[./-](?<number>\d{1,2})|${BLANK}(?<word>${WORD}))?(?:(?:[./-]|${BLANK})(?<year>${YEAR}|\d\d)(?!\d))?)`,
  'iu',
);

type Written = {
  readonly day: number;
  readonly month: number | undefined;
  readonly year: number | undefined;
};

/**
 * The text with «04.2026-04.2026» for «с 01.04.2026 по 30.04.2026». Where no word says that it is what is paid for, only ranges
 * within one month are replaced: those of a contract or a plan are longer. Days that do not exist or are not in order stay.
 */
export function daysAsMonths(text: string, paidIn: BillingMonth): string {
  return text.replace(RANGE, (range: string, ...rest: unknown[]) => {
    const { said, first = '', last = '' } = rest.at(-1) as Record<string, string | undefined>;
    const days = daysOf(written(first), written(last), paidIn);
    if (days === null) return range;
    const [from, to] = days.map((day) => day.toPlainYearMonth()) as [BillingMonth, BillingMonth];
    if (said === undefined && compareMonths(from, to) !== 0) return range;
    return `${said ?? ''}${inFigures(from)}-${inFigures(to)}`;
  });
}

function written(text: string): Written {
  const groups = PARTS.exec(text)?.groups ?? {};
  const { isoYear, isoMonth, isoDay, day, number, word, year } = groups;
  const month = isoMonth ?? number;
  return {
    day: Number(isoDay ?? day),
    month: word === undefined ? asNumber(month) : numberOfWord(word),
    year: asNumber(isoYear ?? year?.padStart(4, '20')),
  };
}

function asNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function daysOf(
  first: Written,
  last: Written,
  paidIn: BillingMonth,
): readonly [Temporal.PlainDate, Temporal.PlainDate] | null {
  const end = latest(last, paidIn.add({ months: 1 }));
  if (end === null) return null;
  const start = latest({ ...first, month: first.month ?? end.month }, end.toPlainYearMonth());
  return start === null || Temporal.PlainDate.compare(start, end) > 0 ? null : [start, end];
}

/** The day in its year; without a year, in the latest one that does not put it after the month. Null if there is none. */
function latest({ day, month, year }: Written, until: BillingMonth): Temporal.PlainDate | null {
  if (month === undefined) return null;
  const inYear = year ?? until.year - (month > until.month ? 1 : 0);
  const whole = new Temporal.PlainYearMonth(inYear, month);
  return day > whole.daysInMonth ? null : whole.toPlainDate({ day });
}

function inFigures(month: BillingMonth): string {
  return `${String(month.month).padStart(2, '0')}.${month.year}`;
}

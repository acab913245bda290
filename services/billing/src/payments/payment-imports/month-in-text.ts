// Finds the month that a payer has named in the purpose of a payment.
import { compareMonths, type BillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { isNameable } from '../nameable-months.ts';
import { daysAsMonths } from './days-in-text.ts';
import { BLANK, NUMBER, numberOfWord, SAID_BY, WORD, YEAR } from './month-words.ts';

/** Longer text is cut off: banks keep purposes shorter. */
const MOST_CHARACTERS = 2_000;

const BETWEEN = String.raw`${BLANK}(?:[-–—,;+]|и|по)${BLANK}`;

/** «сентябрь 2026», «май-июнь 2026», «декабрь 2025 – январь 2026»: a month in words, with its year or without. */
const IN_WORDS = String.raw`${WORD}(?:${BLANK}${YEAR})?`;
/** «09.2026», «9/2026», «09-2026», «2026-09» and «2026/09»; not «2026.09», which is a sum too. */
const IN_FIGURES = String.raw`${NUMBER}${BLANK}[./-]${BLANK}${YEAR}|${YEAR}[-/](?:0[1-9]|1[0-2])`;
/** After a word such as «за», also «09.26», «092026», «9 2026» and «2026/9». */
const SHORT = String.raw`(?:0[1-9]|1[0-2])(?:[./]\d\d|${YEAR})|${NUMBER}[\s\u00A0]{1,3}${YEAR}|${YEAR}/${NUMBER}`;

/** If a digit follows, it is a day or another number, unless it is the end of a range. */
const NO_DIGIT_AFTER = String.raw`(?![.,/]?\d)(?!-\d\d(?![\d./-]))`;

/** What follows «за», «период» or `PaymPeriod`, as long as it lists months. */
const SAID = new RegExp(
  SAID_BY +
    String.raw`(?<months>(?:${IN_WORDS}|${IN_FIGURES}|${SHORT})${NO_DIGIT_AFTER}` +
    String.raw`(?:${BETWEEN}(?:${IN_WORDS}|${IN_FIGURES}|${SHORT})${NO_DIGIT_AFTER}){0,12})`,
  'giu',
);

/** A month with its year elsewhere; not part of a day («12.09.2026») nor the number of a document («договор № 9/2026»). */
const ELSEWHERE = new RegExp(
  String.raw`(?<![\p{L}\d]|\d[./-])(?<!(?:№|\bn|дог(?:овор[ауе]?)?|сч[её]т[ау]?|акт[ау]?|кв|дом|д|корп)[.:]?${BLANK})` +
    String.raw`(?<months>${WORD}(?:${BETWEEN}${WORD}){0,11}${BLANK}${YEAR}|${IN_FIGURES})${NO_DIGIT_AFTER}`,
  'giu',
);

/** «12 сентября 2026» is a day, «л/с 12 сентябрь 2026» is not. */
const DAY_BEFORE = /(?<![\p{L}\d])\d{1,2}[\s\u00A0]{0,3}$/u;
const NOMINATIVE =
  /^(?:(?:январ|феврал|апрел|июн|июл|сентябр|октябр|ноябр|декабр)ь|март|май|август)(?!\p{L})/iu;
const BY_WORD = /^\p{L}/u;

const ONE = new RegExp(
  String.raw`(?<word>${WORD})(?:${BLANK}(?<wordYear>${YEAR}))?|(?<isoYear>${YEAR})[-/](?<isoMonth>0?[1-9]|1[0-2])(?!\d)` +
    String.raw`|(?<number>${NUMBER})${BLANK}[./-]?${BLANK}(?<year>${YEAR}|\d\d)(?!\d)`,
  'giu',
);

/**
 * The month that the text names, the earliest of several: for «за май-июнь 2026» May, since a payment names one month and the
 * rest goes to the oldest debts. A month after a word for what is paid («за», «период») takes precedence over one elsewhere in
 * the text. A range of days names its months, a single day names none. A month in words without a year, after such a word, is the
 * one from ten months before the payment to one month after it. Null when none is named, or when it is too far ahead of the
 * payment.
 */
export function monthIn(text: string, paidOn: Temporal.PlainDate): BillingMonth | null {
  const looked = daysAsMonths(text.slice(0, MOST_CHARACTERS), paidOn.toPlainYearMonth());
  const said = monthsOf(SAID, looked, paidOn);
  return earliest(said.length > 0 ? said : monthsOf(ELSEWHERE, looked, paidOn));
}

function monthsOf(
  pattern: RegExp,
  text: string,
  paidOn: Temporal.PlainDate,
): readonly BillingMonth[] {
  const paidIn = paidOn.toPlainYearMonth();
  return [...text.matchAll(pattern)]
    .filter(({ index, groups }) => !isDay(text.slice(0, index), groups?.['months'] ?? ''))
    .flatMap(({ groups }) => listed(groups?.['months'] ?? '', paidIn))
    .filter((month) => isNameable(month, paidOn));
}

function isDay(before: string, months: string): boolean {
  return BY_WORD.test(months) && !NOMINATIVE.test(months) && DAY_BEFORE.test(before);
}

/** The months of a list or a range, read from its end: a month without a year is the latest one before the month that follows. */
function listed(text: string, paidIn: BillingMonth): readonly BillingMonth[] {
  const months: BillingMonth[] = [];
  let next: BillingMonth | undefined;
  for (const { groups = {} } of [...text.matchAll(ONE)].toReversed()) {
    next = monthOfParts(groups, next, paidIn);
    months.push(next);
  }
  return months;
}

function monthOfParts(
  parts: Record<string, string | undefined>,
  next: BillingMonth | undefined,
  paidIn: BillingMonth,
): BillingMonth {
  const month = numberOf(parts);
  const year = parts['wordYear'] ?? parts['isoYear'] ?? parts['year'];
  if (year !== undefined) return new Temporal.PlainYearMonth(Number(year.padStart(4, '20')), month);
  const latest = next ?? paidIn.add({ months: 1 });
  const own = new Temporal.PlainYearMonth(latest.year, month);
  return compareMonths(own, latest) > 0 ? own.subtract({ years: 1 }) : own;
}

function numberOf({ word, isoMonth, number }: Record<string, string | undefined>): number {
  if (word === undefined) return Number(isoMonth ?? number);
  return numberOfWord(word);
}

function earliest(months: readonly BillingMonth[]): BillingMonth | null {
  return months.toSorted(compareMonths)[0] ?? null;
}

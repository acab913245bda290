// Parses a month as people write it into a cell, and as spreadsheets show what they have made of it.
import type { BillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { monthNumberOf } from '@kvartplata/domain/calendar/month-words.ts';
import { dayOf } from './typed-values.ts';

const FIRST_YEAR = 2000;
const IN_FIGURES = /^(?<month>0?[1-9]|1[0-2])[./](?<year>\d{4})$/;
const YEAR_FIRST = /^(?<year>\d{4})-(?<month>0[1-9]|1[0-2])$/;
const IN_WORDS = /^(?<word>\p{L}{3,9})\.?[\s\u00A0-]{0,3}(?<year>\d{4}|\d\d)(?:\s?г(?:од|\.)?)?$/u;

/**
 * `07.2026`, `7/2026`, `2026-07`, `июль 2026`, `июл.26`, or the month's first day, to which spreadsheets convert it. Undefined for
 * anything else, and for months before 2000.
 */
export function monthInCell(text: string): BillingMonth | undefined {
  for (const form of [IN_FIGURES, YEAR_FIRST, IN_WORDS]) {
    const { year, month, word } = form.exec(text)?.groups ?? {};
    if (year !== undefined)
      return monthOfParts(year, word === undefined ? month : monthNumberOf(word));
  }
  const day = dayOf(text);
  return day?.day === 1 && day.year >= FIRST_YEAR ? day.toPlainYearMonth() : undefined;
}

/** A year of two digits is one of this century. */
function monthOfParts(year: string, month: string | number | undefined): BillingMonth | undefined {
  const inFull = Number(year.padStart(4, '20'));
  if (month === undefined || inFull < FIRST_YEAR || inFull > 2999) return undefined;
  return new Temporal.PlainYearMonth(inFull, Number(month));
}

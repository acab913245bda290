// Readers of table cells: each converts what people enter to the one form in which it is stored.
import { firstDayOf } from '@kvartplata/domain/calendar/billing-month.ts';
import { MONTH_BEGINNINGS } from '@kvartplata/domain/calendar/month-words.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { serialNumberOf } from '@kvartplata/domain/meters/serial-number.ts';
import { formatScaled, parseScaled } from '@kvartplata/domain/money/scaled.ts';
import { badCharactersOf } from '@kvartplata/domain/text/line.ts';
import { monthInCell } from '@kvartplata/platform/table-files/month-in-cell.ts';
import { dayOf, decimalOf, kopecksOf } from '@kvartplata/platform/table-files/typed-values.ts';
import { IsEmail } from 'typebox/format';
import { innIsValid } from '@kvartplata/domain/organizations/registration-numbers.ts';
import type { ReasonCode } from './row-reasons.ts';

export type CellValue = string | number | boolean;
/** Why the cell cannot be read: a code and its parameters. */
export type CellReason = { readonly code: ReasonCode; readonly params: readonly string[] };
/** @param text not blank */
export type CellReader = (text: string) => CellValue | CellReason;

const FORMULA_ERROR =
  /^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|ССЫЛКА!|Н\/Д|ЗНАЧ!|ДЕЛ\/0!|ИМЯ\?|ЧИСЛО!|ПУСТО!)$/;

/** One line: every run of spaces and line breaks becomes one space. */
export function line(maxCharacters: number): CellReader {
  return (text) => {
    const whole = text.replaceAll(/\s+/gu, ' ').trim();
    if (FORMULA_ERROR.test(whole)) return no('formula-error', whole);
    const [bad] = badCharactersOf(whole);
    if (bad !== undefined) return no(bad);
    return whole.length > maxCharacters && Array.from(whole).length > maxCharacters
      ? no('too-long', maxCharacters)
      : whole;
  };
}

export const numberOfRoom = asTyped(line(20));
export const numberOfAccount = asTyped(
  matching(/^[0-9A-Za-zА-Яа-яЁё/_-]{1,30}$/, 'account-number-form'),
);
/** A serial number. */
export const numberOfMeter = asTyped((text) => {
  const written = line(50)(text);
  return typeof written === 'string' ? serialNumberOf(written) : written;
});

export function matching(pattern: RegExp, code: ReasonCode): CellReader {
  return (text) => (pattern.test(text) ? text : no(code));
}

/** The code of a house in the address register. */
export const fiasCode = matching(/^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, 'uuid');

const asGuid = matching(/^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, 'guid');

/** An identifier from ГИС ЖКХ, in lower case. */
export const guid: CellReader = (text) => {
  const read = asGuid(text);
  return typeof read === 'string' ? read.toLowerCase() : read;
};

export type DecimalBounds = {
  readonly places: number;
  readonly from: string;
  /** Excludes `from` itself. */
  readonly isOpen?: boolean;
  readonly to: string;
};

/** With a comma or a point; leading and trailing zeros are ignored. */
export function decimal({ places, from, isOpen = false, to }: DecimalBounds): CellReader {
  const [least, greatest] = [parseScaled(from, places), parseScaled(to, places)];
  const refused = no('decimal', `${isOpen ? '>' : '≥'} ${from}`, to, places);
  return (text) => {
    const scaled = decimalOf(text, places);
    if (scaled === undefined || scaled > greatest) return refused;
    return scaled < least || (isOpen && scaled === least) ? refused : formatScaled(scaled, places);
  };
}

const MOST_KOPECKS = 99_999_999_999_999n;

/** Roubles of either sign; the bounds are too large to be useful in a message. */
export const anySum: CellReader = (text) => {
  const kopecks = kopecksOf(text);
  return kopecks === undefined || kopecks > MOST_KOPECKS || kopecks < -MOST_KOPECKS
    ? no('sum')
    : formatScaled(kopecks, 2);
};

export function wholeNumber(from: number, to: number): CellReader {
  return (text) => {
    const scaled = decimalOf(text, 0);
    return scaled === undefined || scaled < from || scaled > to
      ? no('whole-number', from, to)
      : Number(scaled);
  };
}

/** `31.07.2026`, `2026-07-31`; a time of day is ignored. */
export const day: CellReader = (text) => {
  const given = dayOf(text);
  return given === undefined ? no('day') : formatDay(given);
};

/** In any of the forms of `monthInCell`; returned as its first day. */
export const month: CellReader = (text) => {
  const given = monthInCell(text);
  return given === undefined ? no('month') : formatDay(firstDayOf(given));
};

/**
 * Month numbers, `10-4` or `1, 2, 3`, returned sorted as `1,2,3`; a range may cross the end of the year. Spreadsheets convert
 * `10-4` to a date and `1,2` to a decimal: both are refused rather than guessed.
 */
export const monthNumbers: CellReader = asTyped((text) => {
  const months = new Set<number>();
  for (const part of text.split(/[,;]/)) {
    const [, first, last = first] = /^\s*(\d{1,2})\s*(?:[-–—]\s*(\d{1,2})\s*)?$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (!(from >= 1 && from <= 12 && to >= 1 && to <= 12)) return no('month-numbers');
    for (let number = from; ; number = (number % 12) + 1) {
      months.add(number);
      if (number === to) break;
    }
  }
  return [...months].toSorted((a, b) => a - b).join();
});

/** @param meanings by the words for them, in lower case */
export function choice<T extends string | boolean>(
  meanings: Readonly<Record<string, T>>,
  shown: readonly string[],
): CellReader {
  // A map: an object has more words than were given to it, such as `constructor`.
  const known = new Map(Object.entries(meanings));
  const choices = shown.map((one) => `«${one}»`).join(', ');
  return (text) => known.get(text.toLowerCase()) ?? no('choice', choices);
}

export const truth = choice(
  { да: true, нет: false, true: true, false: false, истина: true, ложь: false, 1: true, 0: false },
  ['да', 'нет'],
);

export const inn: CellReader = (text) =>
  /^([0-9]{10}|[0-9]{12})$/.test(text) && innIsValid(text) ? text : no('inn');

export const email: CellReader = (text) =>
  text.length <= 254 && IsEmail(text) ? text : no('email');

/**
 * What a spreadsheet makes of a room `1/2` or `9/26`: a day, or what a Russian Excel shows of it, which is all that it writes into
 * a CSV.
 */
const DAY_MADE = new RegExp(
  String.raw`^(?:\d{4}-\d{2}-\d{2}(?: .*)?|\d{1,2}\.(?:\d{1,2}\.\d{4}|${MONTH_BEGINNINGS})|(?:${MONTH_BEGINNINGS})\.\d{2})$`,
  'u',
);
/** What Excel shows of a long number, or of one in a narrow column: a CSV has lost the other digits. */
const SHORTENED = /^(?:\d(?:[.,]\d+)?E[+-]\d+|#{2,})$/i;

/** Refuses what a spreadsheet has made of a text, from which the original cannot be recovered. */
export function asTyped(read: CellReader): CellReader {
  return (text) => {
    if (DAY_MADE.test(text)) return no('turned-into-day');
    return SHORTENED.test(text) ? no('shortened') : read(text);
  };
}

export function no(code: ReasonCode, ...params: readonly (string | number)[]): CellReason {
  return { code, params: params.map(String) };
}

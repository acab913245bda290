// Days and months as a Russian accountant writes them.
import type { Language } from './in-both.ts';

/** `2026-11-21` is `21.11.2026`. */
export function showDay(text: string): string {
  const [year = '', month = '', dayOfMonth = ''] = text.split('-', 3);
  return `${dayOfMonth}.${month}.${year}`;
}

/** Converts `21.11.2026`, `21.11.26`, `211126` or `2026-11-21` to the services' format; undefined if there is no such day. */
export function parseDay(typed: string): string | undefined {
  const text = typed.trim();
  const [, dayOfMonth = '', month = '', year = ''] =
    /^(\d{1,2})[.,/ ](\d{1,2})[.,/ ](\d{4}|\d{2})$/.exec(text) ??
    /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(text) ??
    reversed(/^(\d{4})-(\d{2})-(\d{2})$/.exec(text));
  const iso = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined;
}

function reversed(match: RegExpExecArray | null): readonly string[] {
  const [, year = '', month = '', dayOfMonth = ''] = match ?? [];
  return ['', dayOfMonth, month, year];
}

/**
 * Converts `11.2026`, `11.26`, `1126`, `112026`, `2026-11`, `ноябрь 2026` or `нояб. 26` to the services' format; undefined if
 * there is no such month.
 */
export function parseMonth(typed: string): string | undefined {
  const text = inFigures(typed.trim().toLowerCase());
  const [, year = '', month = ''] = /^(\d{4})-(\d{2})$/.exec(text) ?? [];
  const day = year === '' ? `01.${text.replace(/^(\d{2})(?=\d)/, '$1.')}` : `01.${month}.${year}`;
  return parseDay(day)?.slice(0, 7);
}

/** `ноябрь 2026` is `11.2026`; any other text is returned unchanged. */
function inFigures(text: string): string {
  const [, name = '', year = ''] =
    /^(\p{L}{3,})\.?\s+(\d{4}|\d{2})(?:\s*г(?:ода?|\.)?)?$/u.exec(text) ?? [];
  const nth = MONTHS.findIndex((month) => isNamed(`2026-${month}`, name));
  return name === '' || nth < 0 ? text : `${MONTHS[nth]}.${year}`;
}

const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));

/** Whether these are at least the first letters of the month's name, in either language and either case. */
function isNamed(month: string, letters: string): boolean {
  const names = [showMonth(month, 'ru'), inGenitive(month), showMonth(month, 'en').toLowerCase()];
  return names.some((name) => name.split(/\s/, 1)[0]?.startsWith(letters));
}

/** `2026-11` as people type it: `11.2026`. */
export function typedMonth(text: string): string {
  return text.split('-', 2).toReversed().join('.');
}

const LOCALES = { ru: 'ru-RU', en: 'en-GB' } as const;

/** `2026-11` is `ноябрь 2026`. */
export function showMonth(text: string, language: Language): string {
  const date = new Date(`${text}-01T00:00:00Z`);
  const format = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(LOCALES[language], format).format(date).replace(/\sг\.$/, '');
}

/** `2026-11` is `с ноября 2026`. */
export function showSinceMonth(text: string, language: Language): string {
  return language === 'ru' ? `с ${inGenitive(text)}` : `since ${showMonth(text, language)}`;
}

/** `2026-11` is `до ноября 2026`. */
export function showUntilMonth(text: string, language: Language): string {
  return language === 'ru' ? `до ${inGenitive(text)}` : `until ${showMonth(text, language)}`;
}

/** `2026-11` is `вместе с ноябрём 2026`. */
export function showWithMonth(text: string, language: Language): string {
  const [year = '', number = ''] = text.split('-', 2);
  return language === 'ru'
    ? `вместе с ${IN_INSTRUMENTAL[Number(number) - 1] ?? ''} ${year}`
    : `together with ${showMonth(text, language)}`;
}

const IN_INSTRUMENTAL = [
  'январём',
  'февралём',
  'мартом',
  'апрелем',
  'маем',
  'июнем',
  'июлем',
  'августом',
  'сентябрём',
  'октябрём',
  'ноябрём',
  'декабрём',
];

/** A month after a day is in the genitive. */
function inGenitive(text: string): string {
  const day = new Date(`${text}-01T00:00:00Z`);
  const format = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  const parts = new Intl.DateTimeFormat(LOCALES.ru, format).formatToParts(day);
  const partOf = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return `${partOf('month')} ${partOf('year')}`;
}

/** `2026-11` is `ноя`. */
export function showShortMonth(text: string, language: Language): string {
  const date = new Date(`${text}-01T00:00:00Z`);
  const format = { month: 'short', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(LOCALES[language], format)
    .format(date)
    .replace('.', '')
    .slice(0, 3);
}

/** `2026-11` in figures. A page cannot use Temporal: too few browsers have it. */
export function figuresOf(text: string): { readonly year: number; readonly month: number } {
  const [year = 0, month = 1] = text.split('-', 2).map(Number);
  return { year, month };
}

/** The month a number of months after another, or before it. */
export function monthFrom(text: string, months: number): string {
  const { year, month } = figuresOf(text);
  const count = year * 12 + month - 1 + months;
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`;
}

/** The last day of a month: `2026-02` ends on `2026-02-28`. */
export function lastDayOf(text: string): string {
  const { year, month } = figuresOf(text);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** An instant in local time, in one line: `21.11.2026, 18:05`. */
export function showInstant(text: string): string {
  const format = { dateStyle: 'short', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat('ru-RU', format).format(new Date(text)).replace(' ', '\u00a0');
}

/** Today at the houses: the services count days in Moscow time. */
export function today(now = new Date()): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow' }).format(now);
}

/** The day of an instant at the houses: `2026-11-30T21:00:00Z` is `01.12.2026`. */
export function showDayOf(instant: string): string {
  return showDay(today(new Date(instant)));
}

/** The current month. */
export function thisMonth(now = new Date()): string {
  return today(now).slice(0, 7);
}

const DAY_MS = 86_400_000;

/** The day a number of days after another, or before it. */
export function dayFrom(text: string, days: number): string {
  return new Date(Date.parse(text) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The number of days from one to the other. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** `01.01.2026 – 30.06.2026`, or `с 01.07.2026` without an end. */
export function showSpan(from: string, to: string | null, language: Language): string {
  if (to === null) return `${language === 'ru' ? 'с' : 'from'} ${showDay(from)}`;
  return from === to ? showDay(from) : `${showDay(from)} – ${showDay(to)}`;
}

// What our programs print for people: both languages next to each other where they are used, with figures, days and months in
// each language's notation. Code that lacks one of the languages does not compile.
import { dayInFigures, monthInWords } from '@kvartplata/billing-service/src/paper/receipt-words.ts';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { inFigures } from '@kvartplata/domain/text/in-figures.ts';
import type { Words } from '@kvartplata/domain/text/words.ts';
import { languageOf, type Language } from './language-of.ts';

const LANGUAGE = chosenLanguage();

export function say(ru: string, en: string): string {
  return LANGUAGE === 'ru' ? ru : en;
}

/** For texts that services return in both languages. */
export function inLanguage({ ru, en }: Words): string {
  return say(ru, en);
}

/** `1234.50` is `1 234,50` in Russian. */
export function figure(decimal: string): string {
  return say(inFigures(decimal), decimal);
}

/** `1234.50` is `1 234,50 ₽`, or `1234.50 roubles`. */
export function roubles(amount: string): string {
  return say(`${inFigures(amount)}\u00a0₽`, `${amount} roubles`);
}

/** `2026-11-21` is `21.11.2026` in Russian. */
export function day(text: string): string {
  return say(dayInFigures(text), text);
}

/** `2026-11` is `ноябрь 2026`, or `November 2026`. */
export function month(text: string): string {
  const period = parseBillingMonth(text);
  const named = { month: 'long', year: 'numeric' } as const;
  return say(monthInWords(period), period.toPlainDate({ day: 1 }).toLocaleString('en-GB', named));
}

/** The Russian form for a count: `counted(3, 'счёт', 'счёта', 'счетов')` is `3 счёта`. */
export function counted(count: number, one: string, few: string, many: string): string {
  const rule = RUSSIAN.select(count);
  return `${count} ${rule === 'one' ? one : rule === 'few' ? few : many}`;
}

const RUSSIAN = new Intl.PluralRules('ru');

function chosenLanguage(): Language {
  try {
    return languageOf(process.argv.slice(2), process.env);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

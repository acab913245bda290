// What a change of the registry means for applied months.
import type { AppliedMonths } from '@kvartplata/contracts/core/applied-months.ts';
import { showMonth } from './days.ts';
import { inBoth, type Language } from './words.ts';

const WORDS = inBoth(
  {
    applied: (months: string) =>
      ` Уже проведены: ${months}. Разницу начислит исправление прошлых месяцев.`,
    unknown: ' Проведены ли уже эти месяцы, узнать не удалось.',
  },
  {
    applied: (months) => ` Applied already: ${months}. A correction charges the difference.`,
    unknown: ' It could not be checked whether these months are applied already.',
  },
);

/** The months to be corrected, as parameters of the correction page's address. */
export function monthsToCorrect(applied: readonly string[]): {
  readonly periodFrom?: string;
  readonly periodTo?: string;
} {
  const months = applied.toSorted();
  const [periodFrom, periodTo] = [months[0], months.at(-1)];
  return periodFrom === undefined || periodTo === undefined ? {} : { periodFrom, periodTo };
}

/** Continues the message about the change; empty if no applied month is affected. */
export function sayAppliedMonths(months: AppliedMonths, language: Language): string {
  const t = WORDS[language];
  if (months === null) return t.unknown;
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return '';
  const shown = showMonth(first, language);
  return t.applied(months.length === 1 ? shown : `${shown} – ${showMonth(last, language)}`);
}

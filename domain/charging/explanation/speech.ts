// Builds the same sentence in Russian and in English.
import { shortDecimal } from '../../text/short-decimal.ts';
import { monthWords } from '../../calendar/month-words.ts';
import type { Words } from '../../text/words.ts';

/** How a language writes the figures that both sentences contain. */
export type Speech = {
  readonly say: (ru: string, en: string) => string;
  readonly inLanguage: (words: Words) => string;
  /** A decimal without trailing zeros. */
  readonly number: (decimal: string | undefined) => string;
  /** Roubles and kopecks. */
  readonly money: (amount: string) => string;
  readonly day: (day: string) => string;
  /** The name of the month. */
  readonly month: (month: string) => string;
};

/** The same sentence in each language. */
export function inBoth(tell: (speech: Speech) => string): Words {
  return { ru: tell(RUSSIAN), en: tell(ENGLISH) };
}

const ENGLISH: Speech = {
  say: (_ru, en) => en,
  inLanguage: ({ en }) => en,
  number: shortened,
  money: (amount) => amount,
  day: (day) => day,
  month: (month) => monthWords(month).en,
};

const RUSSIAN: Speech = {
  say: (ru) => ru,
  inLanguage: ({ ru }) => ru,
  number: (decimal) => shortened(decimal).replace('.', ','),
  money: (amount) => amount.replace('.', ','),
  day: backwards,
  month: (month) => monthWords(month).ru,
};

/** @throws when it is undefined: the basis of a charge lacks what its rule needs */
export function shortened(decimal: string | undefined): string {
  if (decimal === undefined) throw new Error('the basis of a charge lacks what its rule needs');
  return shortDecimal(decimal);
}

/** 2026-07-31 as 31.07.2026. */
function backwards(date: string): string {
  return date.split('-').toReversed().join('.');
}

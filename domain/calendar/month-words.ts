// Months by name, as people read and write them.
import type { Words } from '../text/words.ts';

const NAMES: readonly Words[] = [
  { ru: 'январь', en: 'January' },
  { ru: 'февраль', en: 'February' },
  { ru: 'март', en: 'March' },
  { ru: 'апрель', en: 'April' },
  { ru: 'май', en: 'May' },
  { ru: 'июнь', en: 'June' },
  { ru: 'июль', en: 'July' },
  { ru: 'август', en: 'August' },
  { ru: 'сентябрь', en: 'September' },
  { ru: 'октябрь', en: 'October' },
  { ru: 'ноябрь', en: 'November' },
  { ru: 'декабрь', en: 'December' },
];
/** How the Russian names begin in all their cases, for a regular expression. */
export const MONTH_BEGINNINGS = 'янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек';
/** With fewer letters «июнь» and «июль» are alike. */
const FEWEST_LETTERS = 3;

/** `2026-11` is `ноябрь 2026` and `November 2026`. @throws when it is no month */
export function monthWords(month: string): Words {
  const [year = '', number = ''] = month.split('-', 2);
  const name = NAMES[Number(number) - 1];
  if (name === undefined) throw new Error(`${month} is no month`);
  return { ru: `${name.ru} ${year}`, en: `${name.en} ${year}` };
}

/** From 1, for the whole name or its beginning, such as `Сен`; undefined for any other word. */
export function monthNumberOf(word: string): number | undefined {
  if (word.length < FEWEST_LETTERS) return undefined;
  const written = word.toLowerCase();
  const index = NAMES.findIndex(({ ru, en }) =>
    [ru, en.toLowerCase()].some((name) => name.startsWith(written)),
  );
  return index === -1 ? undefined : index + 1;
}

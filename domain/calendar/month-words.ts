// Months by name, as people read them.
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

/** `2026-11` is `ноябрь 2026` and `November 2026`. @throws when it is no month */
export function monthWords(month: string): Words {
  const [year = '', number = ''] = month.split('-', 2);
  const name = NAMES[Number(number) - 1];
  if (name === undefined) throw new Error(`${month} is no month`);
  return { ru: `${name.ru} ${year}`, en: `${name.en} ${year}` };
}

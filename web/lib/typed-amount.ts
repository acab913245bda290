// A typed sum of money: above zero, at most to the kopeck, and not more than the services accept.
import { parseFigure, signOf } from './figures.ts';
import { inBoth, type Language } from './in-both.ts';

const WORDS = inBoth(
  {
    none: 'Нужна сумма больше нуля, например 1 250,50',
    places: 'Не больше двух знаков после запятой: меньше копейки не бывает',
    large: 'Не больше 999 999 999,99 ₽',
  },
  {
    none: 'Enter an amount above zero, such as 1250,50',
    places: 'At most two decimal places: nothing is less than a kopeck',
    large: 'At most 999 999 999,99 ₽',
  },
);
const MOST_DIGITS = 9;
const MOST_PLACES = 2;

/** In the services' format, or what is wrong with it in words. */
export function parseAmount(
  typed: string,
  language: Language,
): { readonly amount: string } | { readonly wrong: string } {
  const t = WORDS[language];
  const plain = typed.replaceAll(/[\s\u00a0\u202f]/g, '').replace(',', '.');
  const [, whole = '', rest = ''] = /^0*(\d+)(?:\.(\d+))?$/.exec(plain) ?? [];
  if (whole === '' || signOf(plain) === 0) return { wrong: t.none };
  if (rest.length > MOST_PLACES) return { wrong: t.places };
  if (whole.length > MOST_DIGITS) return { wrong: t.large };
  return { amount: parseFigure(typed) ?? plain };
}

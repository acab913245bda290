// Parses numbers and days as people and programs write them.
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import type { Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { parseScaled } from '@kvartplata/domain/money/scaled.ts';

/** A blank, ordinary or not, between groups of thousands. */
const THOUSANDS = /(?<=\d)[ \u00A0\u2009\u202F](?=\d{3}(?!\d))/gu;
const MAX_NUMBER_CHARACTERS = 60;

/** With a decimal comma or point, in units of 10^-places; redundant zeros on both sides are ignored. */
export function decimalOf(text: string, places: number): bigint | undefined {
  // The pattern takes quadratic time on texts that do not match.
  if (text.length > MAX_NUMBER_CHARACTERS) return undefined;
  const [, sign = '', whole = '', decimals = ''] =
    /^([-\u2212]?)0*(\d+)(?:[.,](\d*?)0*)?$/.exec(text.replaceAll(THOUSANDS, '')) ?? [];
  if (whole === '' || decimals.length > places || whole.length > 18) return undefined;
  const minus = sign === '' ? '' : '-';
  return parseScaled(`${minus}${whole}${decimals === '' ? '' : `.${decimals}`}`, places);
}

const CURRENCY = /[ \u00A0\u2009\u202F]*(?:₽|р\.?|руб\.?)$/iu;
/** A sum `1,250` is 1250 where a comma or a point stands between thousands, and 1.25 elsewhere. */
const AMBIGUOUS = /^[-\u2212]?[1-9]\d{0,2}[.,]\d{3}$/;

/** A sum of roubles, which may name its currency behind it: `1 234,50 руб.`, `5 ₽`. */
export function kopecksOf(text: string): Kopecks | undefined {
  if (text.length > MAX_NUMBER_CHARACTERS) return undefined;
  const amount = text.replace(CURRENCY, '');
  return AMBIGUOUS.test(amount) ? undefined : decimalOf(amount, 2);
}

/** `31.07.2026` or `2026-07-31`, years 1900–2999; a time of day is ignored. */
export function dayOf(text: string): Temporal.PlainDate | undefined {
  const date = text.replace(/[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?$/, '');
  const [, d, m, y] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(date) ?? [];
  const written = y === undefined ? date : `${y}-${m?.padStart(2, '0')}-${d?.padStart(2, '0')}`;
  try {
    return parseDay(written);
  } catch {
    return undefined;
  }
}

// Money and volumes as a Russian accountant writes them, in both languages of the page: texts or bigint, never
// floating-point numbers.
import { fromScaled, roundHalfUp } from '@kvartplata/domain/money/fraction.ts';
import { formatScaled, parseScaled } from '@kvartplata/domain/money/scaled.ts';
import { inFigures } from '@kvartplata/domain/text/in-figures.ts';
import { shortDecimal } from '@kvartplata/domain/text/short-decimal.ts';

const NO_BREAK = '\u00a0';
const EXACT_PLACES = 6;
const MINUS = '\u2212';

/** `-1234.50` is `−1 234,50`. */
export function showFigure(text: string): string {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? inFigures(text) : text;
}

/** `-1234.50` is `−1 234,50 ₽`, on one line. */
export function showRoubles(text: string): string {
  return `${showFigure(text)}${NO_BREAK}₽`;
}

/** A volume, a rate or a norm without trailing zeros: `16.0000` is `16`, `1.2500` is `1,25`. */
export function showShortFigure(text: string): string {
  return showFigure(shortDecimal(text));
}

/** An exact amount with many decimal places, cut to six: `20.461538461538` is `20,461538…`. */
export function showExactFigure(text: string): string {
  const [whole = '', rest = ''] = text.split('.', 2);
  const kept = rest.slice(0, EXACT_PLACES);
  const isCut = /[1-9]/.test(rest.slice(EXACT_PLACES));
  return showFigure(`${whole}.${kept.replace(/0+$/, '').padEnd(2, '0')}`) + (isCut ? '…' : '');
}

/** An exact amount as it is booked: rounded half up, once. */
export function inKopecks(text: string): string {
  const places = placesOf(text);
  return formatScaled(roundHalfUp(fromScaled(parseScaled(text, places), places), 2), 2);
}

/**
 * Converts what was typed or pasted to the services' format: `1 234,5` is `1234.5`. Undefined if it is not a number; one with too
 * many decimal places is, so that its refusal says how many there may be.
 */
export function parseFigure(typed: string): string | undefined {
  const text = typed
    .replaceAll(/[\s\u00a0\u202f]/g, '')
    .replace(',', '.')
    .replace(MINUS, '-');
  return /^-?\d{1,15}(?:\.\d{1,40})?$/.test(text) ? text.replace(/^(-?)0+(?=\d)/, '$1') : undefined;
}

/** A round value on a chart's scale: `1500000` is `1 500 000`. */
export function showRoundFigure(value: number): string {
  return showShortFigure(value.toFixed(2));
}

/** Compares two figures: below zero, zero or above. */
export function compareFigures(one: string, other: string): number {
  return signOf(difference(one, other));
}

/** Whether a quantity times a price gives an amount, rounded to a kopeck. */
export function isProduct(quantity: string, price: string, amount: string): boolean {
  const [ofQuantity, ofPrice] = [placesOf(quantity), placesOf(price)];
  const product = parseScaled(quantity, ofQuantity) * parseScaled(price, ofPrice);
  const off = product - parseScaled(amount, ofQuantity + ofPrice);
  const kopeck = parseScaled('0.01', ofQuantity + ofPrice);
  return off <= kopeck && off >= -kopeck;
}

/** The difference of two figures, with as many decimal places as the longer one has. */
export function difference(a: string, b: string): string {
  const places = Math.max(placesOf(a), placesOf(b));
  return formatScaled(parseScaled(a, places) - parseScaled(b, places), places);
}

function placesOf(text: string): number {
  return text.split('.', 2)[1]?.length ?? 0;
}

/** Below, at or above zero. */
export function signOf(text: string): -1 | 0 | 1 {
  if (!/[1-9]/.test(text)) return 0;
  return text.startsWith('-') ? -1 : 1;
}

// Decimals as written in Russian documents and pages.

const NO_BREAK = '\u00a0';
const MINUS = '\u2212';

/** A decimal with all its places: `-1234.50` becomes `−1 234,50`. */
export function inFigures(decimal: string): string {
  const [whole = '', places] = decimal.replace('-', MINUS).split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, NO_BREAK);
  return places === undefined ? grouped : `${grouped},${places}`;
}

/** Without line breaks: `-1234.50` becomes `−1 234,50 ₽`. */
export function inRoubles(amount: string): string {
  return `${inFigures(amount)}${NO_BREAK}₽`;
}

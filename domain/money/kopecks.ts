// Money: whole kopecks as bigint, written in roubles with two decimals.

import { formatScaled, parseScaled } from './scaled.ts';

/** An amount of money in kopecks (1/100 rouble); negative is a credit or an advance. */
export type Kopecks = bigint;

const PLACES = 2;

/**
 * Parses roubles such as "1234.5" to kopecks.
 * @throws DecimalFormatError when the text is not a decimal or has fractions of a kopeck.
 */
export function parseKopecks(text: string): Kopecks {
  return parseScaled(text, PLACES);
}

/** Formats kopecks as roubles with two decimals: 123450n is "1234.50". */
export function formatKopecks(kopecks: Kopecks): string {
  return formatScaled(kopecks, PLACES);
}

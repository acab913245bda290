// Volumes as text: exact volumes as a decimal of six places if that is exact, otherwise as a fraction in lowest terms; volumes
// for display are rounded.
import { fraction, fromScaled, reduce, roundHalfUp, type Fraction } from '../money/fraction.ts';
import { formatScaled, parseScaled } from '../money/scaled.ts';

const PLACES = 6;
const SCALE = 1_000_000n;

/** A volume as displayed: six places. */
export function formatShown(value: Fraction): string {
  return formatScaled(roundHalfUp(value, PLACES), PLACES);
}

/** Prints 4.32 as "4.320000" and a third as "1/3". */
export function formatExact(value: Fraction): string {
  const scaled = value.numerator * SCALE;
  if (scaled % value.denominator === 0n) return formatScaled(scaled / value.denominator, PLACES);
  const { numerator, denominator } = reduce(value);
  return `${numerator}/${denominator}`;
}

/**
 * Parses the output of `formatExact`.
 * @throws when the text has another format
 */
export function parseExact(text: string): Fraction {
  const [numerator = '', denominator] = text.split('/');
  return denominator === undefined
    ? fromScaled(parseScaled(text, PLACES), PLACES)
    : fraction(BigInt(numerator), BigInt(denominator));
}

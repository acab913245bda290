// Volumes as text: exact ones as a decimal of six places where that is the whole truth, else as a fraction in lowest terms;
// what is only shown, rounded.
import { fraction, fromScaled, reduce, roundHalfUp, type Fraction } from '../money/fraction.ts';
import { formatScaled, parseScaled } from '../money/scaled.ts';

const PLACES = 6;
const SCALE = 1_000_000n;

/** As a volume is shown: six places. */
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
 * Reads what `formatExact` has printed.
 * @throws when it is written otherwise
 */
export function parseExact(text: string): Fraction {
  const [numerator = '', denominator] = text.split('/');
  return denominator === undefined
    ? fromScaled(parseScaled(text, PLACES), PLACES)
    : fraction(BigInt(numerator), BigInt(denominator));
}

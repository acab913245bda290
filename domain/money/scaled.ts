// Decimals as scaled bigints: 14.25 with 4 places is 142500n. The one way in and out for
// rates, tariffs and volumes, so that no decimal ever passes through a binary float.

const DECIMAL = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/;

/** A text that is not a plain decimal with at most the allowed places. */
export class DecimalFormatError extends Error {
  override readonly name = 'DecimalFormatError';
  readonly text: string;

  constructor(text: string, reason: string) {
    super(`"${text}" is not an acceptable decimal: ${reason}`);
    this.text = text;
  }
}

/**
 * Reads a decimal such as "14.25" as a bigint in units of 10^-places; "-0" is 0n.
 * Missing places are filled with zeros, surplus ones refused even when they are zeros.
 * @throws DecimalFormatError for exponents, signs other than one minus, leading zeros, blanks,
 *   a decimal comma, or more than `places` decimals.
 */
export function parseScaled(text: string, places: number): bigint {
  const match = DECIMAL.exec(text);
  if (match === null) {
    throw new DecimalFormatError(text, 'expected digits with an optional decimal point');
  }
  const [, sign = '', whole = '', decimals = ''] = match;
  if (decimals.length > places) {
    throw new DecimalFormatError(text, `more than ${places} decimal places`);
  }
  const magnitude = BigInt(whole + decimals.padEnd(places, '0'));
  return sign === '-' ? -magnitude : magnitude;
}

/** Prints a bigint in units of 10^-places with exactly `places` decimals; no dot when 0. */
export function formatScaled(value: bigint, places: number): string {
  const sign = value < 0n ? '-' : '';
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0');
  if (places === 0) return sign + digits;
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

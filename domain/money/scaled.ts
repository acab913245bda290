// Decimals as scaled bigints: 14.25 with 4 places is 142500n. Rates, tariffs and volumes are parsed and formatted only here, so
// that no decimal ever passes through a binary float.

const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Precomputed, because computing a power is slower than the multiplication that uses it. */
const POWERS_OF_TEN = Array.from({ length: 20 }, (_, places) => 10n ** BigInt(places));

export function powerOfTen(places: number): bigint {
  return POWERS_OF_TEN[places] ?? 10n ** BigInt(places);
}

/** The text is not a plain decimal with at most the allowed places. */
export class DecimalFormatError extends Error {
  override readonly name = 'DecimalFormatError';
  readonly text: string;

  constructor(text: string, reason: string) {
    super(`"${text}" is not an acceptable decimal: ${reason}`);
    this.text = text;
  }
}

/**
 * Parses a decimal such as "14.25" to a bigint in units of 10^-places; "-0" is 0n.
 * Missing places are filled with zeros; surplus places are refused even if they are zeros.
 * @throws DecimalFormatError for exponents, signs other than one minus, leading zeros, blanks,
 *   a decimal comma, or more than `places` decimals.
 */
export function parseScaled(text: string, places: number): bigint {
  if (!DECIMAL.test(text)) {
    throw new DecimalFormatError(text, 'expected digits with an optional decimal point');
  }
  const point = text.indexOf('.');
  if (point < 0) return BigInt(text) * powerOfTen(places);
  const missing = places - (text.length - point - 1);
  if (missing < 0) throw new DecimalFormatError(text, `more than ${places} decimal places`);
  return BigInt(text.slice(0, point) + text.slice(point + 1)) * powerOfTen(missing);
}

/** Formats a bigint in units of 10^-places with exactly `places` decimals; without a point when `places` is 0. */
export function formatScaled(value: bigint, places: number): string {
  const sign = value < 0n ? '-' : '';
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0');
  if (places === 0) return sign + digits;
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

// Decimals without trailing zeros.

/** `16.0000` is `16`, `1.2500` is `1.25`; a text without a point stays. */
export function shortDecimal(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
}

// How the words of a receipt write a decimal: with a point, as in the basis, and no trailing zeros.

/** Empty for none. */
export function short(decimal: string | undefined): string {
  if (decimal === undefined) return '';
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
}

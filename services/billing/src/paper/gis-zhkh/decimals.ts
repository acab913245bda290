// Decimals in the form that ГИС ЖКХ accepts.

/** Without trailing zeros of the fraction. */
export function trimmed(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
}

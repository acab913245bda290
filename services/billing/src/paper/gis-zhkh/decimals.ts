// Decimals as the state's system takes them.

/** Without zeros at the end of the fraction. */
export function trimmed(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
}

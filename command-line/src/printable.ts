// Texts for a terminal.

/** What people have typed may not steer a terminal. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, (sign) => (sign === '\n' ? sign : '\uFFFD'));
}

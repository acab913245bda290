// Texts for a terminal.

/** Text that people have typed must not control the terminal. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, (sign) => (sign === '\n' ? sign : '\uFFFD'));
}

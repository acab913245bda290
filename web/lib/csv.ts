// A table as a file that office programs open: semicolons, a byte order mark, no text that could run as a formula.

const RISKY = /^[=+\-@\t\r]/;
const FIGURE = /^-?\d+(?:[.,]\d+)?$/;

export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((cells) => cells.map(quoted).join(';')).join('\r\n')}\r\n`;
}

function quoted(cell: string): string {
  const text = RISKY.test(cell) && !FIGURE.test(cell) ? `'${cell}` : cell;
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

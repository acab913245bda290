// Tables, wrapped lines and a progress bar for a terminal.

export type Column<Row> = {
  readonly title: string;
  readonly of: (row: Row) => string;
  readonly align?: 'left' | 'right';
  /** Longer texts take several lines. */
  readonly most?: number;
};

/** As wide as the terminals that we support. */
const WIDEST = 100;

/** Rows below their titles, numbers aligned to the right, the total below a line. A long title takes several lines. */
export function renderTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  totals?: readonly string[],
): string {
  const cells = rows.flatMap((row) => asLines(columns.map((column) => cellOf(column, row))));
  const below = totals === undefined ? [] : [totals];
  const widths = columns.map(({ title }, index) =>
    Math.max(
      ...[...title.split(' '), ...[...cells, ...below].map((line) => line[index] ?? '')].map(
        lengthOf,
      ),
    ),
  );
  const print = (line: readonly string[]): string =>
    line
      .map((cell, index) => pad(cell, widths[index] ?? 0, columns[index]?.align ?? 'left'))
      .join('  ')
      .trimEnd();
  const rule = '─'.repeat(widths.reduce((sum, width) => sum + width + 2, -2));
  const titles = titleLines(columns.map(({ title }, index) => wrap(title, widths[index] ?? 0)));
  return [
    ...titles.map(print),
    rule,
    ...cells.map(print),
    ...(totals === undefined ? [] : [rule, print(totals)]),
  ]
    .map((line) => `  ${line}`)
    .join('\n');
}

/** A sentence after its mark, such as `✓`; further lines are indented to its words. */
export function renderSentence(mark: string, text: string): string {
  const lines = wrap(text, WIDEST - lengthOf(mark));
  return mark + lines.join(`\n${' '.repeat(lengthOf(mark))}`);
}

/** `[██████░░░░] 6/12` */
export function renderBar(done: number, all: number): string {
  const width = 24;
  const filled = Math.round((done / Math.max(all, 1)) * width);
  return `[${'█'.repeat(filled)}${'░'.repeat(width - filled)}] ${done}/${all}`;
}

function cellOf<Row>({ of, most }: Column<Row>, row: Row): readonly string[] {
  return most === undefined ? [of(row)] : wrap(of(row), most);
}

/** The wrapped cells of a row as lines of the table, aligned to its first line. */
function asLines(wrapped: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, row) => wrapped.map((lines) => lines[row] ?? ''));
}

/** The wrapped titles as lines of the table, aligned to the rule below them. */
function titleLines(wrapped: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, row) =>
    wrapped.map((lines) => lines[row - height + lines.length] ?? ''),
  );
}

/** Wraps words into lines of at most `width`; a longer word has a line to itself. */
function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && lengthOf(`${last} ${word}`) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function pad(cell: string, width: number, align: 'left' | 'right'): string {
  const gap = ' '.repeat(Math.max(0, width - lengthOf(cell)));
  return align === 'right' ? gap + cell : cell + gap;
}

/** In characters as displayed, not in code units. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}

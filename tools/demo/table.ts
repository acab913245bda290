// Tables and a progress bar for a terminal.

export type Column<Row> = {
  readonly title: string;
  readonly of: (row: Row) => string;
  readonly align?: 'left' | 'right';
};

/** Rows under their titles, numbers to the right, the total below a line. */
export function renderTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  totals?: readonly string[],
): string {
  const cells = rows.map((row) => columns.map((column) => column.of(row)));
  const all = [
    columns.map((column) => column.title),
    ...cells,
    ...(totals === undefined ? [] : [totals]),
  ];
  const widths = columns.map((_, index) =>
    Math.max(...all.map((line) => Array.from(line[index] ?? '').length)),
  );
  const print = (line: readonly string[]): string =>
    line
      .map((cell, index) => pad(cell, widths[index] ?? 0, columns[index]?.align ?? 'left'))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width)).join('──');
  return [
    print(columns.map((column) => column.title)),
    rule,
    ...cells.map(print),
    ...(totals === undefined ? [] : [rule, print(totals)]),
  ]
    .map((line) => `  ${line}`)
    .join('\n');
}

/** `[██████░░░░] 6/12` */
export function renderBar(done: number, all: number): string {
  const width = 24;
  const filled = Math.round((done / Math.max(all, 1)) * width);
  return `[${'█'.repeat(filled)}${'░'.repeat(width - filled)}] ${done}/${all}`;
}

function pad(cell: string, width: number, align: 'left' | 'right'): string {
  const gap = ' '.repeat(Math.max(0, width - Array.from(cell).length));
  return align === 'right' ? gap + cell : cell + gap;
}

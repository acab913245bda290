// A table of a receipt: a title, column heads, and rows that have one line, two small lines, or a text with a note below.
import { ACCENT, HAIRLINE, LEFT, MUTED, type Pen, type Place } from '../pen.ts';

const TITLE_HEIGHT = 14;
const HEAD_LINE_HEIGHT = 9;
export const ROW_HEIGHT = 17;
export const AFTER_TABLE = 12;
export const CELL_PADDING = 3;
/** A column title with more characters takes two lines. */
const ONE_LINE_OF_HEAD = 20;
/** The width of a column in which a text with a note, and the note, always fit on one line up to these numbers of characters. */
export const NAME_WIDTH = 152;
const ONE_LINE_OF_TEXT = 36;
const ONE_LINE_OF_NOTE = 46;
/** The additional height of a row for each further line. */
const LINE_MORE = 8.5;

export type Column<Item> = {
  readonly title: string;
  readonly width: number;
  readonly align: 'left' | 'right';
  readonly of: (item: Item) => string;
  /** The small text below the cell's text; empty for none. */
  readonly note?: (item: Item) => string;
};

type Table<Item> = {
  readonly title: string;
  readonly columns: readonly Column<Item>[];
  readonly rows: readonly Item[];
  readonly y: number;
  readonly scale: number;
};

/** Including the space below it; 0 for a table without rows. */
export function heightOf<Item>(columns: readonly Column<Item>[], rows: readonly Item[]): number {
  if (rows.length === 0) return 0;
  const ofRows = rows.reduce((sum, row) => sum + rowHeightOf(columns, row), 0);
  return TITLE_HEIGHT + headHeight(columns) + ofRows + AFTER_TABLE;
}

/** A text and its note may have two lines each. */
function rowHeightOf<Item>(columns: readonly Column<Item>[], row: Item): number {
  const more = columns.map(({ of, note, width }) => {
    const below = note?.(row) ?? '';
    if (below === '') return 0;
    const room = width / NAME_WIDTH;
    return (
      Number(of(row).length > ONE_LINE_OF_TEXT * room) +
      Number(below.length > ONE_LINE_OF_NOTE * room)
    );
  });
  return ROW_HEIGHT + Math.max(...more) * LINE_MORE;
}

/** @returns the bottom */
export function drawTable<Item>(pen: Pen, { title, columns, rows, y, scale }: Table<Item>): number {
  const width = widthOf(columns);
  pen.write(title, { x: LEFT, y, width }, { size: 7 * scale, weight: 'bold', color: ACCENT });
  const head = y + TITLE_HEIGHT * scale;
  pen.rule(LEFT, head - 3 * scale, width, 0.8, ACCENT);
  eachCell(columns, (column, x) => {
    const place = { x, y: head, width: column.width - 2 * CELL_PADDING, align: column.align };
    pen.writeLines(column.title, place, { size: 7 * scale, color: MUTED }, 2);
  });
  let below = head + headHeight(columns) * scale;
  for (const row of rows) {
    const top = below;
    pen.rule(LEFT, top, width, 0.4, HAIRLINE);
    eachCell(columns, (column, x) => {
      const place = { x, y: top, width: column.width - 2 * CELL_PADDING, align: column.align };
      writeCell(pen, { text: column.of(row), note: column.note?.(row) ?? '' }, place, scale);
    });
    below += rowHeightOf(columns, row) * scale;
  }
  pen.rule(LEFT, below, width, 0.8, ACCENT);
  return below;
}

/** One line, or two small ones; with a note below, as many as needed. */
function writeCell(
  pen: Pen,
  { text, note }: { readonly text: string; readonly note: string },
  place: Place,
  scale: number,
): void {
  if (note !== '') {
    const above = { ...place, y: place.y + 0.6 * scale };
    const height = pen.writeLines(text, above, { size: 7.2 * scale }, 2);
    const below = { ...place, y: above.y + height };
    pen.writeLines(note, below, { size: 5.8 * scale, color: MUTED }, 2);
    return;
  }
  if (pen.writeWhole(text, { ...place, y: place.y + 3.2 * scale }, { size: 8.5 * scale })) return;
  pen.writeLines(text, { ...place, y: place.y + 0.6 * scale }, { size: 6.6 * scale }, 2);
}

function eachCell<Item>(
  columns: readonly Column<Item>[],
  draw: (column: Column<Item>, x: number) => void,
): void {
  let x = LEFT + CELL_PADDING;
  for (const column of columns) {
    draw(column, x);
    x += column.width;
  }
}

function headHeight(columns: readonly { readonly title: string }[]): number {
  const isLong = columns.some(({ title }) => title.length > ONE_LINE_OF_HEAD);
  return (isLong ? 2 : 1) * HEAD_LINE_HEIGHT + 3;
}

export function widthOf(columns: readonly { readonly width: number }[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0);
}

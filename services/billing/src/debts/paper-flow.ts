// Lays out a document for a court or a debtor from top to bottom: paragraphs and tables over as many pages as needed, with a
// margin for binding.
import {
  drawable,
  HAIRLINE,
  INK,
  MUTED,
  openPen,
  type Pen,
  type Style,
  type Weight,
} from '../paper/pen.ts';

/** In points, on a page of 595 × 842. */
const LEFT = 71;
const WIDTH = 482;
const TOP = 50;
const BOTTOM = 786;
const FOOTER = 806;

const TEXT_SIZE = 10.5;
const CELL_SIZE = 8.5;
const LINE = 1.25;
const CELL_PADDING = 3;
const MOST_LINES = 60;

export type FlowColumn<Row> = {
  readonly title: string;
  /** Its share of the page's width. */
  readonly part: number;
  readonly align?: 'left' | 'right';
  readonly of: (row: Row) => string;
};

export type Flow = {
  /** In the upper right corner, where courts expect the addressee: a bold line, and the lines below it. */
  readonly addressee: (title: string, lines: readonly string[]) => void;
  readonly title: (text: string, below?: string) => void;
  readonly heading: (text: string) => void;
  readonly paragraph: (text: string) => void;
  /** Numbered from 1. @param below the height to keep free below the last item on its page */
  readonly list: (items: readonly string[], below?: number) => void;
  /** The head is repeated on every page. @param totals a row in bold */
  readonly table: <Row>(
    columns: readonly FlowColumn<Row>[],
    rows: readonly Row[],
    totals?: readonly string[],
  ) => void;
  /** A line for the date and the signature, with the signer's name. */
  readonly signature: (who: string, day: string) => void;
  /** Begins another document in the same file, with a footer of its own. */
  readonly newPage: (footer: string) => void;
  /** What has been drawn since the last call; null if nothing. */
  readonly taken: () => Uint8Array | null;
  /** The rest of the document; nothing can be written afterwards. */
  readonly end: () => AsyncIterable<Uint8Array>;
};

/** @param footer of each page, before its number */
export function openFlow(title: string, createdAt: Date, footer: string): Flow {
  return flowOn(openPen(title, createdAt), footer);
}

/** The same, on a document that is already open. */
export function flowOn(pen: Pen, footer: string): Flow {
  const sheet = openSheet(pen, footer);
  return {
    ...writtenOn(sheet),
    table: (columns, rows, totals) => drawTable(sheet, columns, rows, totals),
    newPage: sheet.turnBack,
    taken: () => pen.doc.read() as Uint8Array | null,
    end: async function* end() {
      pen.doc.end();
      for await (const chunk of pen.doc) yield chunk as Uint8Array;
    },
  };
}

/** The current page, and the position on it. */
type Sheet = {
  readonly pen: Pen;
  y: number;
  /** Begins a page unless this one has enough room left; returns whether it did. */
  readonly need: (height: number) => boolean;
  /** Begins a document, with page numbers from 1. */
  readonly turnBack: (footer: string) => void;
};

function openSheet(pen: Pen, firstFooter: string): Sheet {
  let [page, footer] = [0, firstFooter];
  const style = { size: 7.5, color: MUTED };
  const sheet: Sheet = {
    pen,
    y: BOTTOM,
    need: (height) => {
      if (page > 0 && sheet.y + height <= BOTTOM) return false;
      pen.doc.addPage();
      page += 1;
      sheet.y = TOP;
      pen.rule(LEFT, FOOTER - 6, WIDTH);
      pen.write(footer, { x: LEFT, y: FOOTER, width: WIDTH - 60 }, style);
      const number = { x: LEFT + WIDTH - 60, y: FOOTER, width: 60, align: 'right' } as const;
      pen.write(`стр. ${page}`, number, style);
      return true;
    },
    turnBack: (next) => {
      [page, footer] = [0, next];
    },
  };
  return sheet;
}

const TEXT = { size: TEXT_SIZE, color: INK } as const;
const BOLD = { ...TEXT, weight: 'bold' } as const;

function writtenOn(sheet: Sheet): Omit<Flow, 'table' | 'newPage' | 'taken' | 'end'> {
  const { pen, need } = sheet;
  const write = (text: string, style: Style = TEXT, x = LEFT, width = WIDTH): void => {
    for (const line of brokenAt(pen, text, width, style)) {
      need(style.size * LINE);
      pen.write(line, { x, y: sheet.y, width }, style);
      sheet.y += style.size * LINE;
    }
  };
  return {
    addressee: (head, rest) => {
      const [x, width] = [LEFT + WIDTH * 0.45, WIDTH * 0.55];
      write(head, BOLD, x, width);
      for (const line of rest) write(line, TEXT, x, width);
      sheet.y += 6;
    },
    title: (words, below) => {
      need(60);
      sheet.y += 14;
      const place = { x: LEFT, width: WIDTH, align: 'center' } as const;
      const style = { ...BOLD, size: 13 };
      sheet.y += pen.writeLines(words, { ...place, y: sheet.y }, style, 3) + 2;
      if (below !== undefined) sheet.y += pen.writeLines(below, { ...place, y: sheet.y }, TEXT, 3);
      sheet.y += 10;
    },
    heading: (words) => {
      need(60);
      sheet.y += 6;
      write(words, BOLD);
      sheet.y += 4;
    },
    paragraph: (words) => {
      write(words);
      sheet.y += 6;
    },
    list: (items, below = 0) => {
      for (const [index, item] of items.entries()) {
        if (index === items.length - 1) need(TEXT_SIZE * LINE + below);
        write(`${index + 1}. ${item}`);
      }
      sheet.y += 6;
    },
    signature: (who, day) => {
      const lines = brokenAt(pen, who, WIDTH - 290, TEXT);
      const height = Math.max(lines.length, 2) * TEXT_SIZE * LINE;
      need(22 + height);
      sheet.y += 22;
      const { y } = sheet;
      pen.write(day, { x: LEFT, y, width: 150 }, TEXT);
      pen.rule(LEFT + 160, y + 13, 110, 0.7, INK);
      const under = { x: LEFT + 160, y: y + 15, width: 110, align: 'center' } as const;
      pen.write('подпись', under, { size: 7.5, color: MUTED });
      for (const [nth, line] of lines.entries()) {
        const place = { x: LEFT + 290, y: y + nth * TEXT_SIZE * LINE, width: WIDTH - 290 };
        pen.write(line, place, TEXT);
      }
      sheet.y += height + 12;
    },
  };
}

function drawTable<Row>(
  sheet: Sheet,
  columns: readonly FlowColumn<Row>[],
  rows: readonly Row[],
  totals: readonly string[] | undefined,
): void {
  const table = tableOf(sheet.pen, columns);
  const head = columns.map(({ title }) => title);
  const put = (cells: readonly string[], weight: Weight): void => {
    const height = table.heightOf(cells, weight);
    if (sheet.need(height) && cells !== head) put(head, 'bold');
    table.draw(cells, sheet.y, weight, height);
    sheet.y += height;
  };
  sheet.need(60);
  put(head, 'bold');
  for (const row of rows)
    put(
      columns.map(({ of }) => of(row)),
      'regular',
    );
  if (totals !== undefined) put(totals, 'bold');
  sheet.y += 8;
}

/** The lines of a text, broken between words; a number stays with its sign. */
function brokenAt(pen: Pen, text: string, width: number, style: Style): readonly string[] {
  pen.doc.font(style.weight ?? 'regular').fontSize(style.size);
  const broken: string[] = [];
  let line = '';
  const whole = drawable(text).replaceAll('№ ', '№\u00a0');
  for (const word of whole.split(' ').flatMap((long) => piecesOf(pen, long, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || pen.doc.widthOfString(longer) <= width) line = longer;
    else {
      broken.push(line);
      line = word;
    }
  }
  return [...broken, line];
}

/** Breaks a word that is too long for a line, such as a name or a number in a narrow column. */
function piecesOf(pen: Pen, word: string, width: number): readonly string[] {
  if (pen.doc.widthOfString(word) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const letter of word) {
    if (piece !== '' && pen.doc.widthOfString(piece + letter) > width) {
      pieces.push(piece);
      piece = '';
    }
    piece += letter;
  }
  return [...pieces, piece];
}

function tableOf<Row>(pen: Pen, columns: readonly FlowColumn<Row>[]) {
  const whole = columns.reduce((sum, { part }) => sum + part, 0);
  const widths = columns.map(({ part }) => (part / whole) * WIDTH);
  const styleOf = (weight: Weight) => ({ size: CELL_SIZE, weight, color: INK });
  const linesOf = (cells: readonly string[], weight: Weight) =>
    cells.map((cell, nth) =>
      brokenAt(pen, cell, (widths[nth] ?? 0) - 2 * CELL_PADDING, styleOf(weight)).slice(
        0,
        MOST_LINES,
      ),
    );
  return {
    heightOf: (cells: readonly string[], weight: Weight): number =>
      Math.max(...linesOf(cells, weight).map((of) => of.length)) * CELL_SIZE * LINE +
      2 * CELL_PADDING,
    draw: (cells: readonly string[], y: number, weight: Weight, height: number): void => {
      let x = LEFT;
      for (const [nth, of] of linesOf(cells, weight).entries()) {
        const width = widths[nth] ?? 0;
        pen.doc.lineWidth(0.5).rect(x, y, width, height).stroke(HAIRLINE);
        const align = columns[nth]?.align ?? 'left';
        for (const [at, line] of of.entries())
          pen.write(
            line,
            {
              x: x + CELL_PADDING,
              y: y + CELL_PADDING + at * CELL_SIZE * LINE,
              width: width - 2 * CELL_PADDING,
              align,
            },
            styleOf(weight),
          );
        x += width;
      }
    },
  };
}

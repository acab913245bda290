// The sections of a receipt with several payees: each with bank details, amount, and payment code.
import { abbreviateLegalForm } from '@kvartplata/domain/organizations/legal-form.ts';
import { ACCENT, HAIRLINE, LEFT, MUTED, WIDTH, type Pen, type Style } from '../pen.ts';
import { qrPath } from './qr-path.ts';
import { money } from '../receipt-words.ts';
import type { Receipt } from './receipt.ts';

type Section = Receipt['sections'][number];

export type RoomToPay = {
  readonly y: number;
  /** Where what has to be on the first page begins. */
  readonly end: number;
  /** Whether the receipt has one page if the tables begin below this. */
  readonly isOnePage: (bottom: number) => boolean;
};

const TITLE_HEIGHT = 12;
const GAP = 8;
const BETWEEN = 6;
const SUM_HEIGHT = 16;
const NBSP = '\u00a0';

const SUM: Style = { size: 12, weight: 'bold', color: ACCENT };

type Grid = {
  readonly columns: number;
  readonly side: number;
  /** For the name of the payee. */
  readonly nameLines: number;
  /** For the BIC and the name of the bank. */
  readonly bankLines: number;
  /** The font size of the payee's name. */
  readonly name: number;
  /** The font size of the lines below the name. */
  readonly small: number;
  /** The gap between rows. */
  readonly below: number;
};

/** The more sections a grid has, the smaller are their codes, and the fewer lines a name gets. */
const GRIDS: readonly (readonly [most: number, Grid])[] = [
  [4, { columns: 2, side: 100, nameLines: 2, bankLines: 2, name: 8, small: 6.6, below: GAP }],
  [6, { columns: 2, side: 84, nameLines: 2, bankLines: 2, name: 8, small: 6.6, below: GAP }],
  [9, { columns: 3, side: 70, nameLines: 2, bankLines: 2, name: 8, small: 6.6, below: GAP }],
  [9, { columns: 3, side: 70, nameLines: 2, bankLines: 2, name: 7, small: 6, below: 4 }],
  [9, { columns: 3, side: 70, nameLines: 2, bankLines: 1, name: 7, small: 6, below: 4 }],
  [Infinity, { columns: 3, side: 70, nameLines: 1, bankLines: 1, name: 7, small: 6, below: 4 }],
];

function gridsOf(count: number): readonly Grid[] {
  return GRIDS.flatMap(([most, grid]) => (count <= most ? [grid] : []));
}

function widthOf({ columns }: Grid): number {
  return (WIDTH - GAP * (columns - 1)) / columns;
}

/** The left edges and the size of the codes of so many sections, the largest first. */
export function codePlaces(
  count: number,
): readonly { readonly edges: readonly number[]; readonly side: number }[] {
  return gridsOf(count).map((grid) => ({
    edges: Array.from({ length: Math.min(count, grid.columns) }, (_, nth) => leftOf(nth, grid)),
    side: grid.side,
  }));
}

function leftOf(nth: number, grid: Grid): number {
  return LEFT + nth * (widthOf(grid) + GAP);
}

/**
 * Draws them with the largest codes that leave one page; if none do, with the largest that leave room for what has to be on the
 * first page.
 * @returns the bottom
 */
export function drawSections(
  pen: Pen,
  { sections }: Pick<Receipt, 'sections'>,
  { y, end, isOnePage }: RoomToPay,
): number {
  const title = { x: LEFT, y, width: WIDTH };
  pen.write('КОМУ ПЛАТИТЬ', title, { size: 7, weight: 'bold', color: ACCENT });
  let top = y + TITLE_HEIGHT;
  const grids = gridsOf(sections.length);
  const bottomOf = (one: Grid): number => top + heightOfAll(pen, sections, one);
  const grid =
    grids.find((one) => isOnePage(bottomOf(one) + one.below)) ??
    grids.find((one) => bottomOf(one) <= end) ??
    grids.at(-1);
  if (grid === undefined) return top;
  for (const row of rowsOf(sections, grid)) {
    const height = heightOfRow(pen, row, grid);
    for (const [nth, section] of row.entries()) {
      drawSection(pen, section, { x: leftOf(nth, grid), y: top, height }, grid);
    }
    top += height + grid.below;
  }
  return top;
}

type Row = readonly Section[];

function rowsOf(sections: readonly Section[], { columns }: Grid): readonly Row[] {
  const count = Math.ceil(sections.length / columns);
  return Array.from({ length: count }, (_, nth) =>
    sections.slice(nth * columns, (nth + 1) * columns),
  );
}

function heightOfAll(pen: Pen, sections: readonly Section[], grid: Grid): number {
  const heights = rowsOf(sections, grid).map((row) => heightOfRow(pen, row, grid) + grid.below);
  return heights.reduce((sum, height) => sum + height, -grid.below);
}

function heightOfRow(pen: Pen, row: Row, grid: Grid): number {
  return Math.max(grid.side, ...row.map((section) => heightOf(pen, section, grid)));
}

const MOST_CODE_LINES = 4;

type Line = readonly [text: string, style: Style, mostLines: number];

/** The lines beside the code, above the amount. A bank's name may be cut, its number never; the code has the payee's full name. */
function linesOf({ payee, codes }: Section, grid: Grid): readonly Line[] {
  const { nameLines, bankLines, small } = grid;
  const style: Style = { size: small, color: MUTED };
  const { name, inn, settlementAccount, bic, bankName, correspondentAccount } = payee;
  const lines: readonly Line[] = [
    [abbreviateLegalForm(name), { size: grid.name, weight: 'bold' }, nameLines],
    [inn === null ? '' : `ИНН ${inn}`, style, 1],
    [`Р/с ${settlementAccount}`, style, 1],
    [`БИК${NBSP}${bic}, ${bankName}`, style, bankLines],
    [`К/с ${correspondentAccount}`, style, 1],
    [codes.length === 0 ? '' : `Строки: ${codes.join(', ')}`, style, MOST_CODE_LINES],
  ];
  return lines.filter(([text]) => text !== '');
}

const ABOVE_LINES = 4;
const BELOW_LINE = 0.5;

function textWidthOf(grid: Grid): number {
  return widthOf(grid) - grid.side - BETWEEN;
}

function heightOf(pen: Pen, section: Section, grid: Grid): number {
  const heights = linesOf(section, grid).map(
    ([text, style, most]) => pen.heightOfLines(text, textWidthOf(grid), style, most) + BELOW_LINE,
  );
  return ABOVE_LINES + heights.reduce((sum, height) => sum + height, 0) + SUM_HEIGHT;
}

type Place = { readonly x: number; readonly y: number; readonly height: number };

function drawSection(pen: Pen, section: Section, { x, y, height }: Place, grid: Grid): void {
  const { side } = grid;
  pen.doc.addContent(qrPath(section.paymentCode, x, y, side));
  const left = x + side + BETWEEN;
  const width = textWidthOf(grid);
  pen.rule(left, y + 1, width, 0.6, HAIRLINE);
  let at = y + ABOVE_LINES;
  for (const [text, style, most] of linesOf(section, grid))
    at += pen.writeLines(text, { x: left, y: at, width }, style, most) + BELOW_LINE;
  const sum = { x: left, y: y + height - SUM_HEIGHT + 1, width, align: 'right' } as const;
  pen.write(`${money(section.toPayKopecks)} ₽`, sum, SUM);
}

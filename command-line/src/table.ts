// A table as lines of text: columns are as wide as their content, and cut if the terminal is narrower.
import { printable } from './printable.ts';

type Title = { readonly text: string; readonly isFigure?: true | undefined };

const GAP = '  ';
/** A column of text is cut to this width at least. */
const NARROWEST = 8;
const SIGNS = new Intl.Segmenter();

/** @param width of the terminal, in characters; nothing is cut without it, and figures never are */
export function drawTable(
  titles: readonly Title[],
  rows: readonly (readonly string[])[],
  width: number | undefined,
): readonly string[] {
  const cells = [titles.map(({ text }) => text), ...rows].map((row) => row.map(oneLine));
  const widths = titles.map((_, nth) => Math.max(...cells.map((row) => lengthOf(row[nth] ?? ''))));
  if (width !== undefined) narrow(widths, titles, width);
  return cells.map((row) =>
    row
      .map((cell, nth) => padded(cell, widths[nth] ?? 0, titles[nth]?.isFigure === true))
      .join(GAP)
      .trimEnd(),
  );
}

/** Shortens the widest text columns until all fit, or all are at the minimum. */
function narrow(widths: number[], titles: readonly Title[], width: number): void {
  const gaps = GAP.length * (widths.length - 1);
  const texts = [...titles.keys()].filter((nth) => titles[nth]?.isFigure !== true);
  for (let over = sum(widths) + gaps - width; over > 0; over -= 1) {
    const widest = texts.toSorted((one, other) => (widths[other] ?? 0) - (widths[one] ?? 0))[0];
    if (widest === undefined || (widths[widest] ?? 0) <= NARROWEST) return;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
}

function padded(cell: string, width: number, isFigure: boolean): string {
  const signs = signsOf(cell);
  if (signs.length > width) return `${signs.slice(0, width - 1).join('')}…`;
  const blanks = ' '.repeat(width - signs.length);
  return isFigure ? blanks + cell : cell + blanks;
}

function oneLine(text: string): string {
  return printable(text.replaceAll('\n', ' '));
}

function lengthOf(text: string): number {
  return signsOf(text).length;
}

function signsOf(text: string): readonly string[] {
  return Array.from(SIGNS.segment(text), ({ segment }) => segment);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

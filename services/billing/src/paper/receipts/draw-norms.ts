// The norms of a receipt's services, above its footer: a few lines of text, since rows would take space from the charges.
import { ACCENT, LEFT, MUTED, WIDTH, type Pen } from '../pen.ts';
import { figuresInWords } from '../receipt-words.ts';
import type { Receipt } from './receipt.ts';

const TITLE_HEIGHT = 10;
const LINE_HEIGHT = 8;
const BELOW = 4;
const MOST_LINES = 5;
/** The number of characters that always fit in one line. */
const ONE_LINE = 165;

type Norms = Pick<Receipt, 'normWords'>;

/** 0 when there are none. */
export function heightOfNorms({ normWords }: Norms): number {
  if (normWords.length === 0) return 0;
  const lines = Math.ceil(textOf({ normWords }).length / ONE_LINE);
  return TITLE_HEIGHT + Math.min(lines, MOST_LINES) * LINE_HEIGHT + BELOW;
}

/** @param y the top */
export function drawNorms(pen: Pen, norms: Norms, y: number): void {
  if (norms.normWords.length === 0) return;
  const place = { x: LEFT, y, width: WIDTH };
  const title = { size: 7, weight: 'bold', color: ACCENT } as const;
  pen.write('НОРМАТИВЫ ПОТРЕБЛЕНИЯ В МЕСЯЦ', place, title);
  const below = { ...place, y: y + TITLE_HEIGHT };
  pen.writeLines(textOf(norms), below, { size: 6.2, color: MUTED }, MOST_LINES);
}

function textOf({ normWords }: Norms): string {
  return figuresInWords(normWords.join('; '));
}

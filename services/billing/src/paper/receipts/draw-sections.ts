// The sections of a receipt with several payees: each with its bank details, its sum, and the code that pays it.
import { ACCENT, HAIRLINE, LEFT, MUTED, WIDTH, type Pen } from '../pen.ts';
import { qrPath } from './qr-path.ts';
import { money } from '../receipt-words.ts';
import type { Receipt } from './receipt.ts';

type Section = Receipt['sections'][number];

export type Box = { readonly x: number; readonly y: number; readonly side: number };

const TITLE_HEIGHT = 12;
const GAP = 8;

/** The more there are, the smaller are their codes. */
function gridOf(count: number): { readonly columns: number; readonly side: number } {
  if (count <= 4) return { columns: 2, side: 100 };
  if (count <= 6) return { columns: 2, side: 84 };
  return { columns: 3, side: 70 };
}

/** Where the codes of so many sections are below `y`. */
export function codePlaces(count: number, y: number): readonly Box[] {
  const { columns, side } = gridOf(count);
  const width = (WIDTH - GAP * (columns - 1)) / columns;
  return Array.from({ length: count }, (_, nth) => ({
    x: LEFT + (nth % columns) * (width + GAP),
    y: y + TITLE_HEIGHT + Math.floor(nth / columns) * (side + GAP),
    side,
  }));
}

/** @returns their lower end */
export function drawSections(pen: Pen, { sections }: Pick<Receipt, 'sections'>, y: number): number {
  const { columns, side } = gridOf(sections.length);
  const width = (WIDTH - GAP * (columns - 1)) / columns;
  const title = { x: LEFT, y, width: WIDTH };
  pen.write('КОМУ ПЛАТИТЬ', title, { size: 7, weight: 'bold', color: ACCENT });
  for (const [nth, box] of codePlaces(sections.length, y).entries()) {
    const section = sections[nth];
    if (section !== undefined) drawSection(pen, section, box, width);
  }
  return y + TITLE_HEIGHT + Math.ceil(sections.length / columns) * (side + GAP);
}

function drawSection(pen: Pen, section: Section, { x, y, side }: Box, width: number): void {
  const { payee, codes, toPayKopecks, paymentCode } = section;
  pen.doc.addContent(qrPath(paymentCode, x, y, side));
  const left = x + side + 6;
  const column = width - side - 6;
  pen.rule(left, y + 1, column, 0.6, HAIRLINE);
  let at = y + 4;
  const write = (text: string, mostLines: number): void => {
    if (text === '') return;
    at += pen.writeLines(text, { x: left, y: at, width: column }, SMALL, mostLines) + 0.5;
  };
  const name = { x: left, y: at, width: column };
  at += pen.writeLines(payee.name, name, { size: 8, weight: 'bold' }, 2) + 1;
  write(payee.inn === null ? '' : `ИНН ${payee.inn}`, 1);
  write(`Р/с ${payee.settlementAccount}`, 1);
  write(`${payee.bankName}, БИК ${payee.bic}`, 2);
  write(`К/с ${payee.correspondentAccount}`, 1);
  write(codes.length === 0 ? '' : `Строки: ${codes.join(', ')}`, 1);
  pen.write(
    `${money(toPayKopecks)} ₽`,
    { x: left, y: y + side - 15, width: column, align: 'right' },
    { size: 12, weight: 'bold', color: ACCENT },
  );
}

const SMALL = { size: 6.6, color: MUTED };

// The slip at the bottom of a receipt, cut off and handed in with meter readings. Without meters there is none.
import type { ReceiptMeter } from '@kvartplata/contracts/core/receipt-facts.ts';
import { inFigures } from '@kvartplata/domain/text/in-figures.ts';
import { ACCENT, HAIRLINE, INK, LEFT, MUTED, WIDTH, type Pen } from '../pen.ts';
import { monthInWords } from '../receipt-words.ts';
import { addressOf, type Receipt } from './receipt.ts';

const HEAD = 33;
const ROW = 15;
const COLUMNS = 2;
const GAP = 16;
const BOX_WIDTH = 66;
/** As many as leave enough space for the charges; with more meters, readings can be sent through the link. */
const MOST_METERS = 12;

type Slip = Pick<Receipt, 'account' | 'meters' | 'period' | 'house'>;

/** Including the cutting line; 0 when there is no slip. */
export function heightOfSlip({ meters }: Pick<Slip, 'meters'>): number {
  if (meters.length === 0) return 0;
  return HEAD + Math.ceil(Math.min(meters.length, MOST_METERS) / COLUMNS) * ROW + 4;
}

/** @param y the top: the cutting line */
export function drawSlip(pen: Pen, { account, meters, period, house }: Slip, y: number): void {
  if (meters.length === 0) return;
  pen.doc
    .moveTo(LEFT, y)
    .lineTo(LEFT + WIDTH, y)
    .dash(3, { space: 3 })
    .lineWidth(0.6)
    .strokeColor(MUTED)
    .stroke()
    .undash();
  const line = { x: LEFT, y: y + 5, width: WIDTH };
  pen.write('ТАЛОН ПОКАЗАНИЙ', line, { size: 7, weight: 'bold', color: ACCENT });
  pen.write(
    `линия отреза · квитанция за ${monthInWords(period)} · дата снятия «____» ______________ 20___`,
    { ...line, align: 'right' },
    { size: 7, color: MUTED },
  );
  pen.write(
    `Лицевой счёт ${account.accountNumber} · ${account.payer} · ${addressOf({ account, house })}`,
    { ...line, y: y + 15.5 },
    { size: 8, weight: 'bold' },
  );
  const width = (WIDTH - GAP) / COLUMNS;
  const rows = Math.ceil(Math.min(meters.length, MOST_METERS) / COLUMNS);
  for (const [nth, meter] of meters.slice(0, MOST_METERS).entries()) {
    const x = LEFT + Math.floor(nth / rows) * (width + GAP);
    drawMeter(pen, meter, { x, y: y + HEAD + (nth % rows) * ROW, width });
  }
}

function drawMeter(
  pen: Pen,
  { serviceName, serialNumber, current, previous }: ReceiptMeter,
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
): void {
  const last = current ?? previous;
  const told = width - BOX_WIDTH - 6;
  pen.write(
    `${serviceName}, ${serialNumber}`,
    { x, y: y - 0.5, width: told },
    { size: 7.2, color: INK },
  );
  const before = last === null ? 'показаний ещё нет' : `было ${inFigures(last.value)}`;
  pen.write(before, { x, y: y + 7, width: told }, { size: 6.2, color: MUTED });
  pen.doc
    .rect(x + width - BOX_WIDTH, y, BOX_WIDTH, ROW - 2.5)
    .lineWidth(0.6)
    .strokeColor(HAIRLINE)
    .stroke();
}

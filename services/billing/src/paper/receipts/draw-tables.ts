// The two tables of a receipt: what is charged, line by line, and what the meters show.
import { formatDay, parseDay } from '@kvartplata/domain/calendar/day.ts';
import type { ReceiptMeter } from '@kvartplata/contracts/core/receipt-facts.ts';
import type { HouseVolume } from '@kvartplata/domain/receipts/house-volumes.ts';
import type { ReceiptFigures, ReceiptLine } from '@kvartplata/domain/receipts/receipt.ts';
import { ACCENT, HAIRLINE, LEFT, MUTED, type Pen, type Place, type Style } from '../pen.ts';
import {
  adjustmentInWords,
  dayInFigures,
  figure,
  figuresInWords,
  inFigures,
  money,
  moneyIfAny,
  monthInWords,
  price,
} from '../receipt-words.ts';
import type { Receipt } from './receipt.ts';

const TITLE_HEIGHT = 14;
const HEAD_LINE_HEIGHT = 9;
const ROW_HEIGHT = 17;
const AFTER_TABLE = 12;
const CELL_PADDING = 3;
/** Letters of a column's title above which the head takes two lines. */
const ONE_LINE_OF_HEAD = 20;
/** Letters of a text with a note, and of the note, that are one line for certain in a column of this width. */
const NAME_WIDTH = 152;
const ONE_LINE_OF_TEXT = 36;
const ONE_LINE_OF_NOTE = 46;
/** What a row grows by for each line more. */
const LINE_MORE = 8.5;

type Column<Item> = {
  readonly title: string;
  readonly width: number;
  readonly align: 'left' | 'right';
  readonly of: (item: Item) => string;
  /** What stands below it in small letters; empty for nothing. */
  readonly note?: (item: Item) => string;
};

/** They fill the page's width of 527 points. */
const CHARGES: readonly Column<ReceiptLine>[] = [
  { title: 'Код', width: 23, align: 'left', of: ({ code }) => code },
  {
    title: 'Услуга; как найден объём',
    width: NAME_WIDTH,
    align: 'left',
    of: ({ serviceName }) => serviceName,
    note: ({ how }) => figuresInWords(how),
  },
  { title: 'Ед. изм.', width: 31, align: 'left', of: ({ unit }) => unit ?? '' },
  { title: 'Объём инд.', width: 42, align: 'right', of: (line) => figure(line.individualVolume) },
  { title: 'Объём общедом.', width: 42, align: 'right', of: (line) => figure(line.commonVolume) },
  { title: 'Тариф, ₽', width: 40, align: 'right', of: ({ tariff }) => price(tariff) },
  { title: 'Начислено, ₽', width: 46, align: 'right', of: (line) => money(line.chargedKopecks) },
  { title: 'Превышение (коэф.), ₽', width: 52, align: 'right', of: excessOf },
  {
    title: 'Перерасчёт, ₽',
    width: 44,
    align: 'right',
    of: (line) => moneyIfAny(line.recalculatedKopecks),
  },
  { title: 'Итого, ₽', width: 55, align: 'right', of: ({ totalKopecks }) => money(totalKopecks) },
];

/** Where any line has a benefit, the names are narrower by its column. */
const BENEFIT_WIDTH = 40;
const WITH_BENEFITS: readonly Column<ReceiptLine>[] = CHARGES.flatMap((column, index) => {
  if (index === 1) return [{ ...column, width: column.width - BENEFIT_WIDTH }];
  if (index < CHARGES.length - 1) return [column];
  const of = (line: ReceiptLine): string => moneyIfAny(line.benefitKopecks);
  return [{ title: 'Льгота, ₽', width: BENEFIT_WIDTH, align: 'right', of }, column];
});

function columnsOf(lines: readonly ReceiptLine[]): readonly Column<ReceiptLine>[] {
  return lines.some(({ benefitKopecks }) => benefitKopecks !== 0n) ? WITH_BENEFITS : CHARGES;
}

const BY_HAND: readonly Column<ReceiptFigures['adjustments'][number]>[] = [
  { title: 'Код', width: 46, align: 'left', of: ({ code }) => code },
  { title: 'Строка', width: 82, align: 'left', of: adjustmentInWords },
  { title: 'Услуга', width: 100, align: 'left', of: ({ serviceName }) => serviceName ?? '' },
  { title: 'За месяц', width: 44, align: 'left', of: ({ period }) => dayInFigures(period) },
  { title: 'Почему', width: 200, align: 'left', of: ({ reason }) => reason },
  { title: 'Сумма, ₽', width: 55, align: 'right', of: (line) => money(line.amountKopecks) },
];

const METERS: readonly Column<ReceiptMeter>[] = [
  { title: 'Услуга', width: 160, align: 'left', of: ({ serviceName }) => serviceName },
  { title: 'Прибор №', width: 97, align: 'left', of: ({ serialNumber }) => serialNumber },
  {
    title: 'Предыдущее показание',
    width: 95,
    align: 'right',
    of: (meter) => readingOf(meter.previous),
  },
  {
    title: 'Последнее показание',
    width: 95,
    align: 'right',
    of: (meter) => readingOf(meter.current),
  },
  {
    title: 'Поверен до',
    width: 80,
    align: 'right',
    of: ({ verifiedUntil }) =>
      verifiedUntil === null ? 'не указано' : dayInFigures(formatDay(parseDay(verifiedUntil))),
  },
];

const HOUSE_VOLUMES: readonly Column<HouseVolume>[] = [
  { title: 'Услуга', width: 160, align: 'left', of: ({ serviceName }) => serviceName },
  { title: 'Ед. изм.', width: 31, align: 'left', of: ({ unit }) => unit },
  {
    title: 'Прибор дома №: показания',
    width: 156,
    align: 'left',
    of: ({ meters }) => meters.map(shownByHouse).join('; '),
  },
  { title: 'Весь дом', width: 60, align: 'right', of: ({ whole }) => figure(whole) },
  { title: 'Помещения', width: 60, align: 'right', of: ({ inRooms }) => figure(inRooms) },
  { title: 'Общее имущество', width: 60, align: 'right', of: ({ inCommon }) => figure(inCommon) },
];

export function heightOfTables({ figures, meters, houseVolumes }: Receipt): number {
  return (
    ROW_HEIGHT +
    heightOf(columnsOf(figures.lines), figures.lines) +
    heightOf(BY_HAND, figures.adjustments) +
    heightOf(METERS, meters) +
    heightOf(HOUSE_VOLUMES, houseVolumes)
  );
}

function heightOf<Item>(columns: readonly Column<Item>[], rows: readonly Item[]): number {
  if (rows.length === 0) return 0;
  const ofRows = rows.reduce((sum, row) => sum + rowHeightOf(columns, row), 0);
  return TITLE_HEIGHT + headHeight(columns) + ofRows + AFTER_TABLE;
}

/** A text with a note has room for two lines of each. */
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

/** @returns where the next table begins */
export function drawCharges(
  pen: Pen,
  { figures, period }: Receipt,
  y: number,
  scale: number,
): number {
  const { lines, adjustments, chargedKopecks, recalculatedKopecks, benefitKopecks } = figures;
  if (lines.length + adjustments.length === 0) {
    const place = { x: LEFT, y, width: widthOf(CHARGES) };
    pen.write(`За ${monthInWords(period)} ничего не начислено`, place, { size: 9, color: MUTED });
    return y + ROW_HEIGHT + AFTER_TABLE;
  }
  let below = y;
  if (lines.length > 0)
    below = drawTable(pen, {
      title: 'НАЧИСЛЕНИЯ',
      columns: columnsOf(lines),
      rows: lines,
      y,
      scale,
    });
  if (adjustments.length > 0) {
    const top = below + (lines.length > 0 ? AFTER_TABLE * scale : 0);
    const title = 'ДОНАЧИСЛЕНИЯ И СПИСАНИЯ';
    below = drawTable(pen, { title, columns: BY_HAND, rows: adjustments, y: top, scale });
  }
  const style: Style = { size: 9 * scale, weight: 'bold' };
  const place = { x: LEFT + CELL_PADDING, y: below + 3.2 * scale, width: 300 };
  pen.write('Всего за месяц', place, style);
  pen.write(
    money(chargedKopecks + recalculatedKopecks + benefitKopecks),
    { ...place, width: widthOf(CHARGES) - 2 * CELL_PADDING, align: 'right' },
    style,
  );
  return below + (ROW_HEIGHT + AFTER_TABLE) * scale;
}

/** @returns where the next table begins */
export function drawMeters(pen: Pen, { meters }: Receipt, y: number, scale: number): number {
  if (meters.length === 0) return y;
  const title = 'ПОКАЗАНИЯ ПРИБОРОВ УЧЁТА';
  return drawTable(pen, { title, columns: METERS, rows: meters, y, scale }) + AFTER_TABLE * scale;
}

export function drawHouseVolumes(
  pen: Pen,
  { houseVolumes }: Receipt,
  y: number,
  scale: number,
): void {
  if (houseVolumes.length === 0) return;
  const title = 'ОБЪЁМЫ ВСЕГО ДОМА';
  drawTable(pen, { title, columns: HOUSE_VOLUMES, rows: houseVolumes, y, scale });
}

type Table<Item> = {
  readonly title: string;
  readonly columns: readonly Column<Item>[];
  readonly rows: readonly Item[];
  readonly y: number;
  readonly scale: number;
};

/** @returns its lower end */
function drawTable<Item>(pen: Pen, { title, columns, rows, y, scale }: Table<Item>): number {
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

/** One line, or two small ones; above a note, what it takes. */
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

function widthOf(columns: readonly { readonly width: number }[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0);
}

function excessOf({ coefficient, excessKopecks }: ReceiptLine): string {
  if (coefficient === null) return moneyIfAny(excessKopecks);
  return `×${figure(coefficient)}: ${money(excessKopecks)}`;
}

function shownByHouse({ serialNumber, previous, current }: HouseVolume['meters'][number]): string {
  return `${serialNumber}: ${inFigures(previous)} – ${inFigures(current)}`;
}

function readingOf(reading: ReceiptMeter['current']): string {
  return reading === null ? '' : `${inFigures(reading.value)} (${dayInFigures(reading.takenOn)})`;
}

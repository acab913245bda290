// The tables of a receipt: charges line by line, instalment plans, meters, and the figures of the whole house.
import { formatDay, parseDay } from '@kvartplata/domain/calendar/day.ts';
import type { ReceiptMeter } from '@kvartplata/contracts/core/receipt-facts.ts';
import type { HouseVolume } from '@kvartplata/domain/receipts/house-volumes.ts';
import type { Recalculation } from '@kvartplata/domain/receipts/recalculations.ts';
import type { ReceiptFigures, ReceiptLine } from '@kvartplata/domain/receipts/receipt.ts';
import { inFigures } from '@kvartplata/domain/text/in-figures.ts';
import type { PlanInMonth } from '../../penalties/instalments/plans-in-month.service.ts';
import { LEFT, MUTED, type Pen, type Style } from '../pen.ts';
import {
  adjustmentInWords,
  dayInFigures,
  figure,
  figuresInWords,
  money,
  moneyIfAny,
  monthInWords,
  price,
} from '../receipt-words.ts';
import {
  AFTER_TABLE,
  CELL_PADDING,
  drawTable,
  heightOf,
  NAME_WIDTH,
  ROW_HEIGHT,
  widthOf,
  type Column,
} from './draw-table.ts';
import type { Receipt } from './receipt.ts';

/** The widths add up to the page's 527 points. */
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
  {
    title: 'Тариф, ₽',
    width: 40,
    align: 'right',
    of: ({ tariffs }) => tariffs.map(price).join(' '),
  },
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

/** When any line has a benefit, its column takes this width from the names. */
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

/** Decree 354 p. 69 «ж»; Order 43/pr, the section of recalculations: each with its grounds. */
const RECALCULATIONS: readonly Column<Recalculation>[] = [
  { title: 'Код', width: 34, align: 'left', of: ({ code }) => code },
  { title: 'Услуга', width: 130, align: 'left', of: ({ serviceName }) => serviceName },
  { title: 'За месяц', width: 80, align: 'left', of: monthsOf },
  { title: 'Основание', width: 228, align: 'left', of: ({ grounds }) => grounds },
  { title: 'Сумма, ₽', width: 55, align: 'right', of: (one) => money(one.amountKopecks) },
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

/** Order 43/pr, section 5 of the form. */
const PLANS: readonly Column<PlanInMonth>[] = [
  { title: 'Рассрочка', width: 160, align: 'left', of: planInWords },
  { title: 'На сумму, ₽', width: 70, align: 'right', of: (plan) => money(plan.amountKopecks) },
  {
    title: 'Часть за месяц, ₽',
    width: 75,
    align: 'right',
    of: (plan) => money(plan.partKopecks),
  },
  { title: 'Проценты, ₽ (% годовых)', width: 82, align: 'right', of: interestOf },
  {
    title: 'К оплате с процентами, ₽',
    width: 70,
    align: 'right',
    of: (plan) => money(plan.partKopecks + plan.interestKopecks),
  },
  {
    title: 'Осталось на потом, ₽',
    width: 70,
    align: 'right',
    of: (plan) => money(plan.notDueKopecks),
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

/** A table below the amount to pay; blocks are placed one below another. */
export type Block = {
  /** At full size, including the space below it. */
  readonly height: number;
  /** @returns the top of the next block */
  readonly draw: (pen: Pen, y: number, scale: number) => number;
};

/** Only tables that have rows. */
export function blocksOf(receipt: Receipt): readonly Block[] {
  const { figures, recalculations, takenBack, plans, meters, houseVolumes } = receipt;
  const blocks: readonly Block[] = [
    {
      height:
        heightOf(columnsOf(figures.lines), figures.lines) +
        heightOf(BY_HAND, figures.adjustments) +
        ROW_HEIGHT,
      draw: (pen, y, scale) => drawCharges(pen, receipt, y, scale),
    },
    blockOf('СВЕДЕНИЯ О ПЕРЕРАСЧЁТАХ', RECALCULATIONS, [...recalculations, ...takenBack]),
    blockOf('РАСЧЁТ СУММЫ ОПЛАТЫ С УЧЁТОМ РАССРОЧКИ', PLANS, plans),
    blockOf('ПОКАЗАНИЯ ПРИБОРОВ УЧЁТА', METERS, meters),
    blockOf('ОБЪЁМЫ ВСЕГО ДОМА', HOUSE_VOLUMES, houseVolumes),
  ];
  return blocks.filter(({ height }) => height > 0);
}

function blockOf<Item>(
  title: string,
  columns: readonly Column<Item>[],
  rows: readonly Item[],
): Block {
  return {
    height: heightOf(columns, rows),
    draw: (pen, y, scale) =>
      drawTable(pen, { title, columns, rows, y, scale }) + AFTER_TABLE * scale,
  };
}

function drawCharges(pen: Pen, { figures, period }: Receipt, y: number, scale: number): number {
  const { lines, adjustments, chargedKopecks, recalculatedKopecks, benefitKopecks } = figures;
  if (lines.length + adjustments.length === 0) {
    const place = { x: LEFT, y, width: widthOf(CHARGES) };
    pen.write(`За ${monthInWords(period)} ничего не начислено`, place, { size: 9, color: MUTED });
    return y + ROW_HEIGHT + AFTER_TABLE;
  }
  let below = y;
  if (lines.length > 0) {
    const title = 'НАЧИСЛЕНИЯ';
    below = drawTable(pen, { title, columns: columnsOf(lines), rows: lines, y, scale });
  }
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

function excessOf({ coefficients, excessKopecks }: ReceiptLine): string {
  if (coefficients.length === 0) return moneyIfAny(excessKopecks);
  return `${coefficients.map((value) => `×${figure(value)}`).join(', ')}: ${money(excessKopecks)}`;
}

function monthsOf({ from, to }: Recalculation): string {
  return from === to ? dayInFigures(from) : `${dayInFigures(from)} – ${dayInFigures(to)}`;
}

function planInWords({ instalmentId, startsOn, nth, of }: PlanInMonth): string {
  return `№ ${instalmentId} с ${dayInFigures(startsOn)}, месяц ${nth} из ${of}`;
}

function interestOf({ interestKopecks, annualInterest }: PlanInMonth): string {
  return `${money(interestKopecks)} (${figure(annualInterest)} %)`;
}

function shownByHouse({ serialNumber, previous, current }: HouseVolume['meters'][number]): string {
  return `${serialNumber}: ${inFigures(previous)} – ${inFigures(current)}`;
}

function readingOf(reading: ReceiptMeter['current']): string {
  return reading === null ? '' : `${inFigures(reading.value)} (${dayInFigures(reading.takenOn)})`;
}

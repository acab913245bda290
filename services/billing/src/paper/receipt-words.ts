// How a receipt writes months, days, money and decimals, in Russian.
import { formatKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import type { ReceiptAdjustment } from '@kvartplata/domain/receipts/receipt.ts';
import {
  formatBillingMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { monthWords } from '@kvartplata/domain/calendar/month-words.ts';
import { inFigures } from '@kvartplata/domain/text/in-figures.ts';
import { shortDecimal } from '@kvartplata/domain/text/short-decimal.ts';

const ADJUSTMENTS: Readonly<Record<ReceiptAdjustment['kind'], string>> = {
  charge: 'Доначисление',
  'write-off': 'Списание долга',
  discount: 'Скидка',
  'court-fee': 'Судебные расходы',
  'instalment-interest': 'Проценты за рассрочку',
};

const NBSP = '\u00a0';

const OF_MONTH = [
  'января',
  'февраля',
  'марта',
  'апреля',
  'мая',
  'июня',
  'июля',
  'августа',
  'сентября',
  'октября',
  'ноября',
  'декабря',
] as const;

/** июль 2026 */
export function monthInWords(month: BillingMonth): string {
  return monthWords(formatBillingMonth(month)).ru.replace(' ', NBSP);
}

/** 17 августа 2026 */
export function dayInWords({ day, month, year }: Temporal.PlainDate): string {
  return `${day}${NBSP}${OF_MONTH[month - 1]}${NBSP}${year}`;
}

/** 17.08.2026 */
export function dayInFigures(day: string): string {
  return day.split('-').toReversed().join('.');
}

/** −1 234,50 */
export function money(kopecks: Kopecks): string {
  return inFigures(formatKopecks(kopecks));
}

/** The same; empty for zero. */
export function moneyIfAny(kopecks: Kopecks): string {
  return kopecks === 0n ? '' : money(kopecks);
}

/** The kind of a line by hand. */
export function adjustmentInWords({
  kind,
  debtKind,
}: Pick<ReceiptAdjustment, 'kind' | 'debtKind'>): string {
  return debtKind === 'penalty' ? 'Списание пеней' : ADJUSTMENTS[kind];
}

/** A decimal without trailing zeros. */
export function figure(decimal: string | null): string {
  if (decimal === null) return '';
  return inFigures(shortDecimal(decimal));
}

/** A price in roubles with kopecks, and with more decimal places only where they are not zero. */
export function price(decimal: string | null): string {
  if (decimal === null) return '';
  const [whole = '', places = ''] = decimal.split('.');
  return inFigures(`${whole}.${places.replace(/0+$/, '').padEnd(2, '0')}`);
}

/** A text whose decimals have points; they get commas. */
export function figuresInWords(text: string | null): string {
  return (text ?? '').replaceAll(/(?<=\d)\.(?=\d)/g, ',');
}

// Converts the parts of an allocation to and from columns.
import {
  firstDayOf,
  formatBillingMonth,
  parseBillingMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import type { MonthDebt } from '@kvartplata/domain/regulation/payment-allocation/allocate-payments.ts';

/** The month of a part as its first day; null for an advance. */
export function formatFirstDay(month: BillingMonth | null): string | null {
  return month === null ? null : formatDay(firstDayOf(month));
}

/** The month whose first day is in a column. */
export function monthOfFirstDay(firstDay: string): BillingMonth {
  return parseBillingMonth(firstDay.slice(0, 7));
}

/** The open debts by month, as stored in the balance: {"2026-01": "356.63"}. */
export function toOpenDebts(debts: readonly MonthDebt[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    debts.map(({ month, amountKopecks }) => [
      formatBillingMonth(month),
      formatKopecks(amountKopecks),
    ]),
  );
}

export function parseOpenDebts(openDebts: Readonly<Record<string, string>>): readonly MonthDebt[] {
  return Object.entries(openDebts).map(([month, amount]) => ({
    kind: 'principal',
    month: parseBillingMonth(month),
    amountKopecks: parseKopecks(amount),
  }));
}

// One row of a registry: its values, and what is wrong with the row itself.
import { compareDays } from '@kvartplata/domain/calendar/day.ts';
import type { BillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import type { Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { monthInCell } from '@kvartplata/platform/table-files/month-in-cell.ts';
import { dayOf, kopecksOf } from '@kvartplata/platform/table-files/typed-values.ts';
import { isNameable } from '../nameable-months.ts';
import { reason, type DoubtCode, type FaultCode, type RowReason } from '../row-reasons.ts';
import { monthIn } from './month-in-text.ts';

/** A row as its profile reads it from the file; texts are unchanged, blank where there is none. */
export type WrittenRow = {
  readonly line: number;
  readonly source: string;
  /** The account numbers that it could mean; blank ones are ignored. */
  readonly accounts: readonly string[];
  readonly amount: string;
  readonly day: string;
  readonly period: string;
  /** The bank's number of the operation. */
  readonly operation: string;
  readonly payer: string;
  readonly purpose: string;
  /** What the profile finds wrong; the texts above are then ignored. */
  readonly fault: RowReason<FaultCode> | null;
};

export type RegistryRow = {
  readonly line: number;
  readonly source: string;
  /** The account numbers that it could mean. */
  readonly accounts: readonly string[];
  /** Also for a rejected row, when it is readable. */
  readonly amountKopecks: Kopecks | null;
  readonly paidOn: Temporal.PlainDate | null;
  /** The month that the payer names, in its own field or else in the purpose. */
  readonly period: BillingMonth | null;
  readonly operation: string | null;
  readonly payer: string | null;
  readonly purpose: string | null;
  /** Any of these rejects the row. */
  readonly faults: readonly RowReason<FaultCode>[];
  /** Quarantines the row. */
  readonly doubt: RowReason<DoubtCode> | null;
};

export const BLANK_ROW = {
  accounts: [],
  amount: '',
  day: '',
  period: '',
  operation: '',
  payer: '',
  purpose: '',
  fault: null,
} as const satisfies Partial<WrittenRow>;

/** How much of each text is stored, in characters. */
const KEPT = { source: 2000, account: 100, operation: 100, payer: 200, purpose: 1000 } as const;
const SHOWN = 40;
const MOST_ACCOUNTS = 5;
const MOST_KOPECKS = 99_999_999_999n;
/** A larger number is not a sum at all. */
const READABLE_KOPECKS = 99_999_999_999_999n;
const UNUSUAL_KOPECKS = 100_000_000n;
const FIRST_YEAR = 2000;

export function readRow(written: WrittenRow, today: Temporal.PlainDate): RegistryRow {
  const { line, fault } = written;
  const source = kept(written.source, KEPT.source) ?? '';
  if (fault !== null) return { ...NOTHING, line, source, faults: [fault] };
  const amountKopecks = amountOf(written.amount);
  const paidOn = dayOf(written.day) ?? null;
  const accounts = written.accounts.flatMap((account) => kept(account, KEPT.account) ?? []);
  return {
    line,
    source,
    accounts: accounts.slice(0, MOST_ACCOUNTS),
    amountKopecks,
    paidOn,
    period: paidOn === null ? null : namedMonth(written, paidOn),
    operation: kept(written.operation, KEPT.operation),
    payer: kept(written.payer, KEPT.payer),
    purpose: kept(written.purpose, KEPT.purpose),
    faults: [
      ...amountFaults(written.amount, amountKopecks),
      ...dayFaults(written.day, paidOn, today),
    ],
    doubt: doubtOf(accounts, amountKopecks),
  };
}

const NOTHING = {
  accounts: [],
  amountKopecks: null,
  paidOn: null,
  period: null,
  operation: null,
  payer: null,
  purpose: null,
  doubt: null,
};

function amountOf(text: string): Kopecks | null {
  const kopecks = kopecksOf(text);
  if (kopecks === undefined || kopecks > READABLE_KOPECKS || kopecks < -READABLE_KOPECKS)
    return null;
  return kopecks;
}

function amountFaults(text: string, kopecks: Kopecks | null): readonly RowReason<FaultCode>[] {
  if (kopecks === null) return [reason('amount-unreadable', kept(text, SHOWN) ?? '')];
  if (kopecks <= 0n) return [reason('amount-not-positive')];
  return kopecks > MOST_KOPECKS ? [reason('amount-out-of-bounds')] : [];
}

function dayFaults(
  text: string,
  day: Temporal.PlainDate | null,
  today: Temporal.PlainDate,
): readonly RowReason<FaultCode>[] {
  if (day === null) return [reason('day-unreadable', kept(text, SHOWN) ?? '')];
  if (day.year < FIRST_YEAR) return [reason('day-too-early')];
  return compareDays(day, today) > 0 ? [reason('day-in-future')] : [];
}

function doubtOf(
  accounts: readonly string[],
  kopecks: Kopecks | null,
): RowReason<DoubtCode> | null {
  if (accounts.length === 0) return reason('account-missing');
  return kopecks !== null && kopecks > UNUSUAL_KOPECKS
    ? reason('amount-unusual', '1000000.00')
    : null;
}

function namedMonth(
  { period, purpose, accounts }: WrittenRow,
  paidOn: Temporal.PlainDate,
): BillingMonth | null {
  return periodOf(period, paidOn) ?? monthIn(withoutNumbers(purpose, accounts), paidOn);
}

/**
 * For a column of months: `072026`, `0726`, `7.2026`, `07/2026`, `2026-07`, the first day of a month, to which spreadsheets
 * convert it, and `июль 2026` or `июл.26`. One that is far ahead of the payment is taken for another number.
 */
function periodOf(text: string, paidOn: Temporal.PlainDate): BillingMonth | null {
  if (/\p{L}/u.test(text))
    return monthIn(`за ${text.replace(/(?<=\p{L}\.?\s?)\d\d$/u, ' 20$&')}`, paidOn);
  const period = monthInFigures(text);
  return period !== null && isNameable(period, paidOn) ? period : null;
}

function monthInFigures(text: string): BillingMonth | null {
  const [, month, year] = /^(0[1-9]|1[0-2])\.?(\d{2}|\d{4})$/.exec(text) ?? [];
  if (month !== undefined && year !== undefined)
    return new Temporal.PlainYearMonth(Number(year.padStart(4, '20')), Number(month));
  return monthInCell(text) ?? null;
}

/** An account number such as 9/2026 looks like a month. */
function withoutNumbers(purpose: string, accounts: readonly string[]): string {
  return accounts
    .filter((account) => /[./-]/.test(account))
    .reduce((text, account) => text.replaceAll(account, ' '), purpose);
}

/** One line without control characters; null when the result is empty. */
function kept(text: string, mostCharacters: number): string | null {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  if (line === '') return null;
  if (line.length <= mostCharacters) return line;
  return `${Array.from(line.slice(0, 2 * mostCharacters))
    .slice(0, mostCharacters - 1)
    .join('')}…`;
}

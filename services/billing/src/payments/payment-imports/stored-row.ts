// One row of a registry as it is stored: plain data, with what it is known by when it comes again.
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks } from '@kvartplata/domain/money/kopecks.ts';
import type { ProfileName } from './profiles/profiles.ts';
import type { RegistryRow } from './registry-row.ts';
import { hashesOf } from './row-hashes.ts';
import type { RowReason } from '../row-reasons.ts';

export type StoredRow = {
  readonly line: number;
  /** A row with a fault is rejected, the others wait to be judged. */
  readonly status: 'rejected' | 'read';
  readonly reasons: readonly RowReason[];
  readonly account_numbers: readonly string[];
  readonly amount: string | null;
  readonly paid_on: string | null;
  readonly named_period: string | null;
  readonly operation: string | null;
  readonly payer: string | null;
  readonly purpose: string | null;
  readonly source_text: string;
  readonly operation_hash: string | null;
  readonly row_hash: string;
};

export function storedRowOf(profile: ProfileName, row: RegistryRow): StoredRow {
  const { faults, doubt, amountKopecks, paidOn, period } = row;
  const hashes = hashesOf(profile, row);
  return {
    line: row.line,
    status: faults.length > 0 ? 'rejected' : 'read',
    reasons: faults.length > 0 || doubt === null ? faults : [doubt],
    account_numbers: row.accounts,
    amount: amountKopecks === null ? null : formatKopecks(amountKopecks),
    paid_on: paidOn === null ? null : formatDay(paidOn),
    named_period: period === null ? null : formatDay(period.toPlainDate({ day: 1 })),
    operation: row.operation,
    payer: row.payer,
    purpose: row.purpose,
    source_text: row.source,
    operation_hash: hashes.operation,
    row_hash: hashes.row,
  };
}

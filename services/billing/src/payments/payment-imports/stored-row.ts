// One row of a registry as it is stored: plain data, with the hashes that identify a repeated row.
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks } from '@kvartplata/domain/money/kopecks.ts';
import type { RegistryProfile } from '@kvartplata/contracts/billing/registry-profiles.ts';
import type { RegistryRow } from './registry-row.ts';
import { hashesOf } from './row-hashes.ts';
import type { RowReason } from '../row-reasons.ts';

export type StoredRow = {
  readonly line: number;
  /** A row with a fault is rejected, the others wait to be checked. */
  readonly status: 'rejected' | 'read';
  readonly reasons: readonly RowReason[];
  readonly accountNumbers: readonly string[];
  readonly amount: string | null;
  readonly paidOn: string | null;
  readonly namedPeriod: string | null;
  readonly operation: string | null;
  readonly payer: string | null;
  readonly purpose: string | null;
  readonly sourceText: string;
  readonly operationHash: string | null;
  readonly rowHash: string;
};

export function storedRowOf(profile: RegistryProfile, row: RegistryRow): StoredRow {
  const { faults, doubt, amountKopecks, paidOn, period } = row;
  const hashes = hashesOf(profile, row);
  return {
    line: row.line,
    status: faults.length > 0 ? 'rejected' : 'read',
    reasons: faults.length > 0 || doubt === null ? faults : [doubt],
    accountNumbers: row.accounts,
    amount: amountKopecks === null ? null : formatKopecks(amountKopecks),
    paidOn: paidOn === null ? null : formatDay(paidOn),
    namedPeriod: period === null ? null : formatDay(period.toPlainDate({ day: 1 })),
    operation: row.operation,
    payer: row.payer,
    purpose: row.purpose,
    sourceText: row.source,
    operationHash: hashes.operation,
    rowHash: hashes.row,
  };
}

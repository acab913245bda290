// Payment registries for tests: parsed as the service does, and printed in short form.
import { formatBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import { withFile } from '@kvartplata/platform/testing/table-files.ts';
import type { RegistryProfile } from '@kvartplata/contracts/billing/registry-profiles.ts';
import { PROFILES } from '../payments/payment-imports/profiles/profiles.ts';
import type { DeclaredTotals } from '../payments/payment-imports/profiles/profile.ts';
import { readRegistry } from '../payments/payment-imports/read-registry.ts';
import type { RegistryRow } from '../payments/payment-imports/registry-row.ts';

const TODAY = Temporal.PlainDate.from('2026-07-31');

export type ReadRegistry = {
  readonly rows: readonly RegistryRow[];
  readonly declared: DeclaredTotals;
};

export async function readAll(
  profile: RegistryProfile,
  content: string | Buffer,
): Promise<ReadRegistry> {
  return withFile(content, async (file) => {
    const rows: RegistryRow[] = [];
    const reading = readRegistry(PROFILES[profile], file.fd, TODAY);
    for (;;) {
      const step = await reading.next();
      if (step.done === true) return { rows, declared: step.value.declared };
      rows.push(...step.value);
    }
  });
}

/** The refusal of an invalid file: `code: detail`. */
export async function refusalOf(
  profile: RegistryProfile,
  content: string | Buffer,
): Promise<string> {
  try {
    const { rows } = await readAll(profile, content);
    return `taken with ${rows.length} rows`;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return `${error.code}: ${error.message}`;
  }
}

/** `line account amount day period operation`, and why it is rejected or doubtful; `-` for missing values. */
export function told(row: RegistryRow): string {
  const { faults, doubt } = row;
  const reasons = [...faults, ...(doubt === null ? [] : [doubt])].map(({ code }) => code);
  return [
    row.line,
    row.accounts.join('|') || '-',
    row.amountKopecks === null ? '-' : formatKopecks(row.amountKopecks),
    row.paidOn ?? '-',
    row.period === null ? '-' : formatBillingMonth(row.period),
    row.operation ?? '-',
    ...reasons,
  ].join(' ');
}

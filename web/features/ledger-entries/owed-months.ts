// Which months an account may owe for, as money pays the oldest first: the newest ones, as far as the debt reaches.
import type { LedgerEntry } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';

/** Months `YYYY-MM`; empty where nothing is owed. */
export function owedMonths(entries: readonly LedgerEntry[]): {
  readonly from: string;
  readonly to: string;
} {
  const principal = entries.filter(({ debtKind }) => debtKind === 'principal');
  let leftKopecks = principal.reduce(
    (sum, { debit, credit }) => sum + parseKopecks(debit) - parseKopecks(credit),
    0n,
  );
  const charged = new Map<string, bigint>();
  for (const { period, transactionType, debit, credit } of principal)
    if (transactionType === 'CHARGE' || transactionType === 'OPENING')
      charged.set(period, (charged.get(period) ?? 0n) + parseKopecks(debit) - parseKopecks(credit));
  const owed: string[] = [];
  for (const [period, amountKopecks] of [...charged].toSorted(([a], [b]) => (a < b ? 1 : -1))) {
    if (leftKopecks <= 0n) break;
    if (amountKopecks > 0n) owed.push(period);
    leftKopecks -= amountKopecks;
  }
  return { from: owed.at(-1) ?? '', to: owed[0] ?? '' };
}

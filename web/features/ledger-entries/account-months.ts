// An account month by month: what was charged, paid and reversed, and what was owed at the end.
import type { LedgerEntry } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';

/**
 * Amounts in roubles. Adjustments count as charges, and those of penalties as penalties. A reversed payment lowers what was paid;
 * any other storno is separate, positive if it lowers the debt. Both are as in the turnover.
 */
export type AccountMonth = {
  readonly period: string;
  readonly charged: string;
  readonly penalty: string;
  readonly paid: string;
  readonly storno: string;
  /** Owed at the end of the month, penalties included. */
  readonly closing: string;
};

type Turnover = Record<Exclude<LedgerEntry['transactionType'], 'OPENING' | 'ADJUSTMENT'>, bigint>;

/**
 * The newest month first; months without an entry are left out.
 * @param entries all of the account: a storno refers to the entry that it reverses
 */
export function accountMonths(entries: readonly LedgerEntry[]): readonly AccountMonth[] {
  const payments = new Set(
    entries.flatMap(({ id, transactionType }) =>
      transactionType === 'PAYMENT' ? `storno:${id}` : [],
    ),
  );
  const months = new Map<string, Turnover>();
  for (const entry of entries) {
    const { period, referenceId, debit, credit } = entry;
    const turnover = months.get(period) ?? { CHARGE: 0n, PENALTY: 0n, PAYMENT: 0n, STORNO: 0n };
    const kind = payments.has(referenceId) ? 'PAYMENT' : countsAs(entry);
    turnover[kind] += parseKopecks(debit) - parseKopecks(credit);
    months.set(period, turnover);
  }
  let closing = 0n;
  return [...months]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([period, { CHARGE, PENALTY, PAYMENT, STORNO }]) => {
      closing += CHARGE + PENALTY + PAYMENT + STORNO;
      return {
        period,
        charged: formatKopecks(CHARGE),
        penalty: formatKopecks(PENALTY),
        paid: formatKopecks(-PAYMENT),
        storno: formatKopecks(-STORNO),
        closing: formatKopecks(closing),
      };
    })
    .toReversed();
}

/** An opening debt counts as charged, an opening advance as paid, and their reversals alike. Adjustments go by debt kind. */
function countsAs({
  id,
  transactionType,
  debtKind,
  referenceId,
  debit,
}: LedgerEntry): keyof Turnover {
  if (transactionType !== 'OPENING' && transactionType !== 'ADJUSTMENT') return transactionType;
  if (debtKind === 'penalty') return 'PENALTY';
  if (transactionType === 'ADJUSTMENT') return 'CHARGE';
  const isTakenBack = referenceId !== `opening:${id}`;
  return parseKopecks(debit) > 0n === isTakenBack ? 'PAYMENT' : 'CHARGE';
}

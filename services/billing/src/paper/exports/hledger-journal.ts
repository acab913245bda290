// Ledger entries as a journal of hledger (https://hledger.org), an independent bookkeeping program with which anyone can check
// the books.
import type { LedgerEntry, TransactionType } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';

/** The counter-account of what an account owes. */
const OTHER_SIDE: Readonly<Record<TransactionType, string>> = {
  CHARGE: 'revenues:charges',
  PENALTY: 'revenues:penalties',
  PAYMENT: 'assets:cash',
  STORNO: 'equity:stornos',
  OPENING: 'equity:opening balances',
  ADJUSTMENT: 'revenues:adjustments',
};

export const JOURNAL_START = 'commodity 1000.00 RUB\n';

/** A transaction of two postings, dated with the day from which the entry counts; its month is a tag. */
export function toTransaction(entry: LedgerEntry): string {
  const kopecks = parseKopecks(entry.debit) - parseKopecks(entry.credit);
  const account = `assets:receivable:${entry.debtKind}:house ${entry.houseId}:account ${entry.personalAccountId}`;
  return `
${entry.effectiveOn} (${entry.referenceId}) ${entry.transactionType}  ; entry: ${entry.id}, period: ${entry.period}
    ${account}  ${formatKopecks(kopecks)} RUB
    ${OTHER_SIDE[entry.transactionType]}  ${formatKopecks(-kopecks)} RUB
`;
}

/** The last line: a journal without it is incomplete. */
export function journalEnd(entries: number): string {
  return `\n; end of ${entries} entries\n`;
}

// The sums of an organization's ledger entries, added up one by one, for comparing them with reports.
import {
  listLedgerEntries,
  type LedgerEntry,
} from '@kvartplata/contracts/billing/ledger-entries.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import type { Client } from './client.ts';

/** In kopecks. */
type LedgerSums = {
  /** Charges and their stornos, including recalculations. */
  readonly charged: bigint;
  /** Payments less reversed ones. */
  readonly paid: bigint;
  readonly owed: bigint;
};

export async function ledgerSums(client: Client, organizationId: number): Promise<LedgerSums> {
  const entries = await allEntries(client, organizationId);
  const sum = (some: readonly LedgerEntry[]): bigint =>
    sumBy(some, ({ debit, credit }) => kopecks(debit) - kopecks(credit));
  const payments = new Set(entries.filter(isOf('PAYMENT')).map(({ id }) => `storno:${id}`));
  const paid = entries.filter(
    (entry) => entry.transactionType === 'PAYMENT' || payments.has(entry.referenceId),
  );
  const owed = sum(entries);
  return { charged: owed - sum(paid), paid: -sum(paid), owed };
}

function isOf(type: LedgerEntry['transactionType']) {
  return ({ transactionType }: LedgerEntry): boolean => transactionType === type;
}

async function allEntries(client: Client, organizationId: number): Promise<readonly LedgerEntry[]> {
  const all: LedgerEntry[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { organizationId, limit: 200, ...(cursor === undefined ? {} : { cursor }) };
    const page = await client.ask(listLedgerEntries, { query });
    all.push(...page.items);
    cursor = page.nextCursor;
  }
  return all;
}

/** `-12.50` */
function kopecks(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}

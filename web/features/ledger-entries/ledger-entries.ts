// The ledger of an account.
import { listLedgerEntries } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { readAll } from '../../lib/reads.ts';

/** Every entry of an account, in the order of booking. */
export function entriesOf(personalAccountId: number) {
  return readAll(listLedgerEntries, { query: { personalAccountId } });
}

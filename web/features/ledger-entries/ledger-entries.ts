// The ledger of an account.
import type { LedgerEntry } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { queryOptions } from '@tanstack/react-query';
import { askAll } from '../../lib/paged.ts';

const PATH = '/api/billing/ledger-entries';

/** Every entry of an account, in the order of booking. */
export function entriesOf(personalAccountId: number) {
  return queryOptions({
    queryKey: [PATH, { personalAccountId }],
    queryFn: async ({ signal }) =>
      askAll<LedgerEntry>('billing', PATH, { query: { personalAccountId }, signal }),
  });
}

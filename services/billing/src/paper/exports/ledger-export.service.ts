// The ledger as a file for another bookkeeping program, read page by page while it is sent.
import type { ExportLedgerQuery } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { fileNameOf } from '@kvartplata/platform/table-files/file-name.ts';
import type { Caller } from '../../access/access.service.ts';
import { streetOf } from '../street-of.ts';
import { namedHouses } from '../../access/named-houses.ts';
import { journalEnd, JOURNAL_START, toTransaction } from './hledger-journal.ts';
import { listEntries, type LedgerFilter } from '../../books/ledger/ledger.repository.ts';
import { toLedgerEntry } from '../../books/ledger/ledger.service.ts';

const ENTRIES_AT_ONCE = 2_000;

export type LedgerFile = { readonly journal: AsyncIterable<string>; readonly name: string };

/**
 * Such a file leaves the house, so the audit log tells of it.
 * @returns the journal in pieces, and what its file is called
 * @throws Refusal validation-failed when neither a house nor an organization is named; not-found
 */
export async function exportLedger(caller: Caller, query: ExportLedgerQuery): Promise<LedgerFile> {
  const { organizationId, address, houseIds, object } = await namedHouses(caller, query);
  await recordChange(caller.db, caller.actor, {
    action: 'ledger.entries-exported',
    object,
    organizationId,
    after: { from: query.periodFrom?.toString(), to: query.periodTo?.toString() },
  });
  const { periodFrom, periodTo } = query;
  const name = fileNameOf(
    'provodki',
    periodFrom?.toString(),
    periodTo?.toString(),
    streetOf(address),
  );
  const journal = journalOf(caller, {
    scope: { organizationIds: [organizationId], houseIds },
    houseId: query.houseId,
    personalAccountId: undefined,
    periodFrom: periodFrom?.toPlainDate({ day: 1 }).toString(),
    periodTo: periodTo?.toPlainDate({ day: 1 }).toString(),
    transactionType: undefined,
    after: undefined,
    limit: ENTRIES_AT_ONCE,
  });
  return { journal, name };
}

async function* journalOf(caller: Caller, filter: LedgerFilter): AsyncGenerator<string> {
  yield JOURNAL_START;
  let [after, count] = [filter.after, 0];
  for (;;) {
    const rows = await listEntries(caller.db, { ...filter, after });
    yield rows.map((row) => toTransaction(toLedgerEntry(row))).join('');
    count += rows.length;
    const last = rows.at(-1);
    if (last === undefined || rows.length < filter.limit) break;
    after = [last.house_id, last.personal_account_id, last.id, last.period];
  }
  yield journalEnd(count);
}

// The ledger as a file for another bookkeeping program, read page by page while it is sent.
import type { ExportLedgerQuery } from '@kvartplata/contracts/billing/exports.ts';
import type { LedgerEntry } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { fileNameOf } from '@kvartplata/platform/table-files/file-name.ts';
import type { Caller } from '../../access/access.service.ts';
import { assertMonthsInOrder } from '../report-months.ts';
import { streetOf } from '../street-of.ts';
import { namedHouses } from '../../access/named-houses.ts';
import { journalEnd, JOURNAL_START, toTransaction } from './hledger-journal.ts';
import { entriesOf } from '../../books/ledger-entries/ledger-entries.service.ts';

export type LedgerFile = { readonly journal: AsyncIterable<string>; readonly name: string };

/**
 * The export is recorded in the audit log.
 * @returns the journal in pieces, and the name of its file
 * @throws Refusal validation-failed when neither a house nor an organization is named, or the months are reversed; not-found
 */
export async function exportLedger(caller: Caller, query: ExportLedgerQuery): Promise<LedgerFile> {
  const { periodFrom, periodTo } = query;
  assertMonthsInOrder(periodFrom, periodTo);
  const { organizationId, address, houseIds, object } = await namedHouses(caller, query);
  await recordChange(caller.db, caller.actor, {
    action: 'ledger.entries-exported',
    object,
    organizationId,
    after: { from: periodFrom?.toString(), to: periodTo?.toString() },
  });
  const name = fileNameOf(
    'provodki',
    periodFrom?.toString(),
    periodTo?.toString(),
    streetOf(address),
  );
  const journal = journalOf(
    entriesOf(caller.db, { organizationId, houseIds, periodFrom, periodTo }),
  );
  return { journal, name };
}

async function* journalOf(pages: AsyncIterable<readonly LedgerEntry[]>): AsyncGenerator<string> {
  yield JOURNAL_START;
  let count = 0;
  for await (const entries of pages) {
    yield entries.map(toTransaction).join('');
    count += entries.length;
  }
  yield journalEnd(count);
}

// The ledger as a file for another bookkeeping program: all of it of one moment, so that its balances are those of our books.
import { Readable } from 'node:stream';
import type { ExportLedgerQuery } from '@kvartplata/contracts/billing/exports.ts';
import type { LedgerEntry } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inSnapshot } from '@kvartplata/platform/database/database.ts';
import { fileNameOf } from '@kvartplata/platform/table-files/file-name.ts';
import type { Caller } from '../../access/access.service.ts';
import type { WriteContent } from '../report-files.ts';
import { assertMonthsInOrder } from '../report-months.ts';
import { streetOf } from '../street-of.ts';
import { namedHouses } from '../../access/named-houses.ts';
import { journalEnd, JOURNAL_START, toTransaction } from './hledger-journal.ts';
import { entriesOf } from '../../books/ledger-entries/ledger-entries.service.ts';

/**
 * The export is recorded in the audit log.
 * @throws Refusal validation-failed when neither a house nor an organization is named, or the months are reversed; not-found
 */
export async function writeJournal(
  caller: Caller,
  query: ExportLedgerQuery,
  write: WriteContent,
): Promise<void> {
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
  await inSnapshot(caller.db, async (trx) => {
    const pages = entriesOf(trx, { organizationId, houseIds, periodFrom, periodTo });
    await write(name, Readable.from(journalOf(pages), { objectMode: false }));
  });
}

async function* journalOf(pages: AsyncIterable<readonly LedgerEntry[]>): AsyncGenerator<string> {
  yield JOURNAL_START;
  let count = 0;
  for await (const entries of pages) {
    if (entries.length > 0) yield entries.map(toTransaction).join('');
    count += entries.length;
  }
  yield journalEnd(count);
}

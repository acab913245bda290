// Runs an import as part of a larger transaction: checked, and stored if no row is refused.
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { RawBuilder } from 'kysely';
import type { BooksClient } from '../../access/books-client.ts';
import type { Trx } from '../../tables.ts';
import type { RefusedLine } from './import-worker.ts';
import { workerOf } from './import-workers.service.ts';
import * as repository from './imports.repository.ts';
import type { ImportRow } from './imports.repository.ts';
import { findPayees } from './named-payees.service.ts';
import * as working from './working-rows.repository.ts';

export { deletePieces } from './imports.repository.ts';
export { lockImports } from './working-rows.repository.ts';

export type PartOutcome = working.ChangeCounts & { readonly refused: readonly RefusedLine[] };

type Judging = {
  readonly today: Temporal.PlainDate;
  readonly books: BooksClient;
  readonly signal: AbortSignal;
  /** Rows that would change stored records, which is refused. */
  readonly changing: RawBuilder<unknown> | undefined;
  /** Called while the import's temporary tables still exist. */
  readonly onStored: () => Promise<void>;
};

/** Everything stored from here on can be undone without ending the transaction. */
export async function beginParts(trx: Trx): Promise<{ readonly undo: () => Promise<void> }> {
  await working.markEffect(trx);
  return { undo: async () => working.undoEffect(trx) };
}

/** Checks the rows, and stores them if none is refused. */
export async function judgePart(
  trx: Trx,
  row: ImportRow,
  { today, books, signal, changing, onStored }: Judging,
): Promise<PartOutcome> {
  const worker = workerOf(row);
  const given = {
    row,
    today,
    booked: [],
    payees: await findPayees(trx, books, row),
    onProgress: async () => signal.throwIfAborted(),
  };
  await working.createRefused(trx);
  await worker.judge(trx, given);
  if (changing !== undefined) await working.refuse(trx, null, 'stored-otherwise', changing);
  let refused = await working.listRefused(trx);
  if (refused.length === 0 && row.refused === 0) {
    refused = await worker.store(trx, given);
    if (refused.length === 0) await onStored();
  }
  const counts = await working.countChanges(trx);
  await working.discardTables(trx);
  return { ...counts, refused };
}

/**
 * Ends a part that was checked.
 * @param isStored whether the whole is kept
 * @returns how many of its rows are refused
 */
export async function endPart(
  trx: Trx,
  row: ImportRow,
  { refused: found, ...counts }: PartOutcome,
  isStored: boolean,
): Promise<number> {
  const { id: importId, organizationId } = row;
  await working.createRefused(trx);
  await working.insertRefused(trx, found);
  const refused = await working.keepRefused(trx, { importId, organizationId });
  await working.discardTables(trx);
  const ended = await repository.finishImport(trx, row, {
    ...counts,
    refused,
    status: isStored || row.dryRun ? 'COMPLETED' : 'FAILED',
    error:
      refused > 0 && !row.dryRun
        ? { code: 'rows-refused', facts: { refused, rows: row.totalRows } }
        : null,
    appliedMonths: null,
  });
  if (!ended) throw new Refusal('conflict', `Import ${importId} has ended already`);
  // Billing still has to receive the balances: the move deletes them at its end.
  if (!isStored || row.kind !== 'balances') await repository.deletePieces(trx, row);
  return refused;
}

/** Ends a part that was not checked because an earlier one was refused. */
export async function cancelPart(trx: Trx, row: ImportRow): Promise<void> {
  await repository.endImport(trx, row, 'CANCELLED', null);
  await repository.deletePieces(trx, row);
}

// Copies one part of a copy in batches. A batch and the record of its progress commit together, so that a copy can be stopped
// anywhere and resumed.
import type { Executor } from '@kvartplata/platform/database/executor.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import type { Kysely, Transaction } from 'kysely';
import { insertRows, raiseSequence, readBatch, type Batch } from './copy.repository.ts';
import { lockProgress, updateProgress, type Progress } from './progress.repository.ts';
import type { TableDescription } from './table-description.repository.ts';
import type { Transfer } from './transfer.ts';

export type Pace = {
  /** Rows per transaction. */
  readonly batchRows: number;
  /** Stops the copy after the current batch. */
  readonly signal: AbortSignal;
  readonly say: Say;
};

/** Called after every batch, and once for a part that an earlier run has finished. */
export type Say = (part: string, rows: number, isFinished: boolean) => void;

export type Part<Tables> = {
  readonly name: string;
  readonly read: (from: { readonly lastKey: number; readonly limit: number }) => Promise<Batch>;
  /** @returns the number of rows written */
  readonly write: (trx: Transaction<Tables>, batch: Batch) => Promise<number>;
  /** Runs in the transaction of the last batch. */
  readonly finish?: (trx: Transaction<Tables>) => Promise<void>;
};

/** @throws the signal's reason; an Error when a row was read and not written, after which the batch is rolled back */
export async function copyPart<Tables>(
  target: Kysely<Tables>,
  part: Part<Tables>,
  { batchRows, signal, say }: Pace,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const progress = await inTransaction(target, async (trx) => copyBatch(trx, part, batchRows));
    say(part.name, progress.rows, progress.isFinished);
    if (progress.isFinished) return;
  }
}

/** A part that copies a table as described by its transfer. */
export function tablePart<Tables>(
  former: Executor,
  transfer: Transfer,
  table: TableDescription,
): Part<Tables> {
  const hasIds = table.columns.some(({ name }) => name === 'id');
  return {
    name: transfer.table,
    read: async (from) => readBatch(former, transfer, table, from),
    write: async (trx, { rows }) => insertRows(trx, transfer, table, rows),
    finish: async (trx) => {
      if (hasIds) await raiseSequence(trx, transfer.table);
    },
  };
}

async function copyBatch<Tables>(
  trx: Transaction<Tables>,
  { name, read, write, finish }: Part<Tables>,
  limit: number,
): Promise<Progress> {
  const before = await lockProgress(trx, name);
  if (before.isFinished) return before;
  const batch = await read({ lastKey: before.lastKey, limit });
  if (batch.count > 0) {
    const written = await write(trx, batch);
    if (written !== batch.count)
      throw new Error(`${name}: ${written} of ${batch.count} rows were written`);
  }
  const after = {
    lastKey: batch.lastKey,
    rows: before.rows + batch.count,
    isFinished: batch.count < limit,
  };
  if (after.isFinished) await finish?.(trx);
  await updateProgress(trx, name, after);
  return after;
}

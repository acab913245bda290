// The undo of an import is itself an import, whose rows are what the other has stored. So it can be dry-run, refused row by row,
// watched and cancelled like any other.
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Once } from '@kvartplata/platform/idempotency/once.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import { assertMayWait } from '@kvartplata/platform/jobs/waiting-jobs.repository.ts';
import type { Caller } from '../../access/access.service.ts';
import { canBeUndone, type UndoneKind } from './import-workers.service.ts';
import * as repository from './imports.repository.ts';
import type { ImportRow } from './imports.repository.ts';
import { getOwnRow, IMPORT_QUEUE } from './imports.service.ts';
import { insertUndoRows } from './undo-rows.repository.ts';

/** The titles of the columns that identify a row. */
const COLUMNS: Readonly<Record<UndoneKind, readonly string[]>> = {
  readings: [
    'Адрес дома',
    'Заводской номер',
    'Лицевой счёт',
    'Расчётный период',
    'Показание',
    'Станет',
  ],
  services: ['Адрес дома', 'Услуга', 'Действует с', 'Записей'],
};

/**
 * Queues the undo of an import.
 * @returns the id of the undoing import, or that of the first request with this idempotency key
 * @throws Refusal not-found, forbidden below accountant, conflict for one that stored nothing or is undone, too-many-jobs,
 * idempotency-key-in-use, idempotency-key-reused
 */
export async function startUndo(
  { caller, queue }: { readonly caller: Caller; readonly queue: JobQueue },
  importId: number,
  dryRun: boolean,
  once: Once,
): Promise<number> {
  const row = await getOwnRow(caller, importId);
  const { organizationId } = row;
  const { id } = await inTransaction(caller.db, async (trx) =>
    once(trx, organizationId, async () => {
      const locked = await repository.lockImport(trx, row);
      if (locked === undefined) throw notFound('The import');
      const kind = kindOf(locked);
      await assertMayWait(trx, 'imports', organizationId);
      const undoId = await repository.insertImport(trx, {
        organizationId,
        kind,
        houseId: row.houseId,
        moveId: null,
        undoes: row.id,
        undoneBy: null,
        period: row.period,
        dryRun,
        fileName: row.fileName,
        fileHash: row.fileHash,
        columns: JSON.stringify(COLUMNS[kind]),
        requestedBy: caller.userId,
        byOwner: caller.roleIn(organizationId) === 'owner',
        requestId: caller.actor.requestId,
      });
      const rows = await insertUndoRows(trx, { organizationId, id: row.id, kind }, undoId);
      if (rows === 0) throw new Refusal('conflict', 'The import has changed nothing');
      await repository.updateTotals(trx, { organizationId, id: undoId }, { rows, refused: 0 });
      await queue.enqueue(trx, IMPORT_QUEUE, { organizationId, reference: undoId });
      return { id: undoId };
    }),
  );
  return id;
}

function kindOf({ kind, status, dryRun, moveId, undoes, undoneBy }: ImportRow): UndoneKind {
  if (!canBeUndone(kind))
    throw new Refusal('conflict', 'Only imports of readings and of services can be undone');
  if (moveId !== null) throw new Refusal('conflict', `The import is a part of move ${moveId}`);
  if (undoes !== null) throw new Refusal('conflict', 'An undo cannot itself be undone');
  if (status !== 'COMPLETED' || dryRun)
    throw new Refusal('conflict', 'Only an import that was stored can be undone');
  if (undoneBy !== null)
    throw new Refusal('conflict', `The import has been undone by import ${undoneBy}`);
  return kind;
}

// Makes or undoes a move. Core's part is stored in one transaction; then billing books the balances, and if it does not, core's
// part is undone. If the process dies in between, the next one continues from there.
import { setTimeout } from 'node:timers/promises';
import { MOVE_PARTS, type MovePartName } from '@kvartplata/contracts/core/moves.ts';
import type { JobError } from '@kvartplata/contracts/job-errors.ts';
import type { MoveOpening, MoveOpeningRow } from '@kvartplata/contracts/billing/move-openings.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { requeueRow } from '@kvartplata/platform/jobs/job-rows.repository.ts';
import type { JobQueue, QueuedJob } from '@kvartplata/platform/jobs/job-queue.ts';
import { JobOverError, workLongJobs } from '@kvartplata/platform/jobs/long-jobs.ts';
import type { Logger } from 'pino';
import type { BooksClient } from '../../access/books-client.ts';
import type { OpeningsClient } from '../../access/openings-client.ts';
import type { Db, Trx } from '../../tables.ts';
import {
  beginParts,
  cancelPart,
  deletePieces,
  endPart,
  judgePart,
  lockImports,
  type PartOutcome,
} from '../imports/import-parts.service.ts';
import type { ImportRow } from '../imports/imports.repository.ts';
import { judgeByBilling } from './judge-by-billing.service.ts';
import { changing, deleteMade, forgetMade, rememberMade } from './move-records.repository.ts';
import * as repository from './moves.repository.ts';
import type { MoveKey, MoveRow } from './moves.repository.ts';
import {
  builtUpon,
  IMPORT_OF,
  listHousesInPieces,
  monthClosed,
  MOVE_QUEUE,
  requireUntouched,
} from './moves.service.ts';

const LOOK_EVERY_MS = 500;

export type MoveWork = {
  /** Sees all organizations: what a move may touch follows from its row, which its caller was allowed to create. */
  readonly db: Db;
  readonly queue: JobQueue;
  readonly openings: OpeningsClient;
  readonly books: BooksClient;
  readonly now: () => Date;
  readonly log: Pick<Logger, 'error' | 'warn'>;
};

/** Starts taking moves from the queue. */
export async function workMoves(work: MoveWork): Promise<void> {
  const { db, queue, log } = work;
  await workLongJobs({
    db,
    queue,
    log,
    line: MOVE_QUEUE,
    name: 'a move',
    run: async (job, signal) => run(work, toKey(job), signal),
    requeue: async (trx, job, error) => requeueRow(trx, 'moves', job, error),
    fail: async (job, error) => fail(db, toKey(job), error),
  });
}

function toKey({ organizationId, reference }: QueuedJob): MoveKey {
  return { organizationId, id: reference };
}

async function fail(db: Db, key: MoveKey, error: JobError): Promise<void> {
  await inTransaction(db, async (trx) => {
    const row = await repository.lockMove(trx, key);
    await repository.failMove(trx, key, error);
    const isStored = row?.storedAt !== null;
    for (const part of await repository.listParts(trx, key))
      await (isStored ? deletePieces(trx, part) : cancelPart(trx, part));
  });
}

async function run(work: MoveWork, key: MoveKey, signal: AbortSignal): Promise<void> {
  const { db } = work;
  const row = await repository.startMove(db, key);
  if (row === undefined) return;
  if (row.status === 'UNDOING') return undo(work, row, signal);
  const isStored =
    row.storedAt !== null ||
    (await inTransaction(db, async (trx) => storeRegistry(trx, work, row, signal)));
  if (isStored) await bookBalances(work, row, signal);
}

/** True when core's part is stored and the balances are next. */
async function storeRegistry(
  trx: Trx,
  work: MoveWork,
  row: MoveRow,
  signal: AbortSignal,
): Promise<boolean> {
  await lockImports(trx, row.organizationId);
  if ((await repository.lockMove(trx, row))?.status !== 'RUNNING')
    throw new JobOverError('the move has ended');
  const parts = inOrder(await repository.listParts(trx, row));
  const outcomes: { readonly part: ImportRow; readonly outcome: PartOutcome }[] = [];
  const effect = await beginParts(trx);
  for (const part of parts) {
    const own = await judgePart(trx, part, {
      today: moscowDayOf(work.now()),
      books: work.books,
      signal,
      changing: changing(part.kind),
      onStored: async () => rememberMade(trx, row, part.kind),
    });
    const outcome =
      part.kind === 'balances' && !isRefused(part, own)
        ? await judgeByBilling(trx, { ...work, signal }, row, { part, outcome: own })
        : own;
    outcomes.push({ part, outcome });
    if (isRefused(part, outcome)) break;
  }
  const isStored = !outcomes.some(({ part, outcome }) => isRefused(part, outcome)) && !row.dryRun;
  if (!isStored) await effect.undo();
  let refused = 0;
  for (const { part, outcome } of outcomes) refused += await endPart(trx, part, outcome, isStored);
  for (const part of parts.slice(outcomes.length)) await cancelPart(trx, part);
  if (isStored) {
    await repository.markStored(trx, row);
    await audit(trx, row, 'move.stored');
    return true;
  }
  const rows = parts.reduce((all, { totalRows }) => all + totalRows, 0);
  const error: JobError | null = row.dryRun
    ? null
    : { code: 'rows-refused', facts: { refused, rows } };
  await repository.endMove(trx, row, { status: error === null ? 'COMPLETED' : 'FAILED', error });
  return false;
}

function isRefused(part: ImportRow, { refused }: PartOutcome): boolean {
  return refused.length + part.refused > 0;
}

function inOrder(parts: readonly ImportRow[]): readonly ImportRow[] {
  const rank = (name: MovePartName): string => IMPORT_OF[name];
  return MOVE_PARTS.flatMap((name) => parts.filter(({ kind }) => kind === rank(name)));
}

/** Sends the balances to billing piece by piece, and waits until they are booked. */
async function bookBalances(work: MoveWork, row: MoveRow, signal: AbortSignal): Promise<void> {
  const { db, openings } = work;
  const file = (await repository.listParts(db, row)).find(({ kind }) => kind === 'balances');
  if (file !== undefined) {
    await giveBalances(work, row, file, signal);
    const booked = await untilEnded(signal, async () =>
      openings.book(row.id, row.organizationId, row.requestId),
    );
    if (booked?.status === 'FAILED') return takeBack(work, row, file, booked);
  }
  await inTransaction(db, async (trx) => {
    if (file !== undefined) await deletePieces(trx, file);
    await repository.endMove(trx, row, { status: 'COMPLETED', error: null });
    await audit(trx, row, 'move.completed');
  });
}

async function giveBalances(
  { db, openings }: MoveWork,
  row: MoveRow,
  file: ImportRow,
  signal: AbortSignal,
): Promise<void> {
  for (let behind = 0; ;) {
    signal.throwIfAborted();
    const piece = await repository.findPiece(db, file, behind);
    if (piece === undefined) return;
    const { organizationId, requestedBy } = row;
    const { fileName, fileHash } = file;
    const given = {
      organizationId,
      asOf: row.asOf.slice(0, 7),
      fileName,
      fileHash,
      requestedBy,
      number: piece.number,
      rows: piece.rows as readonly MoveOpeningRow[],
    };
    await openings.give(row.id, given, row.requestId);
    behind = piece.number;
  }
}

async function untilEnded(
  signal: AbortSignal,
  look: () => Promise<MoveOpening | undefined>,
): Promise<MoveOpening | undefined> {
  for (;;) {
    const found = await look();
    if (found === undefined || !['QUEUED', 'RUNNING', 'UNDOING'].includes(found.status))
      return found;
    await setTimeout(LOOK_EVERY_MS, undefined, { signal });
  }
}

/** Billing refuses the balances because of later bookings: nothing of the move is kept. */
async function takeBack(
  { db }: MoveWork,
  row: MoveRow,
  file: ImportRow,
  { refused, error: code, errorFacts }: MoveOpening,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await deletePieces(trx, file);
    await deleteMade(trx, row);
    await forgetMade(trx, row);
    const error: JobError =
      code === null
        ? { code: 'rows-refused', facts: { refused } }
        : { code, facts: errorFacts ?? {} };
    await repository.endMove(trx, row, { status: 'FAILED', error });
  });
}

/** Core's part is deleted only if billing has reversed the balances: otherwise everything is kept. */
async function undo({ db, openings }: MoveWork, row: MoveRow, signal: AbortSignal): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockImports(trx, row.organizationId);
    await deleteMade(trx, row);
    // Since it was requested, people may have gone on in its houses.
    await requireUntouched(trx, openings, row);
    const by = { organizationId: row.organizationId, requestedBy: row.undoneBy ?? row.requestedBy };
    const undone = await untilEnded(signal, async () => openings.undo(row.id, by, row.requestId));
    const months = undone?.errorFacts?.months ?? [];
    const [closed] = months;
    if (undone?.error === 'month-closed' && closed !== undefined) throw monthClosed(closed);
    if (undone?.error === 'move-built-upon') throw builtUpon(months);
    if (undone !== undefined && undone.status !== 'UNDONE')
      throw new Error(`the opening of move ${row.id} is ${undone.status}`);
    const { organizationId } = row;
    for (const houseIds of await listHousesInPieces(trx, row))
      await openings.dropDrafts({ organizationId, houseIds: [...houseIds] }, row.requestId);
    await repository.markUndone(trx, row);
    await audit(trx, { ...row, requestedBy: by.requestedBy }, 'move.undone');
  });
}

async function audit(trx: Trx, row: MoveRow, action: `move.${string}`): Promise<void> {
  const { id, organizationId, asOf, requestedBy, requestId } = row;
  await recordChange(
    trx,
    { userId: requestedBy, requestId },
    {
      action,
      object: { type: 'move', id },
      organizationId,
      after: { asOf: asOf.slice(0, 7), brought: await repository.countRecords(trx, row) },
    },
  );
}

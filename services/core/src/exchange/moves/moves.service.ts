// Moves of companies: started, watched and undone by owners.
import { reportedUndo } from '@kvartplata/contracts/undoable-jobs.ts';
import type { Move, MovePart, MovePartName } from '@kvartplata/contracts/core/moves.ts';
import { MOVE_PARTS } from '@kvartplata/contracts/core/moves.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { firstDayOf, type BillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { type BeforeId, newestPage } from '@kvartplata/platform/http/cursor.ts';
import { toRefusal } from '@kvartplata/platform/http/problem-document.ts';
import { invalidField, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { UploadedFile } from '@kvartplata/platform/http/uploaded-file.ts';
import type { Once } from '@kvartplata/platform/idempotency/once.ts';
import { awaitEnd } from '@kvartplata/platform/jobs/await-end.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import { assertMayWait } from '@kvartplata/platform/jobs/waiting-jobs.repository.ts';
import type { Caller } from '../../access/access.service.ts';
import type { OpeningsClient } from '../../access/openings-client.ts';
import type { Db } from '../../tables.ts';
import { beginParts } from '../imports/import-parts.service.ts';
import type { ImportRow } from '../imports/imports.repository.ts';
import {
  getPlaceInOrganization,
  listErrors,
  listReasons,
  storeFile,
  type FileThreads,
} from '../imports/imports.service.ts';
import type { ImportKind } from '../imports/imports.table.ts';
import { deleteMade } from './move-records.repository.ts';
import * as repository from './moves.repository.ts';
import type { MoveRow } from './moves.repository.ts';

/** The queue of the job that makes or undoes a move. */
export const MOVE_QUEUE = 'move';

/** The import kind of each part. */
export const IMPORT_OF: Readonly<Record<MovePartName, ImportKind>> = {
  accounts: 'houses',
  tariffs: 'services',
  meters: 'meters',
  balances: 'balances',
};

/** As many as billing can check within its time limit. */
const HOUSES_AT_ONCE = 1000;

export type MoveFiles = Readonly<Partial<Record<MovePartName, UploadedFile>>>;

type Taking = {
  readonly caller: Caller;
  readonly queue: JobQueue;
  readonly threads: Pick<FileThreads, 'open'>;
};

export type MoveToStart = {
  readonly organizationId: number;
  /** The first day of the month. */
  readonly asOf: string;
  readonly dryRun: boolean;
};

/** @throws Refusal organization-required, not-found, forbidden below owner */
export async function getMovePlace(
  caller: Caller,
  query: {
    readonly organizationId?: number | undefined;
    readonly asOf: BillingMonth;
    readonly dryRun?: boolean | undefined;
  },
): Promise<MoveToStart> {
  const { organizationId, dryRun } = await getPlaceInOrganization(caller, 'houses', query);
  return { organizationId, dryRun, asOf: formatDay(firstDayOf(query.asOf)) };
}

/**
 * Stores all files and queues the job, in one transaction.
 * @returns the id of the move, or that of the first request with this idempotency key
 * @throws Refusal validation-failed without a file, malformed-file, wrong-columns, body-too-large, file-too-demanding,
 * idempotency-key-reused, idempotency-key-in-use, too-many-jobs
 */
export async function takeFiles(
  { caller, queue, threads }: Taking,
  { organizationId, asOf, dryRun }: MoveToStart,
  files: MoveFiles,
  once: Once,
): Promise<number> {
  if (Object.keys(files).length === 0)
    throw invalidField('/accounts', 'or another file is required', { code: 'required' });
  const { id } = await inTransaction(caller.db, async (trx) =>
    once(trx, organizationId, async () => {
      await assertMayWait(trx, 'moves', organizationId);
      const moveId = await repository.insertMove(trx, {
        organizationId,
        asOf,
        dryRun,
        requestedBy: caller.userId,
        requestId: caller.actor.requestId,
        undoneBy: null,
      });
      for (const part of MOVE_PARTS) {
        const file = files[part];
        if (file === undefined) continue;
        const kind = IMPORT_OF[part];
        const period = part === 'balances' ? asOf : null;
        const place = { kind, organizationId, houseId: null, period, dryRun, moveId };
        await storeFile(trx, { caller, threads }, place, file);
      }
      await queue.enqueue(trx, MOVE_QUEUE, { organizationId, reference: moveId });
      return { id: moveId };
    }),
  );
  return id;
}

/** The move, once it has ended or the response can wait no longer. */
export async function awaitMove(
  { caller, queue }: Pick<Taking, 'caller' | 'queue'>,
  moveId: number,
): Promise<Move> {
  const look = async (): Promise<MoveRow> => getOwnRow(caller, moveId);
  return toMove(caller.db, await awaitEnd(queue, MOVE_QUEUE, moveId, look));
}

/** @throws Refusal not-found */
export async function getMove(caller: Caller, moveId: number): Promise<Move> {
  return toMove(caller.db, await getOwnRow(caller, moveId));
}

export async function listMoves(
  caller: Caller,
  query: {
    readonly organizationId?: number | undefined;
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
  },
): Promise<PageOf<Move>> {
  const list = async (before: BeforeId) =>
    repository.listMoves(caller.db, caller.organizationsOf(query.organizationId), before);
  const shown = await newestPage(query, list, (row) => row);
  const items = [];
  for (const row of shown.items) items.push(await toMove(caller.db, row));
  return { ...shown, items };
}

/**
 * Queues the undo of the whole move; does nothing if it is undone or being undone.
 * @throws Refusal not-found, forbidden below owner, conflict for one that made nothing, move-built-upon, month-closed,
 * job-under-way, has-children, dependency-unavailable, idempotency-key-in-use, idempotency-key-reused
 */
export async function undoMove(
  {
    caller,
    queue,
    openings,
  }: Pick<Taking, 'caller' | 'queue'> & { readonly openings: OpeningsClient },
  moveId: number,
  once: Once,
): Promise<void> {
  const row = await getOwnRow(caller, moveId);
  if (isMade(row)) {
    await requireUntouched(caller.db, openings, { ...row, requestId: caller.actor.requestId });
    await requireNothingAdded(caller.db, row);
  }
  await inTransaction(caller.db, async (trx) =>
    once(trx, row.organizationId, async () => {
      const locked = await repository.lockMove(trx, row);
      if (locked?.status === 'UNDOING' || locked?.status === 'UNDONE') return {};
      if (locked === undefined || !isMade(locked))
        throw new Refusal('conflict', 'Only a move that was made can be undone');
      await repository.markUndoing(trx, row, caller.userId);
      await queue.enqueue(trx, MOVE_QUEUE, {
        organizationId: row.organizationId,
        reference: moveId,
      });
      await recordChange(trx, caller.actor, {
        action: 'move.undoing',
        object: { type: 'move', id: moveId },
        organizationId: row.organizationId,
        after: { asOf: row.asOf.slice(0, 7) },
      });
      return {};
    }),
  );
}

/** Whether records of it are stored, including a move whose balances could not be sent to billing. */
function isMade({ status, storedAt }: Pick<MoveRow, 'status' | 'storedAt'>): boolean {
  return storedAt !== null && (status === 'COMPLETED' || status === 'FAILED');
}

/** @throws Refusal month-closed, move-built-upon, job-under-way, dependency-unavailable */
export async function requireUntouched(
  db: Db,
  openings: Pick<OpeningsClient, 'checkBooks'>,
  { id, organizationId, asOf, storedAt, requestId }: MoveRow,
): Promise<void> {
  if (storedAt === null) return;
  const since = { organizationId, asOf: asOf.slice(0, 7), storedAt: storedAt.toISOString() };
  const booked = new Set<string>();
  for (const houseIds of await listHousesInPieces(db, { organizationId, id })) {
    const books = await openings.checkBooks(id, { ...since, houseIds: [...houseIds] }, requestId);
    if (books.closedMonth !== null) throw monthClosed(books.closedMonth);
    if (books.isBeingComputed) throw new Refusal('job-under-way');
    for (const month of books.bookedMonths) booked.add(month);
  }
  const months = [...booked].toSorted();
  if (months.length > 0) throw builtUpon(months);
}

/** The houses in which a move has created anything, in pieces that one request to billing may have. */
export async function listHousesInPieces(
  db: Db,
  move: Pick<MoveRow, 'organizationId' | 'id'>,
): Promise<readonly (readonly number[])[]> {
  const houseIds = await repository.listHouses(db, move);
  const pieces = Math.max(Math.ceil(houseIds.length / HOUSES_AT_ONCE), 1);
  return Array.from({ length: pieces }, (_, nth) =>
    houseIds.slice(nth * HOUSES_AT_ONCE, (nth + 1) * HOUSES_AT_ONCE),
  );
}

/** @param months `YYYY-MM`: in which something was booked in its houses since */
export function builtUpon(months: readonly string[]): Refusal {
  return new Refusal('move-built-upon', `Booked since: ${months.join(', ')}`, { months });
}

/** @param month `YYYY-MM` */
export function monthClosed(month: string): Refusal {
  return new Refusal('month-closed', `${month} is closed`, { months: [month] });
}

/** Tries to delete everything, and rolls back. @throws Refusal has-children */
async function requireNothingAdded(db: Db, row: MoveRow): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { undo } = await beginParts(trx);
    try {
      await deleteMade(trx, row);
    } catch (error) {
      if (toRefusal(error).code !== 'unprocessable-reference') throw error;
      throw new Refusal('has-children', 'People have added to what the move has brought', {
        cause: error,
      });
    }
    await undo();
  });
}

async function getOwnRow(caller: Caller, moveId: number): Promise<MoveRow> {
  return caller.getOwn('The move', async (organizations) =>
    repository.findMove(caller.db, moveId, organizations),
  );
}

async function toMove(db: Db, row: MoveRow): Promise<Move> {
  const imports = await repository.listParts(db, row);
  const made = row.storedAt === null ? {} : await repository.countRecords(db, row);
  const parts: MovePart[] = [];
  for (const part of MOVE_PARTS) {
    const found = imports.find(({ kind }) => kind === IMPORT_OF[part]);
    if (found !== undefined) parts.push(await toPart(db, part, found));
  }
  return {
    id: row.id,
    organizationId: row.organizationId,
    asOf: row.asOf.slice(0, 7),
    dryRun: row.dryRun,
    ...reportedUndo(row.status, row.finishedAt),
    totalRows: sum(imports, ({ totalRows }) => totalRows),
    processedRows: sum(imports, ({ processedRows }) => processedRows),
    parts,
    brought: {
      houses: made.house ?? 0,
      rooms: made.room ?? 0,
      accounts: made['personal-account'] ?? 0,
      services: made['house-service'] ?? 0,
      tariffs: made.tariff ?? 0,
      norms: made.norm ?? 0,
      meters: made.meter ?? 0,
    },
    error: row.error,
    errorFacts: row.errorFacts,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    undoneAt: row.undoneAt?.toISOString() ?? null,
  };
}

async function toPart(db: Db, part: MovePartName, row: ImportRow): Promise<MovePart> {
  return {
    part,
    importId: row.id,
    fileName: row.fileName,
    fileHash: row.fileHash,
    totalRows: row.totalRows,
    isJudged: row.status === 'COMPLETED' || row.status === 'FAILED',
    accepted: row.accepted,
    refused: row.refused,
    changed: row.changed,
    unchanged: row.unchanged,
    errors: [...(await listErrors(db, row))],
    reasons: [...(await listReasons(db, row))],
  };
}

function sum(rows: readonly ImportRow[], count: (row: ImportRow) => number): number {
  return rows.reduce((total, row) => total + count(row), 0);
}

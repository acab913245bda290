// Imports of files: stored row by row with the job that processes them, and reported on.
import type {
  Import,
  ImportError,
  ImportReason,
  ListedImport,
} from '@kvartplata/contracts/core/imports.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { firstDayOf, type BillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { type BeforeId, newestPage } from '@kvartplata/platform/http/cursor.ts';
import { notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { UploadedFile } from '@kvartplata/platform/http/uploaded-file.ts';
import type { Once } from '@kvartplata/platform/idempotency/once.ts';
import { awaitEnd } from '@kvartplata/platform/jobs/await-end.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import { assertMayWait } from '@kvartplata/platform/jobs/waiting-jobs.repository.ts';
import type { StreamingThreads } from '@kvartplata/platform/threads/streaming-threads.ts';
import type { Caller } from '../../access/access.service.ts';
import { getHousePlace } from '../../registry/houses/houses.service.ts';
import type { Db, Trx } from '../../tables.ts';
import { FORMS } from './import-forms.ts';
import * as repository from './imports.repository.ts';
import type { ImportRow, RefusedRow } from './imports.repository.ts';
import type { ImportKind } from './imports.table.ts';
import type { FilePiece, FileQuestion } from './read-file.ts';
import { sentenceOf, sentenceOfMany } from './row-reasons.ts';

/** The queue of the job that checks and stores. */
export const IMPORT_QUEUE = 'import';

const LISTED_ROWS = 200;
const SHOWN_ERRORS = 100;
/** The most lines shown for a reason. */
const SHOWN_LINES = 10;

export type FileThreads = StreamingThreads<FileQuestion, FilePiece>;

export type ImportPlace = {
  readonly kind: ImportKind;
  readonly organizationId: number;
  readonly houseId: number | null;
  /** The first day of the month of readings without a period, or of the month that balances precede. */
  readonly period: string | null;
  /** For a part of a move. */
  readonly moveId?: number;
  readonly dryRun: boolean;
};

/** @throws Refusal organization-required, not-found, forbidden below accountant */
export async function getPlaceInOrganization(
  caller: Caller,
  kind: Exclude<ImportKind, 'balances'>,
  query: {
    readonly organizationId?: number | undefined;
    readonly period?: BillingMonth | undefined;
    readonly dryRun?: boolean | undefined;
  },
): Promise<ImportPlace> {
  const organizationId = query.organizationId ?? (await onlyOrganization(caller));
  caller.requireRole(organizationId);
  const dryRun = query.dryRun ?? false;
  return { kind, organizationId, houseId: null, period: firstDay(query.period), dryRun };
}

/** @throws Refusal not-found, forbidden below accountant */
export async function getPlaceInHouse(
  caller: Caller,
  kind: 'readings' | 'meters',
  query: {
    readonly houseId: number;
    readonly organizationId?: number | undefined;
    readonly period?: BillingMonth | undefined;
    readonly dryRun?: boolean | undefined;
  },
): Promise<ImportPlace> {
  const { houseId, organizationId } = await getHousePlace(caller, query.houseId);
  if (query.organizationId !== undefined && query.organizationId !== organizationId)
    throw notFound('The house');
  const period = firstDay(query.period);
  return { kind, organizationId, houseId, period, dryRun: query.dryRun ?? false };
}

function firstDay(period: BillingMonth | undefined): string | null {
  return period === undefined ? null : formatDay(firstDayOf(period));
}

type Taking = {
  readonly caller: Caller;
  readonly queue: JobQueue;
  readonly threads: Pick<FileThreads, 'open'>;
};

/**
 * Stores the whole file and queues the job, in one transaction.
 * @returns the id of the import, or that of the first request with this idempotency key
 * @throws Refusal malformed-file, wrong-columns, body-too-large, file-too-demanding, idempotency-key-reused,
 * idempotency-key-in-use, too-many-jobs
 */
export async function takeFile(
  { caller, queue, threads }: Taking,
  place: ImportPlace,
  file: UploadedFile,
  once: Once,
): Promise<number> {
  const { organizationId } = place;
  const { id } = await inTransaction(caller.db, async (trx) =>
    once(trx, organizationId, async () => {
      await assertMayWait(trx, 'imports', organizationId);
      const importId = await storeFile(trx, { caller, threads }, place, file);
      await queue.enqueue(trx, IMPORT_QUEUE, { organizationId, reference: importId });
      return { id: importId };
    }),
  );
  return id;
}

/** The import, once it has ended or the response can wait no longer. */
export async function awaitImport(
  { caller, queue }: Pick<Taking, 'caller' | 'queue'>,
  importId: number,
): Promise<Import> {
  const look = async (): Promise<ImportRow> => getOwnRow(caller, importId);
  return toImport(caller, await awaitEnd(queue, IMPORT_QUEUE, importId, look));
}

/** @throws Refusal not-found */
export async function getImport(caller: Caller, importId: number): Promise<Import> {
  return toImport(caller, await getOwnRow(caller, importId));
}

/**
 * Ends the import without storing any of its rows.
 * @throws Refusal not-found, forbidden below accountant, conflict for one that has ended
 */
export async function cancelImport(caller: Caller, importId: number): Promise<Import> {
  const row = await getOwnRow(caller, importId);
  if (row.moveId !== null)
    throw new Refusal('conflict', `The import is a part of move ${row.moveId}`);
  await inTransaction(caller.db, async (trx) => {
    if (!(await repository.endImport(trx, row, 'CANCELLED', null)))
      throw new Refusal('conflict', 'The import has ended already');
    await repository.deletePieces(trx, row);
    const { fileName, status, organizationId } = row;
    await recordChange(trx, caller.actor, {
      action: 'import.cancelled',
      object: { type: 'import', id: importId },
      organizationId,
      before: { fileName, status },
      after: { fileName, status: 'CANCELLED' },
    });
  });
  return getImport(caller, importId);
}

export async function listImports(
  caller: Caller,
  query: {
    readonly organizationId?: number | undefined;
    readonly kind?: ImportKind | undefined;
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
  },
): Promise<PageOf<ListedImport>> {
  const { kind } = query;
  const list = async (before: BeforeId) => {
    const organizationIds = caller.organizationsOf(query.organizationId);
    return repository.listImports(caller.db, { organizationIds, kind, ...before });
  };
  return newestPage(query, list, toListedImport);
}

/** The data for a file of the refused rows, with an entry in the audit log, because it is exported. */
export async function openRefusedRows(
  caller: Caller,
  importId: number,
): Promise<{
  readonly columns: readonly string[];
  readonly kind: ImportKind;
  readonly rows: AsyncIterable<RefusedRow>;
}> {
  const row = await getOwnRow(caller, importId);
  await recordChange(caller.db, caller.actor, {
    action: 'import.refused-rows-downloaded',
    object: { type: 'import', id: importId },
    organizationId: row.organizationId,
    after: { refused: row.refused },
  });
  return { columns: row.columns, kind: row.kind, rows: refusedRowsOf(caller, row) };
}

async function* refusedRowsOf(caller: Caller, row: ImportRow): AsyncGenerator<RefusedRow> {
  for (let afterLine = 0; ;) {
    const rows = await repository.listRefusedRows(caller.db, row, {
      afterLine,
      limit: LISTED_ROWS,
    });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < LISTED_ROWS) return;
    afterLine = last.line;
  }
}

/** Stores all rows of the file, and returns the id of the waiting import. */
export async function storeFile(
  trx: Trx,
  { caller, threads }: Pick<Taking, 'caller' | 'threads'>,
  place: ImportPlace,
  file: UploadedFile,
): Promise<number> {
  const { kind, organizationId, period } = place;
  const defaults = period === null || kind !== 'readings' ? {} : { period };
  let [importId, rows, refused, number] = [0, 0, 0, 0];
  for await (const piece of threads.open({ fd: file.handle.fd, kind, defaults })) {
    if ('columns' in piece) {
      importId = await insertImport(trx, caller, place, file, piece.columns);
      continue;
    }
    number += 1;
    await repository.insertRows(trx, { importId, organizationId, number }, piece.rows);
    rows += piece.rows.length;
    refused += piece.rows.filter(({ reasons }) => reasons.length > 0).length;
  }
  await repository.updateTotals(trx, { organizationId, id: importId }, { rows, refused });
  return importId;
}

async function insertImport(
  trx: Trx,
  { actor, userId, roleIn }: Caller,
  place: ImportPlace,
  { name, hash }: UploadedFile,
  columns: readonly string[],
): Promise<number> {
  return repository.insertImport(trx, {
    organizationId: place.organizationId,
    kind: place.kind,
    houseId: place.houseId,
    moveId: place.moveId ?? null,
    undoes: null,
    undoneBy: null,
    // A part of a move is run by the move.
    status: place.moveId === undefined ? 'QUEUED' : 'RUNNING',
    period: place.period,
    dryRun: place.dryRun,
    fileName: name,
    fileHash: hash,
    columns: JSON.stringify(columns),
    requestedBy: userId,
    byOwner: roleIn(place.organizationId) === 'owner',
    requestId: actor.requestId,
  });
}

/** @throws Refusal not-found, forbidden below the role of the route */
export async function getOwnRow(caller: Caller, importId: number): Promise<ImportRow> {
  return caller.getOwn('The import', async (organizations) =>
    repository.findImport(caller.db, importId, organizations),
  );
}

/** The organization, if the caller can mean only one. */
async function onlyOrganization(caller: Caller): Promise<number> {
  const allowed = caller.organizationsOf(undefined);
  const organizationIds = allowed === 'all' ? await meantByAdmin(caller) : allowed;
  const [only, ...others] = organizationIds;
  if (only !== undefined && others.length === 0) return only;
  const own = caller.ownOrganizations();
  const [meant] = organizationIds.length > 0 || own === 'all' || own.length > 1 ? [] : own;
  // A caller with too small a role in their only organization would not be helped by naming it.
  if (meant !== undefined) caller.requireRole(meant);
  const detail =
    organizationIds.length === 0
      ? 'You keep the books of no organization'
      : 'You may do this in several organizations: name one';
  throw new Refusal('organization-required', detail, {
    errors: [{ path: '/organizationId', message: 'is required', reason: { code: 'required' } }],
  });
}

/** A platform admin may do this in all organizations; those they are a member of come first. */
async function meantByAdmin({ db, joinedOrganizations }: Caller): Promise<readonly number[]> {
  const joined = await joinedOrganizations();
  return joined.length > 0 ? joined : repository.listSomeOrganizations(db);
}

async function toImport(caller: Caller, row: ImportRow): Promise<Import> {
  return {
    ...toListedImport(row),
    repeats: row.undoes === null ? await repository.findSame(caller.db, row) : null,
    appliedMonths:
      row.appliedMonths?.map(({ houseId, months }) => ({ houseId, months: [...months] })) ?? null,
    errors: [...(await listErrors(caller.db, row))],
    reasons: [...(await listReasons(caller.db, row))],
  };
}

/** The first few. */
export async function listErrors(db: Db, row: ImportRow): Promise<readonly ImportError[]> {
  const refused = await repository.listRefusedRows(db, row, {
    afterLine: 0,
    limit: SHOWN_ERRORS,
  });
  return refused.flatMap((one) => errorsOf(row.kind, one)).slice(0, SHOWN_ERRORS);
}

/** All of them, once each. */
export async function listReasons(db: Db, row: ImportRow): Promise<readonly ImportReason[]> {
  if (row.refused === 0) return [];
  const counted = await repository.countReasons(db, row, SHOWN_LINES);
  return counted.map((reason) => ({
    column: reason.column,
    columnTitle: titleOf(row.kind, reason.column),
    code: reason.code,
    message: sentenceOfMany(reason, 'en'),
    messageRu: sentenceOfMany(reason, 'ru'),
    rows: reason.rows,
    lines: [...reason.lines],
  }));
}

function titleOf(kind: ImportKind, column: string | null): string | null {
  return FORMS[kind].columns.find(({ code }) => code === column)?.title ?? null;
}

function errorsOf(kind: ImportKind, { line, reasons }: RefusedRow): readonly ImportError[] {
  return reasons.map((reason) => ({
    line,
    column: reason.column,
    columnTitle: titleOf(kind, reason.column),
    code: reason.code,
    message: sentenceOf(reason, 'en'),
    messageRu: sentenceOf(reason, 'ru'),
  }));
}

function toListedImport(row: ImportRow): ListedImport {
  return {
    id: row.id,
    kind: row.kind,
    organizationId: row.organizationId,
    houseId: row.houseId,
    moveId: row.moveId,
    undoes: row.undoes,
    undoneBy: row.undoneBy,
    period: row.period?.slice(0, 7) ?? null,
    dryRun: row.dryRun,
    fileName: row.fileName,
    fileHash: row.fileHash,
    status: row.status,
    totalRows: row.totalRows,
    processedRows: row.processedRows,
    accepted: row.accepted,
    refused: row.refused,
    changed: row.changed,
    unchanged: row.unchanged,
    error: row.error,
    errorFacts: row.errorFacts,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

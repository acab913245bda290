// Imports, their waiting rows and their refusals in SQL.
import type { JobError } from '@kvartplata/contracts/job-errors.ts';
import { firstError, storedError } from '@kvartplata/platform/database/job-error-columns.ts';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db, Trx } from '../../tables.ts';
import type { ReadRow } from './import-form.ts';
import type { HouseMonths, ImportKind, ImportsTable } from './imports.table.ts';
import type { RowReason } from './row-reasons.ts';

export type ImportRow = Selectable<ImportsTable>;
export type RefusedRow = {
  readonly line: number;
  readonly cells: readonly string[];
  readonly reasons: readonly RowReason[];
};

const COLUMNS = [
  'id',
  'organizationId',
  'kind',
  'houseId',
  'period',
  'dryRun',
  'fileName',
  'fileHash',
  'columns',
  'status',
  'totalRows',
  'processedRows',
  'accepted',
  'refused',
  'changed',
  'unchanged',
  'error',
  'errorFacts',
  'appliedMonths',
  'requestedBy',
  'requestId',
  'createdAt',
  'startedAt',
  'finishedAt',
] as const;
/** The most that one sweep deletes: a day has fewer, and no statement takes long. */
const SWEPT_AT_ONCE = 100;

/** One id when there is but one organization, two when there are more. */
export async function listSomeOrganizations(db: Db): Promise<readonly number[]> {
  const rows = await db.selectFrom('organizations').select('id').orderBy('id').limit(2).execute();
  return rows.map(({ id }) => id);
}

export async function insertImport(trx: Trx, row: Insertable<ImportsTable>): Promise<number> {
  const { id } = await trx
    .insertInto('imports')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Keeps rows that can be read until they are stored, and those that cannot for who asks. */
export async function insertRows(
  trx: Trx,
  place: { readonly importId: number; readonly organizationId: number; readonly number: number },
  rows: readonly ReadRow[],
): Promise<void> {
  const readable = rows.filter(({ reasons }) => reasons.length === 0);
  const refused = rows.filter(({ reasons }) => reasons.length > 0);
  if (readable.length > 0)
    await trx
      .insertInto('importPieces')
      .values({
        importId: place.importId,
        number: place.number,
        organizationId: place.organizationId,
        rows: JSON.stringify(
          readable.map(({ line, cells, values }) => Object.assign({ line, cells }, values)),
        ),
      })
      .execute();
  if (refused.length > 0)
    await sql`
      insert into import_refusals (import_id, line, organization_id, cells, reasons)
      select ${place.importId}, given.line, ${place.organizationId}, given.cells, given.reasons
      from jsonb_to_recordset(${JSON.stringify(refused.map(toRefusedRow))})
        as given (line integer, cells jsonb, reasons jsonb)
    `.execute(trx);
}

/** PostgreSQL keeps no NUL: another sign shows where it stood. */
function toRefusedRow({ line, cells, reasons }: ReadRow): RefusedRow {
  return { line, cells: cells.map((cell) => cell.replaceAll('\0', '\uFFFD')), reasons };
}

/** The whole file is there. */
export async function updateTotals(
  trx: Trx,
  importId: number,
  totals: { readonly rows: number; readonly refused: number },
): Promise<void> {
  await trx
    .updateTable('imports')
    .set({
      totalRows: totals.rows,
      refused: totals.refused,
      accepted: totals.rows - totals.refused,
    })
    .where('id', '=', importId)
    .execute();
}

export async function findImport(db: Db, importId: number): Promise<ImportRow | undefined> {
  return db.selectFrom('imports').select(COLUMNS).where('id', '=', importId).executeTakeFirst();
}

/** The last import before this one that stored the very same file at the same place. */
export async function findSame(db: Db, row: ImportRow): Promise<number | null> {
  const same = await db
    .selectFrom('imports')
    .select('id')
    .where('organizationId', '=', row.organizationId)
    .where('fileHash', '=', row.fileHash)
    .where('kind', '=', row.kind)
    .where('houseId', 'is not distinct from', row.houseId)
    .where('period', 'is not distinct from', row.period)
    .where('status', '=', 'COMPLETED')
    .where('dryRun', '=', false)
    .where('id', '<', row.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return same?.id ?? null;
}

export type ImportFilter = {
  readonly organizationIds: readonly number[] | 'all';
  readonly kind: ImportKind | undefined;
  readonly beforeId: number | undefined;
  readonly limit: number;
};

/** Newest first. */
export async function listImports(db: Db, filter: ImportFilter): Promise<readonly ImportRow[]> {
  let query = db.selectFrom('imports').select(COLUMNS).orderBy('id', 'desc').limit(filter.limit);
  if (filter.organizationIds !== 'all')
    query = query.where(
      'organizationId',
      '=',
      sql<number>`any(${filter.organizationIds}::bigint[])`,
    );
  if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind);
  if (filter.beforeId !== undefined) query = query.where('id', '<', filter.beforeId);
  return query.execute();
}

/** In the order of the file. */
export async function listRefusedRows(
  db: Db,
  importId: number,
  { afterLine, limit }: { readonly afterLine: number; readonly limit: number },
): Promise<readonly RefusedRow[]> {
  const rows = await db
    .selectFrom('importRefusals')
    .select(['line', 'cells', 'reasons'])
    .where('importId', '=', importId)
    .where('line', '>', afterLine)
    .orderBy('line')
    .limit(limit)
    .execute();
  return rows as readonly RefusedRow[];
}

/** Takes the import into work, also one that another process has left; undefined when it has ended. */
export async function startImport(db: Db, importId: number): Promise<ImportRow | undefined> {
  return db
    .updateTable('imports')
    .set({ status: 'RUNNING', startedAt: sql`coalesce(started_at, now())`, processedRows: 0 })
    .where('id', '=', importId)
    .where('status', 'in', ['QUEUED', 'RUNNING'])
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Whether the import is still to be done; one that another process has done meanwhile, or somebody cancelled, is not. */
export async function isRunning(db: Db, importId: number): Promise<boolean> {
  const row = await db
    .selectFrom('imports')
    .select('status')
    .where('id', '=', importId)
    .executeTakeFirst();
  return row?.status === 'RUNNING';
}

/**
 * What people see while the rows are being stored, outside of that transaction.
 * @returns false when the import is no longer under way
 */
export async function updateProgress(db: Db, importId: number, rows: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({ processedRows: rows })
    .where('id', '=', importId)
    .where('status', '=', 'RUNNING')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export type ImportEnd = {
  readonly status: 'COMPLETED' | 'FAILED';
  readonly refused: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly error: JobError | null;
  readonly appliedMonths: readonly HouseMonths[] | null;
};

/** False when the import was no longer under way: then nothing of it may be kept. */
export async function finishImport(trx: Trx, importId: number, end: ImportEnd): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('imports')
    .set({
      status: end.status,
      processedRows: sql`total_rows`,
      accepted: sql`total_rows - ${end.refused}`,
      refused: end.refused,
      changed: end.changed,
      unchanged: end.unchanged,
      ...storedError(end.error),
      appliedMonths: JSON.stringify(end.appliedMonths),
      finishedAt: sql`clock_timestamp()`,
    })
    .where('id', '=', importId)
    .where('status', '=', 'RUNNING')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function deletePieces(trx: Trx, importId: number): Promise<void> {
  await trx.deleteFrom('importPieces').where('importId', '=', importId).execute();
}

/**
 * Puts an import whose work was interrupted back in line, with the error that people see meanwhile.
 * @returns whose it is; undefined when it has ended
 */
export async function requeueImport(
  db: Db | Trx,
  importId: number,
  error: JobError | null,
): Promise<number | undefined> {
  const row = await db
    .updateTable('imports')
    .set({ status: 'QUEUED', ...storedError(error) })
    .where('id', '=', importId)
    .where('status', 'in', ['QUEUED', 'RUNNING'])
    .returning('organizationId')
    .executeTakeFirst();
  return row?.organizationId;
}

/**
 * Ends an import that stored nothing; false when it had ended already.
 * @param error kept when the import has none of its own yet
 */
export async function endImport(
  trx: Trx,
  importId: number,
  status: 'FAILED' | 'CANCELLED',
  error: JobError | null,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('imports')
    .set({ status, ...firstError(error), finishedAt: sql`now()` })
    .where('id', '=', importId)
    .where('status', 'in', ['QUEUED', 'RUNNING'])
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Imports that ended so many days ago, and what is left of their rows. */
export async function deleteOldImports(trx: Trx, days: number): Promise<void> {
  const old = await trx
    .selectFrom('imports')
    .select('id')
    .where('createdAt', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .where('status', 'not in', ['QUEUED', 'RUNNING'])
    .orderBy('createdAt')
    .limit(SWEPT_AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute();
  const ids = old.map(({ id }) => id);
  if (ids.length === 0) return;
  await trx.deleteFrom('importRefusals').where('importId', 'in', ids).execute();
  await trx.deleteFrom('importPieces').where('importId', 'in', ids).execute();
  await trx.deleteFrom('imports').where('id', 'in', ids).execute();
}

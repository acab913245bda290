// Imports, their waiting rows and their refusals in SQL.
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
  'organization_id',
  'kind',
  'house_id',
  'period',
  'dry_run',
  'file_name',
  'file_hash',
  'columns',
  'status',
  'total_rows',
  'processed_rows',
  'accepted',
  'refused',
  'changed',
  'unchanged',
  'error',
  'applied_months',
  'requested_by',
  'request_id',
  'created_at',
  'started_at',
  'finished_at',
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
      .insertInto('import_pieces')
      .values({
        import_id: place.importId,
        number: place.number,
        organization_id: place.organizationId,
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
      total_rows: totals.rows,
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
    .where('organization_id', '=', row.organization_id)
    .where('file_hash', '=', row.file_hash)
    .where('kind', '=', row.kind)
    .where('house_id', 'is not distinct from', row.house_id)
    .where('period', 'is not distinct from', row.period)
    .where('status', '=', 'COMPLETED')
    .where('dry_run', '=', false)
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
      'organization_id',
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
    .selectFrom('import_refusals')
    .select(['line', 'cells', 'reasons'])
    .where('import_id', '=', importId)
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
    .set({ status: 'RUNNING', started_at: sql`coalesce(started_at, now())`, processed_rows: 0 })
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
    .set({ processed_rows: rows })
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
  readonly error: string | null;
  readonly appliedMonths: readonly HouseMonths[] | null;
};

/** False when the import was no longer under way: then nothing of it may be kept. */
export async function finishImport(trx: Trx, importId: number, end: ImportEnd): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('imports')
    .set({
      status: end.status,
      processed_rows: sql`total_rows`,
      accepted: sql`total_rows - ${end.refused}`,
      refused: end.refused,
      changed: end.changed,
      unchanged: end.unchanged,
      error: end.error,
      applied_months: JSON.stringify(end.appliedMonths),
      finished_at: sql`clock_timestamp()`,
    })
    .where('id', '=', importId)
    .where('status', '=', 'RUNNING')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function deletePieces(trx: Trx, importId: number): Promise<void> {
  await trx.deleteFrom('import_pieces').where('import_id', '=', importId).execute();
}

/**
 * Puts an import whose work was interrupted back in line, with the reason that people see meanwhile.
 * @returns whose it is; undefined when it has ended
 */
export async function requeueImport(
  db: Db | Trx,
  importId: number,
  error: string | null,
): Promise<number | undefined> {
  const row = await db
    .updateTable('imports')
    .set({ status: 'QUEUED', error })
    .where('id', '=', importId)
    .where('status', 'in', ['QUEUED', 'RUNNING'])
    .returning('organization_id')
    .executeTakeFirst();
  return row?.organization_id;
}

/**
 * Ends an import that stored nothing; false when it had ended already.
 * @param error kept when the import has none of its own yet
 */
export async function endImport(
  trx: Trx,
  importId: number,
  status: 'FAILED' | 'CANCELLED',
  error: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('imports')
    .set({ status, error: sql`coalesce(error, ${error})`, finished_at: sql`now()` })
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
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .where('status', 'not in', ['QUEUED', 'RUNNING'])
    .orderBy('created_at')
    .limit(SWEPT_AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute();
  const ids = old.map(({ id }) => id);
  if (ids.length === 0) return;
  await trx.deleteFrom('import_refusals').where('import_id', 'in', ids).execute();
  await trx.deleteFrom('import_pieces').where('import_id', 'in', ids).execute();
  await trx.deleteFrom('imports').where('id', 'in', ids).execute();
}

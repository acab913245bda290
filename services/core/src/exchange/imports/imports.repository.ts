// Imports, their waiting rows and their refused rows in SQL.
import { insertFound } from '@kvartplata/platform/database/found-rows.ts';
import type { JobError } from '@kvartplata/contracts/job-errors.ts';
import { firstError, storedError } from '@kvartplata/platform/database/job-error-columns.ts';
import { sql, type Insertable, type Selectable } from 'kysely';
import { isOfOne, type Organizations } from '@kvartplata/platform/database/of-organizations.ts';
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
  'moveId',
  'undoes',
  'undoneBy',
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
  'byOwner',
  'requestId',
  'createdAt',
  'startedAt',
  'finishedAt',
] as const;

/** One id when there is only one organization, two when there are more. */
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

/** Stores readable rows until they are processed, and unreadable ones as refusals. */
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
        organizationId: place.organizationId,
        importId: place.importId,
        number: place.number,
        rows: JSON.stringify(
          readable.map(({ line, cells, values }) => Object.assign({ line, cells }, values)),
        ),
      })
      .execute();
  if (refused.length > 0)
    await insertFound(
      trx,
      sql`
        insert into import_refusals (organization_id, import_id, line, cells, reasons)
        select ${place.organizationId}, ${place.importId}, given.line, given.cells, given.reasons
        from jsonb_to_recordset(${JSON.stringify(refused.map(toRefusedRow))})
          as given (line integer, cells jsonb, reasons jsonb)
      `,
    );
}

/** PostgreSQL cannot store NUL: U+FFFD replaces it. */
function toRefusedRow({ line, cells, reasons }: ReadRow): RefusedRow {
  return { line, cells: cells.map((cell) => cell.replaceAll('\0', '\uFFFD')), reasons };
}

/** Identifies an import. */
export type ImportKey = Pick<ImportRow, 'organizationId' | 'id'>;

/** Called once the whole file is stored. */
export async function updateTotals(
  trx: Trx,
  { organizationId, id }: ImportKey,
  totals: { readonly rows: number; readonly refused: number },
): Promise<void> {
  await trx
    .updateTable('imports')
    .set({
      totalRows: totals.rows,
      refused: totals.refused,
      accepted: totals.rows - totals.refused,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

export async function findImport(
  db: Db,
  importId: number,
  organizations: Organizations,
): Promise<ImportRow | undefined> {
  return db
    .selectFrom('imports')
    .select(COLUMNS)
    .where('id', '=', importId)
    .where(isOfOne(organizations, 'organizationId'))
    .executeTakeFirst();
}

/** Locks the import until the transaction ends; undefined for a caller who may not change it. */
export async function lockImport(
  trx: Trx,
  { organizationId, id }: ImportKey,
): Promise<ImportRow | undefined> {
  return trx
    .selectFrom('imports')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** For the job, which has only the import's id. */
export async function findKey(db: Db, importId: number): Promise<ImportKey | undefined> {
  return db
    .selectFrom('imports')
    .select(['organizationId', 'id'])
    .where('id', '=', importId)
    .executeTakeFirst();
}

/** The last earlier import that stored the same file in the same place. */
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
    .where('undoes', 'is', null)
    .where('undoneBy', 'is', null)
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

/** In file order. */
export async function listRefusedRows(
  db: Db,
  { organizationId, id }: ImportKey,
  { afterLine, limit }: { readonly afterLine: number; readonly limit: number },
): Promise<readonly RefusedRow[]> {
  const rows = await db
    .selectFrom('importRefusals')
    .select(['line', 'cells', 'reasons'])
    .where('organizationId', '=', organizationId)
    .where('importId', '=', id)
    .where('line', '>', afterLine)
    .orderBy('line')
    .limit(limit)
    .execute();
  return rows as readonly RefusedRow[];
}

/** A reason with its number of rows. */
export type CountedReason = RowReason & {
  readonly rows: number;
  /** The first few. */
  readonly lines: readonly number[];
  /** Whether all rows have the same parameters; `params` are those of the first row. */
  readonly isAlike: boolean;
};

/** The reasons of refused rows, ordered by first line. */
export async function countReasons(
  db: Db,
  { organizationId, id }: ImportKey,
  mostLines: number,
): Promise<readonly CountedReason[]> {
  const { rows } = await sql<CountedReason>`
    select reason ->> 'column' as "column", reason ->> 'code' as code, count(*)::integer as rows,
      (array_agg(line order by line))[1:${mostLines}::integer] as lines,
      (array_agg(reason -> 'params' order by line))[1] as params, count(distinct reason -> 'params') = 1 as is_alike
    from import_refusals
    cross join lateral jsonb_array_elements(reasons) as reason
    where import_refusals.organization_id = ${organizationId} and import_id = ${id}
    group by reason ->> 'column', reason ->> 'code'
    order by min(line), 1, 2
  `.execute(db);
  return rows;
}

/** Starts the import, also one that another process has abandoned; undefined when it has ended. */
export async function startImport(
  db: Db,
  { organizationId, id }: ImportKey,
): Promise<ImportRow | undefined> {
  return db
    .updateTable('imports')
    .set({ status: 'RUNNING', startedAt: sql`least(started_at, now())`, processedRows: 0 })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('status', 'in', ['QUEUED', 'RUNNING'])
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Whether the import is still under way: false if another process has finished it or somebody has cancelled it. */
export async function isRunning(db: Db, { organizationId, id }: ImportKey): Promise<boolean> {
  const row = await db
    .selectFrom('imports')
    .select('status')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.status === 'RUNNING';
}

/**
 * Progress for watchers while the rows are being stored, written outside of that transaction.
 * @returns false when the import is no longer under way
 */
export async function updateProgress(
  db: Db,
  { organizationId, id }: ImportKey,
  rows: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({ processedRows: rows })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
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

/** False when the import was no longer under way: then the transaction must be rolled back. */
export async function finishImport(
  trx: Trx,
  { organizationId, id }: ImportKey,
  end: ImportEnd,
): Promise<boolean> {
  // Read separately: `now()` is the start of the long transaction, and a distributed database does not allow `clock_timestamp()`
  // in statements that change rows.
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(trx);
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
      finishedAt: rows[0]?.now ?? null,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'RUNNING')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Unless another undo was first. */
export async function markUndone(
  trx: Trx,
  { organizationId, id }: ImportKey,
  undone: number,
): Promise<void> {
  await trx
    .updateTable('imports')
    .set({ undoneBy: id })
    .where('organizationId', '=', organizationId)
    .where('id', '=', undone)
    .where('undoneBy', 'is', null)
    .execute();
}

export async function deletePieces(trx: Trx, { organizationId, id }: ImportKey): Promise<void> {
  await trx
    .deleteFrom('importPieces')
    .where('organizationId', '=', organizationId)
    .where('importId', '=', id)
    .execute();
}

/**
 * Ends an import that stored nothing; false when it had already ended.
 * @param error kept when the import has none of its own yet
 */
export async function endImport(
  trx: Trx,
  { organizationId, id }: ImportKey,
  status: 'FAILED' | 'CANCELLED',
  error: JobError | null,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('imports')
    .set({ status, ...firstError(error), finishedAt: sql`now()` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('status', 'in', ['QUEUED', 'RUNNING'])
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

// Imports of opening balances and their pieces in SQL.
import type { JobError } from '@kvartplata/contracts/job-errors.ts';
import { firstError, storedError } from '@kvartplata/platform/database/job-error-columns.ts';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { OrganizationIds } from '../../access/access.service.ts';
import { ofOrganizations } from '../../access/scope.ts';
import type { Db, Trx } from '../../tables.ts';
import type { RefusedRow } from './judge-sums.ts';
import type { OpeningImportsTable } from './opening-balances.table.ts';

export type OpeningImportData = Omit<Selectable<OpeningImportsTable>, 'isWhole'>;

/** Identifies an import. */
export type OwnOpening = { readonly organizationId: number; readonly importId: number };

const COLUMNS = [
  'id',
  'organizationId',
  'moveId',
  'asOf',
  'dryRun',
  'fileName',
  'fileHash',
  'mapping',
  'status',
  'totalRows',
  'processedRows',
  'accepted',
  'refused',
  'principal',
  'penalty',
  'advance',
  'reasons',
  'repeats',
  'error',
  'errorFacts',
  'requestedBy',
  'requestId',
  'createdAt',
  'startedAt',
  'finishedAt',
  'undoneAt',
  'undoneBy',
] as const;

export async function insertImport(
  trx: Trx,
  row: Insertable<OpeningImportsTable>,
): Promise<number> {
  const { id } = await trx
    .insertInto('openingImports')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertPiece(
  trx: Trx,
  { organizationId, importId }: OwnOpening,
  { number, rows }: { readonly number: number; readonly rows: readonly unknown[] },
): Promise<void> {
  await trx
    .insertInto('openingImportPieces')
    .values({ organizationId, importId, number, rows: JSON.stringify(rows) })
    .execute();
}

/** Replaces the piece's rows with the checked ones. */
export async function updatePiece(
  trx: Trx,
  { organizationId, importId }: OwnOpening,
  { number, rows }: { readonly number: number; readonly rows: readonly unknown[] },
): Promise<void> {
  await trx
    .updateTable('openingImportPieces')
    .set({ rows: JSON.stringify(rows) })
    .where('organizationId', '=', organizationId)
    .where('importId', '=', importId)
    .where('number', '=', number)
    .execute();
}

/** A row that is refused again keeps its first reasons. */
export async function insertRefusals(
  trx: Trx,
  { organizationId, importId }: OwnOpening,
  rows: readonly RefusedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into opening_import_refusals (organization_id, import_id, line, cells, reasons)
    select ${organizationId}::bigint, ${importId}::bigint, given.line, given.cells, given.reasons
    from jsonb_to_recordset(${JSON.stringify(rows.map(toStored))}::jsonb)
      as given (line integer, cells jsonb, reasons jsonb)
    on conflict (organization_id, import_id, line) do nothing
  `.execute(trx);
}

/** PostgreSQL cannot store NUL: U+FFFD replaces it. */
function toStored({ line, cells, reasons }: RefusedRow): RefusedRow {
  const whole = (text: string): string => text.replaceAll('\0', '\uFFFD');
  return {
    line,
    cells: cells.map(whole),
    reasons: reasons.map(({ code, params }) => ({ code, params: params.map(whole) })),
  };
}

/** Called once the whole file is stored. */
export async function updateRows(
  trx: Trx,
  { organizationId, importId }: OwnOpening,
  rows: number,
): Promise<void> {
  await trx
    .updateTable('openingImports')
    .set({ totalRows: rows })
    .where('organizationId', '=', organizationId)
    .where('id', '=', importId)
    .execute();
}

export async function findImport(
  db: Db,
  organizationIds: OrganizationIds,
  id: number,
): Promise<OpeningImportData | undefined> {
  return db
    .selectFrom('openingImports')
    .select(COLUMNS)
    .where(sql<boolean>`${ofOrganizations('openingImports', organizationIds)}`)
    .where('id', '=', id)
    .executeTakeFirst();
}

export type ImportFilter = {
  readonly organizationIds: OrganizationIds;
  readonly dryRun: boolean | undefined;
  readonly beforeId: number | undefined;
  readonly limit: number;
};

/** Newest first. */
export async function listImports(
  db: Db,
  { organizationIds, dryRun, beforeId, limit }: ImportFilter,
): Promise<readonly OpeningImportData[]> {
  let query = db
    .selectFrom('openingImports')
    .select(COLUMNS)
    .where(sql<boolean>`${ofOrganizations('openingImports', organizationIds)}`)
    .orderBy('id', 'desc')
    .limit(limit);
  if (dryRun !== undefined) query = query.where('dryRun', '=', dryRun);
  if (beforeId !== undefined) query = query.where('id', '<', beforeId);
  return query.execute();
}

/** In file order. @param reason a code; undefined for all rows */
export async function listRefused(
  db: Db,
  { organizationId, importId }: OwnOpening,
  page: {
    readonly reason: string | undefined;
    readonly afterLine: number;
    readonly limit: number;
  },
): Promise<readonly RefusedRow[]> {
  const ofReason =
    page.reason === undefined
      ? sql`true`
      : sql`reasons @> ${JSON.stringify([{ code: page.reason }])}::jsonb`;
  const { rows } = await sql<RefusedRow>`
    select line, cells, reasons from opening_import_refusals
    where opening_import_refusals.organization_id = ${organizationId} and import_id = ${importId}
      and line > ${page.afterLine}::bigint and ${ofReason}
    order by line
    limit ${page.limit}
  `.execute(db);
  return rows;
}

/** Starts the import or its undo, also one that another process has abandoned; undefined when it has ended. */
export async function startImport(
  db: Db,
  { organizationId, importId }: OwnOpening,
): Promise<OpeningImportData | undefined> {
  return db
    .updateTable('openingImports')
    .set({
      status: sql`case when status = 'UNDOING' then status else 'RUNNING' end`,
      startedAt: sql`least(started_at, now())`,
      processedRows: 0,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', importId)
    .where('status', 'in', ['QUEUED', 'RUNNING', 'UNDOING'])
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** How much is done, for whoever watches. */
export async function updateProgress(
  db: Db,
  { organizationId, importId }: OwnOpening,
  rows: number,
): Promise<void> {
  await db
    .updateTable('openingImports')
    .set({ processedRows: sql`least(${rows}::integer, total_rows)` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', importId)
    .where('status', 'in', ['RUNNING', 'UNDOING'])
    .execute();
}

/** An import that could not be undone stays booked. @param error kept when the import has none of its own yet */
export async function failImport(
  db: Db,
  { organizationId, importId }: OwnOpening,
  error: JobError,
): Promise<void> {
  await db
    .updateTable('openingImports')
    .set({
      status: sql`case when status = 'UNDOING' then 'COMPLETED' else 'FAILED' end`,
      undoneBy: null,
      ...firstError(error),
      finishedAt: sql`least(finished_at, now())`,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', importId)
    .where('status', 'in', ['QUEUED', 'RUNNING', 'UNDOING'])
    .execute();
}

export type Ending = {
  readonly status: 'COMPLETED' | 'FAILED';
  readonly error: JobError | null;
  readonly repeats: number | null;
  readonly accepted: number;
  readonly refused: number;
  readonly principal: string;
  readonly penalty: string;
  readonly advance: string;
  /** JSON. */
  readonly reasons: string;
};

/** False when it was no longer under way. */
export async function finishImport(
  trx: Trx,
  { organizationId, importId }: OwnOpening,
  { error, ...ending }: Ending,
): Promise<boolean> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(trx);
  const { numUpdatedRows } = await trx
    .updateTable('openingImports')
    .set({
      ...ending,
      ...storedError(error),
      processedRows: sql`total_rows`,
      finishedAt: rows[0]?.now ?? null,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', importId)
    .where('status', '=', 'RUNNING')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Locks the import until the transaction ends. */
export async function lockImport(
  trx: Trx,
  { organizationId, importId }: OwnOpening,
): Promise<OpeningImportData | undefined> {
  return trx
    .selectFrom('openingImports')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('id', '=', importId)
    .forUpdate()
    .executeTakeFirst();
}

export async function isUndoing(
  trx: Trx,
  { organizationId, importId }: OwnOpening,
): Promise<boolean> {
  const found = await trx
    .selectFrom('openingImports')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', importId)
    .where('status', '=', 'UNDOING')
    .executeTakeFirst();
  return found !== undefined;
}

export async function markUndoing(
  trx: Trx,
  { organizationId, importId }: OwnOpening,
  userId: number,
): Promise<void> {
  await trx
    .updateTable('openingImports')
    .set({ status: 'UNDOING', undoneBy: userId, processedRows: 0, ...storedError(null) })
    .where('organizationId', '=', organizationId)
    .where('id', '=', importId)
    .execute();
}

export async function markUndone(
  trx: Trx,
  { organizationId, importId }: OwnOpening,
): Promise<void> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(trx);
  await trx
    .updateTable('openingImports')
    .set({
      status: 'UNDONE',
      undoneAt: rows[0]?.now ?? null,
      processedRows: sql`total_rows`,
      ...storedError(null),
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', importId)
    .execute();
}

export async function deletePieces(
  trx: Trx,
  { organizationId, importId }: OwnOpening,
): Promise<void> {
  await trx
    .deleteFrom('openingImportPieces')
    .where('organizationId', '=', organizationId)
    .where('importId', '=', importId)
    .execute();
}

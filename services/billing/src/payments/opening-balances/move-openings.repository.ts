// The opening imports of moves in SQL.
import { sql } from 'kysely';
import type { Db, Trx } from '../../tables.ts';
import type { OpeningImportData, OwnOpening } from './opening-imports.repository.ts';

/** Identifies a move. */
export type OwnMove = { readonly organizationId: number; readonly moveId: number };

export type OpeningOfMove = Pick<
  OpeningImportData,
  'id' | 'status' | 'processedRows' | 'refused' | 'repeats' | 'error' | 'errorFacts'
> & {
  /** Whether its booking was requested: then all pieces had come. */
  readonly isWhole: boolean;
};

/**
 * Locks the import until the transaction ends, without blocking the booking that inserts rows referring to it, or being blocked
 * by it.
 */
export async function lockOfMove(
  trx: Trx,
  { organizationId, moveId }: OwnMove,
): Promise<OpeningOfMove | undefined> {
  return trx
    .selectFrom('openingImports')
    .select([
      'id',
      'isWhole',
      'status',
      'processedRows',
      'refused',
      'repeats',
      'error',
      'errorFacts',
    ])
    .where('organizationId', '=', organizationId)
    .where('moveId', '=', moveId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export type MoveFile = OwnMove & {
  /** The first day of the month. */
  readonly asOf: string;
  readonly fileName: string;
  readonly fileHash: string;
  readonly requestedBy: number;
  readonly requestId: string;
};

/** Does nothing when it exists. */
export async function insertOfMove(trx: Trx, file: MoveFile): Promise<void> {
  await sql`
    insert into opening_imports (organization_id, move_id, as_of, dry_run, file_name, file_hash, requested_by, request_id)
    values (${file.organizationId}, ${file.moveId}, ${file.asOf}, false, ${file.fileName}, ${file.fileHash},
      ${file.requestedBy}, ${file.requestId})
    on conflict (organization_id, move_id) where move_id is not null do nothing
  `.execute(trx);
}

/** A repeated piece is stored and counted once. */
export async function addPiece(
  trx: Trx,
  { organizationId, importId }: OwnOpening,
  { number, rows }: { readonly number: number; readonly rows: readonly unknown[] },
): Promise<void> {
  const { rows: inserted } = await sql`
    insert into opening_import_pieces (organization_id, import_id, number, rows)
    values (${organizationId}, ${importId}, ${number}, ${JSON.stringify(rows)}::jsonb)
    on conflict on constraint opening_import_pieces_pkey do nothing
    returning number
  `.execute(trx);
  if (inserted.length === 0) return;
  await trx
    .updateTable('openingImports')
    .set({ totalRows: sql`total_rows + ${rows.length}::integer` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', importId)
    .execute();
}

/** False when it was already queued. */
export async function markQueued(
  trx: Trx,
  { organizationId, importId }: OwnOpening,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('openingImports')
    .set({ isWhole: true })
    .where('organizationId', '=', organizationId)
    .where('id', '=', importId)
    .where('isWhole', '=', false)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export type SinceMove = {
  readonly organizationId: number;
  readonly houseIds: readonly number[];
  /** When core stored the move, by core's clock. */
  readonly storedAt: string;
};

/** Tolerance between the clocks of the two databases. */
const MAY_DIFFER = sql`interval '1 minute'`;

/** Months in which something else was booked or waits to be booked in the houses since then; openings and drafts do not count. */
export async function listBookedMonths(
  db: Db,
  { organizationId, houseIds, storedAt }: SinceMove,
): Promise<readonly string[]> {
  const { rows } = await sql<{ month: string }>`
    select to_char(booked.period, 'YYYY-MM') as month
    from (
      select ledger_entries.period from ledger_entries
      where ledger_entries.organization_id = ${organizationId} and ledger_entries.house_id = any(${houseIds}::bigint[])
        and ledger_entries.transaction_type <> 'OPENING' and ledger_entries.created_at >= ${storedAt}::timestamptz - ${MAY_DIFFER}
      union
      select corrections.period from corrections
      where corrections.organization_id = ${organizationId} and corrections.house_id = any(${houseIds}::bigint[])
        and corrections.created_at >= ${storedAt}::timestamptz - ${MAY_DIFFER}
      union
      select waiting_adjustments.period from waiting_adjustments
      where waiting_adjustments.organization_id = ${organizationId} and waiting_adjustments.house_id = any(${houseIds}::bigint[])
        and waiting_adjustments.status = 'WAITING'
        and waiting_adjustments.created_at >= ${storedAt}::timestamptz - ${MAY_DIFFER}
    ) as booked
    order by month
  `.execute(db);
  return rows.map(({ month }) => month);
}

/** Whether any calculation of the houses is under way. */
export async function isBeingComputed(
  db: Db,
  { organizationId, houseIds }: Omit<SinceMove, 'storedAt'>,
): Promise<boolean> {
  const { rows } = await sql<{ underWay: boolean }>`
    select exists (
      select from calculation_jobs
      where calculation_jobs.organization_id = ${organizationId} and calculation_jobs.house_ids && ${houseIds}::bigint[]
        and calculation_jobs.status in ('QUEUED', 'RUNNING')
    ) as under_way
  `.execute(db);
  return rows[0]?.underWay ?? false;
}

/** The id of a move's import. */
export async function findOfMove(
  db: Db,
  { organizationId, moveId }: OwnMove,
): Promise<number | undefined> {
  const found = await db
    .selectFrom('openingImports')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('moveId', '=', moveId)
    .executeTakeFirst();
  return found?.id;
}

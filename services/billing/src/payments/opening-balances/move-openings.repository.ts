// The openings of companies that move in, in SQL: found by their move.
import { sql } from 'kysely';
import type { Db, Trx } from '../../tables.ts';
import type { OpeningImportData, OwnOpening } from './opening-imports.repository.ts';

/** A move by its key. */
export type OwnMove = { readonly organizationId: number; readonly moveId: number };

export type OpeningOfMove = Pick<
  OpeningImportData,
  'id' | 'status' | 'processedRows' | 'refused' | 'repeats'
>;

/** Held until the transaction ends. */
export async function lockOfMove(
  trx: Trx,
  { organizationId, moveId }: OwnMove,
): Promise<OpeningOfMove | undefined> {
  return trx
    .selectFrom('openingImports')
    .select(['id', 'status', 'processedRows', 'refused', 'repeats'])
    .where('organizationId', '=', organizationId)
    .where('moveId', '=', moveId)
    .forUpdate()
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

/** Does nothing when it is there. */
export async function insertOfMove(trx: Trx, file: MoveFile): Promise<void> {
  await sql`
    insert into opening_imports (organization_id, move_id, as_of, dry_run, file_name, file_hash, requested_by, request_id)
    values (${file.organizationId}, ${file.moveId}, ${file.asOf}, false, ${file.fileName}, ${file.fileHash},
      ${file.requestedBy}, ${file.requestId})
    on conflict (organization_id, move_id) where move_id is not null do nothing
  `.execute(trx);
}

/** A piece that is there already is the same, and counted once. */
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

/** False when it was queued before. */
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

/** Of the houses those that have charges, drafts included, or entries of other things than openings. */
export async function listChargedHouses(
  db: Db,
  organizationId: number,
  houseIds: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ houseId: number }>`
    select asked.house_id from unnest(${houseIds}::bigint[]) as asked (house_id)
    where exists (
      select from charges where charges.organization_id = ${organizationId} and charges.house_id = asked.house_id
    ) or exists (
      select from ledger_entries
      where ledger_entries.organization_id = ${organizationId} and ledger_entries.house_id = asked.house_id
        and ledger_entries.transaction_type <> 'OPENING'
    )
    order by asked.house_id
  `.execute(db);
  return rows.map(({ houseId }) => houseId);
}

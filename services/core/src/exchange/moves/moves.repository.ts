// Moves and the records they have created, in SQL.
import type { JobError } from '@kvartplata/contracts/job-errors.ts';
import { storedError } from '@kvartplata/platform/database/job-error-columns.ts';
import { isOfOne, type Organizations } from '@kvartplata/platform/database/of-organizations.ts';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db, Trx } from '../../tables.ts';
import type { ImportRow } from '../imports/imports.repository.ts';
import type { MoveRecordKind, MovesTable } from './moves.table.ts';

export type MoveRow = Selectable<MovesTable>;

/** Identifies a move. */
export type MoveKey = Pick<MoveRow, 'organizationId' | 'id'>;

export async function insertMove(trx: Trx, row: Insertable<MovesTable>): Promise<number> {
  const { id } = await trx
    .insertInto('moves')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findMove(
  db: Db,
  moveId: number,
  organizations: Organizations,
): Promise<MoveRow | undefined> {
  return db
    .selectFrom('moves')
    .selectAll()
    .where('id', '=', moveId)
    .where(isOfOne(organizations, 'organizationId'))
    .executeTakeFirst();
}

/** Newest first. */
export async function listMoves(
  db: Db,
  organizations: Organizations,
  { beforeId, limit }: { readonly beforeId: number | undefined; readonly limit: number },
): Promise<readonly MoveRow[]> {
  let query = db
    .selectFrom('moves')
    .selectAll()
    .where(isOfOne(organizations, 'organizationId'))
    .orderBy('id', 'desc')
    .limit(limit);
  if (beforeId !== undefined) query = query.where('id', '<', beforeId);
  return query.execute();
}

/** The files of a move. */
export async function listParts(
  db: Db,
  { organizationId, id }: MoveKey,
): Promise<readonly ImportRow[]> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('moveId', '=', id)
    .orderBy('id')
    .execute();
}

/** How many records of each kind a move has created. */
export async function countRecords(
  db: Db,
  { organizationId, id }: MoveKey,
): Promise<Readonly<Partial<Record<MoveRecordKind, number>>>> {
  const { rows } = await sql<{ kind: MoveRecordKind; count: number }>`
    select kind, count(*)::integer as count from move_records
    where move_records.organization_id = ${organizationId} and move_records.move_id = ${id}
    group by kind
  `.execute(db);
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

/** The houses that a move has created, not those in which it has only added something. */
export async function listMadeHouses(
  trx: Trx,
  { organizationId, id }: MoveKey,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select move_records.id from move_records
    where move_records.organization_id = ${organizationId} and move_records.move_id = ${id}
      and move_records.kind = 'house'
  `.execute(trx);
  return new Set(rows.map((row) => row.id));
}

/** The houses in which a move has created anything, ordered by id. */
export async function listHouses(
  db: Db,
  { organizationId, id }: MoveKey,
): Promise<readonly number[]> {
  const { rows } = await sql<{ houseId: number }>`
    select distinct house_id from move_records
    where move_records.organization_id = ${organizationId} and move_records.move_id = ${id}
    order by house_id
  `.execute(db);
  return rows.map(({ houseId }) => houseId);
}

/** Starts the move or its undo, also one that another process has abandoned; undefined when it has ended. */
export async function startMove(
  db: Db,
  { organizationId, id }: MoveKey,
): Promise<MoveRow | undefined> {
  return db
    .updateTable('moves')
    .set({
      status: sql`case when status = 'UNDOING' then status else 'RUNNING' end`,
      startedAt: sql`least(started_at, now())`,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('status', 'in', ['QUEUED', 'RUNNING', 'UNDOING'])
    .returningAll()
    .executeTakeFirst();
}

/** Locked until the transaction ends. */
export async function lockMove(
  trx: Trx,
  { organizationId, id }: MoveKey,
): Promise<MoveRow | undefined> {
  return trx
    .selectFrom('moves')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function markStored(trx: Trx, { organizationId, id }: MoveKey): Promise<void> {
  await trx
    .updateTable('moves')
    .set({ storedAt: sql`now()` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

export async function endMove(
  db: Db | Trx,
  { organizationId, id }: MoveKey,
  { status, error }: { readonly status: 'COMPLETED' | 'FAILED'; readonly error: JobError | null },
): Promise<void> {
  // If a move fails, everything it has stored is undone.
  const stored = status === 'FAILED' ? { storedAt: null } : { bookedAt: sql`now()` };
  await db
    .updateTable('moves')
    .set({ status, ...stored, ...storedError(error), finishedAt: sql`now()` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'RUNNING')
    .execute();
}

export async function markUndoing(
  trx: Trx,
  { organizationId, id }: MoveKey,
  userId: number,
): Promise<void> {
  await trx
    .updateTable('moves')
    .set({ status: 'UNDOING', undoneBy: userId, ...storedError(null) })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

export async function markUndone(trx: Trx, { organizationId, id }: MoveKey): Promise<void> {
  await trx
    .updateTable('moves')
    .set({ status: 'UNDONE', undoneAt: sql`now()`, ...storedError(null) })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

/** A move that could not be undone stays as it was. */
export async function failMove(
  db: Db | Trx,
  { organizationId, id }: MoveKey,
  error: JobError,
): Promise<void> {
  await db
    .updateTable('moves')
    .set({
      status: sql`case when status = 'UNDOING' and booked_at is not null then 'COMPLETED' else 'FAILED' end`,
      undoneBy: null,
      ...storedError(error),
      finishedAt: sql`least(finished_at, now())`,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('status', 'in', ['QUEUED', 'RUNNING', 'UNDOING'])
    .execute();
}

/** The first piece of a file of balances after a number. */
export async function findPiece(
  db: Db,
  { organizationId, id }: Pick<ImportRow, 'organizationId' | 'id'>,
  behind: number,
): Promise<{ readonly number: number; readonly rows: unknown } | undefined> {
  return db
    .selectFrom('importPieces')
    .select(['number', 'rows'])
    .where('organizationId', '=', organizationId)
    .where('importId', '=', id)
    .where('number', '>', behind)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
}

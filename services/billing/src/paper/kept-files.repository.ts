// Files made by jobs, in SQL: their bytes in pieces beside the job's row, until the file is removed.
import type { OwnJob } from '@kvartplata/platform/jobs/job-table.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '../tables.ts';
import type { KeptFiles } from './kept-pieces.ts';

export async function insertPiece(
  trx: Trx,
  { pieces, fileColumn }: KeptFiles,
  { organizationId, id }: OwnJob,
  number: number,
  bytes: Buffer,
): Promise<void> {
  await sql`
    insert into ${sql.table(pieces)} (organization_id, ${sql.ref(fileColumn)}, number, bytes)
    values (${organizationId}, ${id}, ${number}, ${bytes})
  `.execute(trx);
}

/** Undefined after the last one. */
export async function findPiece(
  db: Db,
  { pieces, fileColumn }: KeptFiles,
  { organizationId, id }: OwnJob,
  number: number,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select piece.bytes from ${sql.table(pieces)} as piece
    where piece.organization_id = ${organizationId} and ${sql.ref(`piece.${fileColumn}`)} = ${id}
      and piece.number = ${number}
  `.execute(db);
  return rows[0]?.bytes;
}

export async function hasPieces(
  db: Db,
  { pieces, fileColumn }: KeptFiles,
  { organizationId, id }: OwnJob,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${sql.table(pieces)} as piece
    where piece.organization_id = ${organizationId} and ${sql.ref(`piece.${fileColumn}`)} = ${id}
      and piece.number = 1
  `.execute(db);
  return rows.length > 0;
}

export async function deletePieces(
  trx: Trx,
  { pieces, fileColumn }: KeptFiles,
  { organizationId, id }: OwnJob,
): Promise<void> {
  await sql`
    delete from ${sql.table(pieces)} as piece
    where piece.organization_id = ${organizationId} and ${sql.ref(`piece.${fileColumn}`)} = ${id}
  `.execute(trx);
}

/** The organizations that have a stored file. */
export async function listKeepers(db: Db, { table }: KeptFiles): Promise<readonly number[]> {
  const { rows } = await sql<{ organizationId: number }>`
    select distinct job.organization_id from ${sql.table(table)} as job
    where job.status = 'COMPLETED' and job.removed_at is null and job.byte_count is not null
  `.execute(db);
  return rows.map(({ organizationId }) => organizationId);
}

export type KeptFile = {
  readonly id: number;
  readonly byteCount: number;
  readonly finishedAt: Date;
};

/** Newest first. */
export async function listKept(
  db: Db,
  { table }: KeptFiles,
  organizationId: number,
): Promise<readonly KeptFile[]> {
  const { rows } = await sql<KeptFile>`
    select job.id, job.byte_count, job.finished_at from ${sql.table(table)} as job
    where job.organization_id = ${organizationId} and job.status = 'COMPLETED' and job.removed_at is null
      and job.byte_count is not null
    order by job.id desc
  `.execute(db);
  return rows;
}

export async function removeFile(trx: Trx, files: KeptFiles, own: OwnJob): Promise<void> {
  const { organizationId, id } = own;
  await sql`
    update ${sql.table(files.table)} as job set removed_at = now()
    where job.organization_id = ${organizationId} and job.id = ${id} and job.removed_at is null
  `.execute(trx);
  await deletePieces(trx, files, own);
}

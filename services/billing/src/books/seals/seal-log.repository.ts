// The log of seals in SQL: its leaves, its signed heads, and the witnesses' cosignatures.
import { violates } from '@kvartplata/platform/database/database-errors.ts';
import { sql } from 'kysely';
import type { OwnCycle } from '../cycles/cycles.repository.ts';
import type { Db, Trx } from '../../tables.ts';

/** Locks the log against other appends until the transaction ends. @returns the index of the next leaf */
export async function holdLog(trx: Trx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('seal-log', 0))`.execute(trx);
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(seal_log.index) + 1, 0) as next from seal_log
  `.execute(trx);
  return rows[0]?.next ?? 0;
}

/** Appends the line of the seal made in this transaction. */
export async function appendSeal(
  trx: Trx,
  { organizationId, cycleId }: OwnCycle,
  index: number,
): Promise<void> {
  const { rows } = await sql<{ leaf: string }>`
    select app.seal_leaf(month_seals.organization_id, billing_cycles.period, month_seals.billing_cycle_id,
      month_seals.created_at, month_seals.accounts, month_seals.turnover_hash, month_seals.chain_hash,
      month_seals.papers_hash, month_seals.checks) as leaf
    from month_seals
    join billing_cycles on billing_cycles.organization_id = month_seals.organization_id
      and billing_cycles.id = month_seals.billing_cycle_id
    where month_seals.organization_id = ${organizationId} and month_seals.billing_cycle_id = ${cycleId}
      and month_seals.log_index = ${index}
  `.execute(trx);
  const [{ leaf } = { leaf: '' }] = rows;
  await trx.insertInto('sealLog').values({ index, leaf }).execute();
}

/** From an index on, in order. */
export async function listLeaves(db: Db, from: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('sealLog')
    .select('leaf')
    .where('index', '>=', from)
    .orderBy('index')
    .execute();
  return rows.map(({ leaf }) => leaf);
}

/** The signed head of the log at this size. */
export async function findCheckpoint(db: Db, size: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('checkpoints')
    .select('note')
    .where('size', '=', size)
    .executeTakeFirst();
  return row?.note;
}

export async function listCosignatures(db: Db, size: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('cosignatures')
    .select('line')
    .where('size', '=', size)
    .orderBy('witness')
    .execute();
  return rows.map(({ line }) => line);
}

/** Does nothing when another replica has already recorded it. */
export async function insertCheckpoint(db: Db, size: number, note: string): Promise<void> {
  await unlessThere('checkpoints_pkey', db.insertInto('checkpoints').values({ size, note }));
}

/** The distributed engine requires the right to update a table for "on conflict do nothing". */
async function unlessThere(
  constraint: string,
  insert: { readonly execute: () => Promise<unknown> },
): Promise<void> {
  try {
    await insert.execute();
  } catch (error) {
    if (!violates(error, constraint)) throw error;
  }
}

export type Cosignature = {
  readonly size: number;
  readonly witness: string;
  readonly line: string;
};

export async function insertCosignature(db: Db, cosignature: Cosignature): Promise<void> {
  await unlessThere('cosignatures_pkey', db.insertInto('cosignatures').values(cosignature));
}

/** The size of the largest head that the witness has signed; 0 when it has signed none. */
export async function findWitnessedSize(db: Db, witness: string): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select coalesce(max(cosignatures.size), 0) as size from cosignatures where cosignatures.witness = ${witness}
  `.execute(db);
  return rows[0]?.size ?? 0;
}

/** The largest signed head. */
export async function findLastCheckpoint(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('checkpoints')
    .select('note')
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.note;
}

export async function findLeaf(db: Db, index: number): Promise<string> {
  const { leaf } = await db
    .selectFrom('sealLog')
    .select('leaf')
    .where('index', '=', index)
    .executeTakeFirstOrThrow();
  return leaf;
}

// The runs of the import in SQL.
import type { KeyRateRemark } from '@kvartplata/contracts/billing/key-rate-import.ts';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../tables.ts';
import type { KeyRateImportsTable } from './key-rate-imports.table.ts';

export type ImportRun = Pick<
  KeyRateImportsTable,
  'outcome' | 'bankRate' | 'bankRateOn' | 'requestedBy'
> & { readonly remarks: readonly KeyRateRemark[] };

export type StoredRun = Selectable<KeyRateImportsTable>;

/** Newest first. */
export async function listRuns(
  db: Db,
  { beforeId, limit }: { readonly beforeId: number | undefined; readonly limit: number },
): Promise<readonly StoredRun[]> {
  const runs = db.selectFrom('keyRateImports').selectAll();
  return (beforeId === undefined ? runs : runs.where('id', '<', beforeId))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function insertRun(db: Db, run: ImportRun): Promise<void> {
  await db
    .insertInto('keyRateImports')
    .values({ ...run, remarks: JSON.stringify(run.remarks) })
    .execute();
}

/** Whether the bank has given a usable answer at that instant or later. */
export async function hasSucceededSince(db: Db, instant: Date): Promise<boolean> {
  const run = await db
    .selectFrom('keyRateImports')
    .select('id')
    .where('outcome', '<>', 'failed')
    .where('finishedAt', '>=', instant)
    .limit(1)
    .executeTakeFirst();
  return run !== undefined;
}

/** How long ago the bank last gave a usable answer; undefined when it never did. */
export async function findSecondsSinceSuccess(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from now() - max(finished_at))::float8 as seconds
    from key_rate_imports where outcome <> 'failed'
  `.execute(db);
  return rows[0]?.seconds ?? undefined;
}

// Old imports that have ended, in SQL.
import { sql } from 'kysely';
import type { Db, Trx } from '../../tables.ts';
import type { ImportKey } from './imports.repository.ts';

/** The most deletions per sweep: a day has fewer imports, and each statement stays short. */
const SWEPT_AT_ONCE = 100;

/** Ended imports that were created this many days ago or more. */
export async function listOldImports(db: Db, days: number): Promise<readonly ImportKey[]> {
  return db
    .selectFrom('imports')
    .select(['organizationId', 'id'])
    .where('createdAt', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .where('status', 'not in', ['QUEUED', 'RUNNING'])
    .orderBy('createdAt')
    .limit(SWEPT_AT_ONCE)
    .execute();
}

/** With its remaining rows. */
export async function deleteImport(trx: Trx, { organizationId, id }: ImportKey): Promise<void> {
  for (const table of ['importRefusals', 'importPieces', 'importRecords'] as const)
    await trx
      .deleteFrom(table)
      .where('organizationId', '=', organizationId)
      .where('importId', '=', id)
      .execute();
  await trx
    .deleteFrom('imports')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

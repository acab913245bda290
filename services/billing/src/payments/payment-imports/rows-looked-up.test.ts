// How many rows of earlier registries are read to check a row of a new one, whatever statistics the plan was made with: only
// similar rows. Otherwise the time for a large file would grow quadratically.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import { createOnServer, type TestDatabase } from '@kvartplata/platform/testing/test-database.ts';
import { sql } from 'kysely';
import type { BillingTables } from '../../tables.ts';
import type { RowPlace } from './judge-rows.ts';
import { listBefore } from './judging.repository.ts';

const ORGANIZATION = 1;
const ROWS = 20_000;

let database: TestDatabase;
/** A single connection, which keeps its plans. */
let owner: Database<BillingTables>;

before(async () => {
  database = await createOnServer('billing');
  owner = openDatabase({ url: database.url, poolSize: 1, applicationName: 'test-owner' });
  // Disables foreign key checks.
  await owner.pool.query('set session_replication_role = replica');
});
after(async () => {
  await owner.db.destroy();
  await database.drop();
});

/** @param operations how many distinct operations the rows have; rows beyond that have none */
async function bring(importId: number, rows: number, operations: number): Promise<void> {
  await owner.pool.query(
    `insert into payment_import_rows (organization_id, import_id, line, status, reasons, account_numbers, amount, paid_on,
       source_text, operation_hash, row_hash, is_claimed, house_id, personal_account_id, payment_id)
     select $1::bigint, $2::bigint, line, 'matched', '[]', '{LS01}', 10, '2026-02-20', 'row',
       case when line <= 4 * $4 then lpad('operation ' || $2 || '/' || (line - 1) % $4 + 1, 43, '0') end,
       lpad('row ' || $2 || '/' || line, 43, '0'), true, 1, 1, $2::bigint * 1000000 + line
     from generate_series(1, $3::integer) as line`,
    [ORGANIZATION, importId, rows, operations],
  );
}

/** What these lines of another file repeat, and how many rows were read to find it. */
async function judged(
  hashes: readonly string[],
): Promise<readonly [readonly (RowPlace | null)[], number]> {
  return owner.db.transaction().execute(async (trx) => {
    const readSoFar = async (): Promise<number> => {
      const { rows } = await sql<{ read: string }>`
        select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables
        where relname = 'payment_import_rows'
      `.execute(trx);
      return Number(rows[0]?.read);
    };
    const readBefore = await readSoFar();
    const rows = hashes.map((hash, nth) => ({
      line: nth + 1,
      rowHash: `row ${hash}`.padStart(43, '0'),
      operationHash: `operation ${hash}`.padStart(43, '0'),
    }));
    const known = await listBefore(trx, ORGANIZATION, [], rows);
    return [known.map(({ sameOperation }) => sameOperation), (await readSoFar()) - readBefore];
  });
}

test('a row is looked up by its hashes, even with a plan made before the table has grown', async () => {
  // Operations that occur four times each: the planner expects many rows for any operation.
  await bring(1, 200, 3);
  await owner.pool.query('analyze payment_import_rows');
  await bring(2, ROWS, ROWS);
  const unknown = ['9/1', '9/2', '9/3', '9/4', '9/5'];
  for (let asked = 0; asked < 7; asked += 1)
    assert.deepEqual(await judged(unknown), [[null, null, null, null, null], 0]);
  const [known, read] = await judged([`2/${ROWS}`, '9/1']);
  assert.deepEqual(known, [{ importId: 2, line: ROWS }, null]);
  assert.ok(read <= 2, `${read} rows`);
});

// Billing's schema on a database that spans nodes: where each table lies, and that an organization's rows lie on one node.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import type pg from 'pg';

/** Whole on every node. */
const REFERENCE = ['key_rate_imports', 'ledger_verifications', 'penalty_rates'];
/** On the coordinator alone: what has no organization, or need not have one. */
const LOCAL = ['audit_log', 'kysely_migration'];

let database: TestDatabase | undefined;
let owner: Database<unknown> | undefined;

before(async () => {
  database = await createTestDatabase('billing');
  owner = openDatabase({ url: database.url, poolSize: 1, applicationName: 'schema-test' });
});
after(async () => {
  await owner?.db.destroy();
  await database?.drop();
});

async function ask<Row extends pg.QueryResultRow>(query: string): Promise<readonly Row[]> {
  if (owner === undefined) throw new Error('the database is open');
  return (await owner.pool.query<Row>(query)).rows;
}

async function namesOf(query: string): Promise<readonly string[]> {
  const rows = await ask<{ name: string }>(`${query} order by 1`);
  return rows.map(({ name }) => name);
}

test('reference and local tables are those named here, and all others are spread by their organization', async () => {
  const placed = (type: string) =>
    `select table_name::text as name from citus_tables where citus_table_type = '${type}'`;
  assert.deepEqual(await namesOf(placed('reference')), REFERENCE);
  const local = await namesOf(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and oid not in (select logicalrelid from pg_dist_partition)`,
  );
  assert.deepEqual(local, LOCAL);
  const byAnother = await namesOf(
    `select table_name::text as name from citus_tables
     where citus_table_type = 'distributed' and distribution_column <> 'organization_id'`,
  );
  assert.deepEqual(byAnother, []);
});

test('all that is spread is spread alike: an organization’s rows lie together', async () => {
  const rows = await ask(
    `select count(distinct colocation_id)::integer as groups, count(*) > 20 as many
     from citus_tables where citus_table_type = 'distributed'`,
  );
  assert.deepEqual(rows, [{ groups: 1, many: true }]);
});

test('every table that is spread has a primary key, without which its rows could not move', async () => {
  const keyless = await namesOf(
    `select logicalrelid::text as name from pg_dist_partition
     where not exists (select from pg_index where indrelid = logicalrelid and indisprimary)`,
  );
  assert.deepEqual(keyless, []);
});

test('what only grows refuses on every node, partitions of a new month included', async () => {
  await ask(`select app.ensure_month('2026-07-01')`);
  for (const table of ['ledger_entries', 'ledger_entries_2026_07', 'charges_2026_07'])
    await assert.rejects(ask(`truncate ${table}`), { code: '23001' });
});

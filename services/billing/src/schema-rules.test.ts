// The rules that let one schema serve plain PostgreSQL and the distributed engine, checked in the system catalogue.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import { isWithoutEngine, SPREAD_MARK } from '@kvartplata/platform/database/engine.ts';
import { findSchemaFaults } from '@kvartplata/platform/testing/schema-rules.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import type { Kysely } from 'kysely';
import type { BillingTables } from './tables.ts';

/** Replicated to every node. */
const REFERENCE_TABLES = [
  'archived_months',
  'checkpoints',
  'cosignatures',
  'key_rate_imports',
  'ledger_verifications',
  'penalty_rates',
  'seal_log',
];
/** On the coordinator only. */
const LOCAL_TABLES = ['compatible_migrations', 'kysely_migration'];
const PARTITIONED_TABLES = ['charges', 'ledger_entries'];

let database: TestDatabase;
let owner: Database<BillingTables>;

before(async () => {
  database = await createTestDatabase('billing');
  owner = openDatabase({ url: database.url, poolSize: 1, applicationName: 'test' });
  await owner.pool.query(`select app.ensure_month('2026-01-01'), app.ensure_month('2026-02-01')`);
});
after(async () => {
  await owner.db.destroy();
  await database.drop();
});

async function names(statement: string): Promise<readonly string[]> {
  const { rows } = await owner.pool.query<{ name: string }>(statement);
  return rows.map((row) => row.name);
}

const DISTRIBUTED = `
  select c.oid from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname <> all ('{${[...REFERENCE_TABLES, ...LOCAL_TABLES].join(',')}}')`;

test('every table is distributed by organization, a reference table or a local one', async () => {
  const without = await names(`
    select c.relname as name from pg_class c where c.oid in (${DISTRIBUTED})
      and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and a.attnotnull)`);
  assert.deepEqual(without, []);
});

test('every table has a primary key, without which a shard cannot move', async () => {
  const without = await names(`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not exists (select from pg_constraint where conrelid = c.oid and contype = 'p')`);
  assert.deepEqual(without, []);
});

test('no id comes from an identity column, which workers cannot share', async () => {
  const identities = await names(`
    select attrelid::regclass || '.' || attname as name from pg_attribute
    where attidentity <> '' and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`);
  assert.deepEqual(identities, []);
});

test('every key of a distributed table starts with the organization, and includes the month if partitioned', async () => {
  const wrong = await names(`
    select x.indexrelid::regclass::text as name from pg_index x
    where x.indrelid in (${DISTRIBUTED}) and (x.indisunique or x.indisexclusion)
      and (
        (select attname from pg_attribute where attrelid = x.indrelid and attnum = x.indkey[0]) is distinct from 'organization_id'
        or (x.indrelid::regclass::text in ('${PARTITIONED_TABLES.join("','")}')
          and not exists (select from pg_attribute where attrelid = x.indrelid and attname = 'period' and attnum = any (x.indkey)))
      )`);
  assert.deepEqual(wrong, []);
});

test('every index of a distributed table starts with the organization, except listed ones', async () => {
  const wrong = await names(`
    select x.indexrelid::regclass::text as name from pg_index x
    where x.indrelid in (${DISTRIBUTED})
      and (select attname from pg_attribute where attrelid = x.indrelid and attnum = x.indkey[0])
        not in ('organization_id', 'id')
    order by 1`);
  // Exceptions: an admin queries the audit log of all organizations, and the senders of letters and webhooks query whatever is
  // due in all of them.
  assert.deepEqual(wrong, [
    'audit_log_object_idx',
    'audit_log_user_id_idx',
    'deliveries_finished_at',
    'delivery_letters_created_at',
    'delivery_letters_handed_over_at',
    'webhook_deliveries_due',
    'webhook_deliveries_occurred_at',
  ]);
});

test('a foreign key of a distributed table starts with the organization', async () => {
  const wrong = await names(`
    select con.conname as name from pg_constraint con
    where con.contype = 'f' and (con.conrelid in (${DISTRIBUTED}) or con.confrelid in (${DISTRIBUTED}))
      and (select attname from pg_attribute where attrelid = con.conrelid and attnum = con.conkey[1]) <> 'organization_id'`);
  assert.deepEqual(wrong, []);
});

test('no deletes cascade, and the application’s role owns and can truncate nothing', async () => {
  const faults = await findSchemaFaults(owner.pool, 'billing_app');
  assert.deepEqual(faults, { cascades: [], ownedByRole: [], truncatable: [] });
});

test('migrations distribute each table after it is made and before its triggers and rights', async () => {
  const folder = path.resolve(import.meta.dirname, '../migrations');
  const texts = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const wanted = [
    ...REFERENCE_TABLES.map((table) => `replicate('${table}'`),
    ...(await names(DISTRIBUTED.replace('c.oid', 'c.relname as name'))).map(
      (table) => `distribute('${table}'`,
    ),
  ].toSorted();
  assert.deepEqual(
    texts
      .join('\n')
      .match(/(?<=select app\.)(?:distribute|replicate)\([^)]*/g)
      ?.toSorted(),
    wanted,
  );
  for (const text of texts)
    for (const [call, table = ''] of text.matchAll(
      /select app\.(?:distribute|replicate)\('(\w+)'[^;]*;/g,
    )) {
      const above = text.slice(0, text.indexOf(call));
      assert.ok(above.includes(`create table ${table} (`), table);
      assert.doesNotMatch(
        above,
        new RegExp(
          `create (?:constraint )?trigger [^;]* on ${table}\\b|(?:only_grows|guard_\\w+|secure)\\('${table}'`,
        ),
      );
    }
});

test('balances, which are updated in place, leave room on their pages', async () => {
  const options = await names(
    `select unnest(reloptions) as name from pg_class where relname = 'merged_balances'`,
  );
  assert.ok(options.some((option) => /^fillfactor=[5-8]0$/.test(option)));
});

test('charges and ledger entries are partitioned by month, and every partition refuses to be truncated', async () => {
  const partitioned = await names(
    `select relname as name from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace order by 1`,
  );
  assert.deepEqual(partitioned, PARTITIONED_TABLES);
  const partitions = await names(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relispartition and c.relkind = 'r' order by 1`,
  );
  assert.equal(partitions.length, 4);
  const guarded = await names(`
    select c.relname as name from pg_class c join pg_trigger t on t.tgrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relispartition and (t.tgtype & 32) = 32
    order by 1`);
  assert.deepEqual(guarded, partitions);
});

test('twenty concurrent callers create a month once', async () => {
  const many = openDatabase<BillingTables>({
    url: database.url,
    poolSize: 20,
    applicationName: 'test',
    role: 'billing_app',
  });
  try {
    await Promise.all(
      Array.from({ length: 20 }, async () =>
        many.pool.query(`select app.ensure_month('2027-05-01')`),
      ),
    );
    assert.equal(
      (await names(`select relname as name from pg_class where relname = 'charges_2027_05'`))
        .length,
      1,
    );
  } finally {
    await many.db.destroy();
  }
});

test('every table with an organization’s rows has row-level security', async () => {
  const unguarded = await names(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname in ('organization_id', 'house_id') and not c.relrowsecurity
    order by 1`);
  assert.deepEqual(unguarded, []);
});

test('each command on a row is judged by one policy', async () => {
  const shared = await names(`
    select tablename || ' ' || cmd as name from pg_policies
    group by tablename, cmd having count(*) > 1 or cmd = 'ALL'`);
  assert.deepEqual(shared, []);
});

test('the application cannot create partitions for distant months', async () => {
  const charges = `select relname as name from pg_class where relname like 'charges_%'`;
  const known = await names(charges);
  const application = openDatabase<unknown>({
    url: database.url,
    poolSize: 1,
    applicationName: 'test',
    role: 'billing_app',
  });
  try {
    for (const month of ['1999-12-01', '2999-12-01'])
      await assert.rejects(application.pool.query(`select app.ensure_month($1)`, [month]), {
        constraint: 'months_within_reach',
      });
    await assert.rejects(application.pool.query(`select app.make_month('2020-01-01')`), {
      code: '42501',
    });
  } finally {
    await application.db.destroy();
  }
  assert.deepEqual(await names(charges), known);
});

test('a database whose tables were distributed is recognized without the engine', async () => {
  assert.equal(await isWithoutEngine(owner.db as Kysely<unknown>), false);
  const client = await owner.pool.connect();
  try {
    await client.query(`
      begin;
      create function create_distributed_table(text, text) returns void language sql as '';
      create or replace function app.is_distributed_engine() returns boolean language sql stable return true;
      create table spread (organization_id bigint primary key);
      select app.distribute('spread')`);
    const { rows } = await client.query<{ mark: string }>(
      `select obj_description('app'::regnamespace, 'pg_namespace') as mark`,
    );
    assert.deepEqual(rows, [{ mark: SPREAD_MARK }]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

// The rules that keep one schema fit for plain PostgreSQL and for the distributed engine, read from the catalogue.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import { findSchemaFaults } from '@kvartplata/platform/testing/schema-rules.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import pg from 'pg';
import type { BillingTables } from './tables.ts';

/** Whole on every node. */
const REFERENCE_TABLES = ['billing_cycles', 'penalty_rates', 'penalty_rules'];
/** Of the coordinator alone. */
const LOCAL_TABLES = [
  'audit_log',
  'calculation_batches',
  'calculation_jobs',
  'check_acceptances',
  'compatible_migrations',
  'idempotency_keys',
  'key_rate_imports',
  'kysely_migration',
  'kysely_migration_lock',
  'ledger_verifications',
  'month_reopenings',
  'month_seals',
  'payment_import_rows',
  'payment_imports',
  'penalty_accrual_jobs',
  'unidentified_payments',
];
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

test('every table is distributed by house_id, reference or local', async () => {
  const without = await names(`
    select c.relname as name from pg_class c where c.oid in (${DISTRIBUTED})
      and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'house_id' and a.attnotnull)`);
  assert.deepEqual(without, []);
});

test('every key of a distributed table starts with house_id and holds the month where it is partitioned', async () => {
  const wrong = await names(`
    select x.indexrelid::regclass::text as name from pg_index x
    where x.indrelid in (${DISTRIBUTED}) and x.indisunique
      and (
        (select attname from pg_attribute where attrelid = x.indrelid and attnum = x.indkey[0]) is distinct from 'house_id'
        or (x.indrelid::regclass::text in ('${PARTITIONED_TABLES.join("','")}')
          and not exists (select from pg_attribute where attrelid = x.indrelid and attname = 'period' and attnum = any (x.indkey)))
      )`);
  assert.deepEqual(wrong, []);
});

test('no distributed table has an exclusion constraint, and none a foreign key without house_id', async () => {
  assert.deepEqual(
    await names(
      `select conname as name from pg_constraint where conrelid in (${DISTRIBUTED}) and contype = 'x'`,
    ),
    [],
  );
  const wrong = await names(`
    select con.conname as name from pg_constraint con
    where con.contype = 'f' and (con.conrelid in (${DISTRIBUTED}) or con.confrelid in (${DISTRIBUTED}))
      and not exists (select from pg_attribute where attrelid = con.conrelid and attname = 'house_id' and attnum = any (con.conkey))`);
  assert.deepEqual(wrong, []);
});

test('a distributed table refers to such tables and to reference tables alone, and no other table to it', async () => {
  const crossing = await names(`
    select con.conname as name from pg_constraint con
    where con.contype = 'f' and (
      con.conrelid in (${DISTRIBUTED}) and con.confrelid not in (${DISTRIBUTED})
        and con.confrelid::regclass::text <> all ('{${REFERENCE_TABLES.join(',')}}')
      or con.confrelid in (${DISTRIBUTED}) and con.conrelid not in (${DISTRIBUTED}))`);
  assert.deepEqual(crossing, []);
});

test('nothing vanishes with something else, and who queries owns nothing and truncates nothing', async () => {
  const faults = await findSchemaFaults(owner.pool, 'billing_app');
  assert.deepEqual(faults, { cascades: [], ownedByRole: [], truncatable: [] });
});

test('migrations distribute each table before its triggers and rights, and so does the step for a filled database', async () => {
  const folder = path.resolve(import.meta.dirname, '../migrations');
  const texts = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const step = readFileSync(
    path.resolve(import.meta.dirname, '../../../deploy/citus/distribute-billing.sql'),
    'utf8',
  );
  const wanted = [
    ...REFERENCE_TABLES.map((table) => `replicate('${table}'`),
    ...(await names(DISTRIBUTED.replace('c.oid', 'c.relname as name'))).map(
      (table) => `distribute('${table}', 'house_id'`,
    ),
  ].toSorted();
  for (const text of [texts.join('\n'), step])
    assert.deepEqual(
      text.match(/(?<=select app\.)(?:distribute|replicate)\([^)]*/g)?.toSorted(),
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
          `create (?:constraint )?trigger [^;]* on ${table}\\b|grant [^;]* on [^;]*\\b${table}\\b`,
        ),
      );
    }
});

test('the step for a filled database asks the engine for every table, those with partitions as well', async () => {
  const copy = await createTestDatabase('billing');
  const pool = new pg.Pool({ connectionString: copy.url, max: 1 });
  try {
    const step = readFileSync(
      path.resolve(import.meta.dirname, '../../../deploy/citus/distribute-billing.sql'),
      'utf8',
    );
    // In place of the engine: functions of its names that note what they are asked for.
    await pool.query(`
      create table asked (what text);
      create function create_distributed_table(target text, key text) returns void language sql
        as 'insert into asked select target || '' by '' || key';
      create function create_reference_table(target text) returns void language sql
        as 'insert into asked select target || '' whole''';
      create or replace function app.is_distributed_engine() returns boolean language sql stable return true;
      ${step.replace(/^create extension.*$/m, '').replace(/^set citus.*$/m, '')}`);
    const { rows } = await pool.query<{ what: string }>('select what from asked order by what');
    const wanted = [
      ...REFERENCE_TABLES.map((table) => `${table} whole`),
      ...(await names(DISTRIBUTED.replace('c.oid', 'c.relname as name'))).map(
        (table) => `${table} by house_id`,
      ),
    ];
    assert.deepEqual(rows.map((row) => row.what).toSorted(), wanted.toSorted());
  } finally {
    await pool.end();
    await copy.drop();
  }
});

test('balances, which change in place, leave room on their pages', async () => {
  const options = await names(
    `select unnest(reloptions) as name from pg_class where relname = 'account_balances'`,
  );
  assert.ok(options.some((option) => /^fillfactor=[5-8]0$/.test(option)));
});

test('charges and ledger entries are partitioned by month, and every partition refuses to be truncated', async () => {
  const partitioned = await names(
    `select relname as name from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace order by 1`,
  );
  assert.deepEqual(partitioned, PARTITIONED_TABLES);
  const partitions = await names(
    `select c.relname as name from pg_class c where c.relispartition and c.relkind = 'r' order by 1`,
  );
  assert.equal(partitions.length, 4);
  const guarded = await names(`
    select c.relname as name from pg_class c join pg_trigger t on t.tgrelid = c.oid
    where c.relispartition and (t.tgtype & 32) = 32 order by 1`);
  assert.deepEqual(guarded, partitions);
});

test('making a month by twenty callers at once makes it once', async () => {
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

test('every table that holds an organization’s rows is guarded by row-level security', async () => {
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

test('the application makes partitions of no month that is far away', async () => {
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

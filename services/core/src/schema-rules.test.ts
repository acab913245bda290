// Rules for all tables: a new table that breaks one fails here.
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
import { sql, type Kysely } from 'kysely';

let database: TestDatabase;
let db: Kysely<unknown>;
let pool: Database<unknown>['pool'];

before(async () => {
  database = await createTestDatabase('core');
  ({ db, pool } = openDatabase<unknown>({
    url: database.url,
    poolSize: 1,
    applicationName: 'core-schema-rules-test',
  }));
});
after(async () => {
  await db.destroy();
  await database.drop();
});

/** Tables that are replicated to every node. */
const REFERENCE_TABLES = [
  'invitations',
  'meter_types',
  'organization_members',
  'organizations',
  'utility_service_coefficients',
  'utility_services',
];
const DISTRIBUTED = `
  select c.oid from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and c.relname <> all ('{${REFERENCE_TABLES.join(',')}}')
    and c.relname not in ('kysely_migration', 'kysely_migration_lock', 'compatible_migrations')`;

async function names(statement: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(`${statement} order by 1`);
  return rows.map(({ name }) => name);
}

test('every table is either complete on every node, or its rows carry their organization', async () => {
  const without = await names(`
    select c.relname as name from pg_class c where c.oid in (${DISTRIBUTED})
      and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and a.attnotnull)`);
  assert.deepEqual(without, []);
});

test('every table has a primary key, without which its rows cannot move to another node', async () => {
  const without = await names(`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and not exists (select from pg_constraint where conrelid = c.oid and contype = 'p')`);
  assert.deepEqual(without, []);
});

test('no id comes from an identity column, which nodes cannot share', async () => {
  const identities = await names(`
    select attrelid::regclass || '.' || attname as name from pg_attribute
    where attidentity <> '' and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`);
  assert.deepEqual(identities, []);
});

test('every key of an organization’s table starts with the organization', async () => {
  const wrong = await names(`
    select x.indexrelid::regclass::text as name from pg_index x
    where x.indrelid in (${DISTRIBUTED}) and (x.indisunique or x.indisexclusion)
      and (select attname from pg_attribute where attrelid = x.indrelid and attnum = x.indkey[0])
        is distinct from 'organization_id'`);
  assert.deepEqual(wrong, []);
});

test('every index of an organization’s table starts with it, except those of houses, ids, times and words, and of the audit log', async () => {
  const wrong = await names(`
    select x.indexrelid::regclass::text as name from pg_index x
    where x.indrelid in (${DISTRIBUTED})
      and (select attname from pg_attribute where attrelid = x.indrelid and attnum = x.indkey[0])
        not in ('organization_id', 'house_id', 'id', 'kept_until', 'created_at', 'search_text')`);
  assert.deepEqual(wrong, ['audit_log_object_idx', 'audit_log_user_id_idx']);
});

test('only one key begins with the organization and the house, so that the planner cannot confuse two', async () => {
  const alike = await names(`
    select x.indrelid::regclass::text as name from pg_index x join pg_class c on c.oid = x.indexrelid
    where x.indrelid in (${DISTRIBUTED}) and not x.indisexclusion
      and (select attname from pg_attribute where attrelid = x.indrelid and attnum = x.indkey[0]) = 'organization_id'
      and (select attname from pg_attribute where attrelid = x.indrelid and attnum = x.indkey[1]) = 'house_id'
    group by 1 having count(*) > 1`);
  assert.deepEqual(alike, []);
});

test('a foreign key to an organization’s table starts with the organization, and none comes from a table complete on every node', async () => {
  const wrong = await names(`
    select con.conname as name from pg_constraint con
    where con.contype = 'f' and con.confrelid in (${DISTRIBUTED}) and (
      con.conrelid not in (${DISTRIBUTED})
      or (select attname from pg_attribute where attrelid = con.conrelid and attnum = con.conkey[1]) <> 'organization_id'
    )`);
  assert.deepEqual(wrong, []);
});

test('every foreign key between tables with house_id includes it', async () => {
  const wrong = await names(`
    select c.conname as name
    from pg_constraint c
    where c.contype = 'f'
      and exists (select from pg_attribute h where h.attrelid = c.conrelid and h.attname = 'house_id')
      and exists (select from pg_attribute h where h.attrelid = c.confrelid and h.attname = 'house_id')
      and not exists (
        select from pg_attribute h
        where h.attrelid = c.conrelid and h.attname = 'house_id' and h.attnum = any(c.conkey)
      )`);
  assert.deepEqual(wrong, []);
});

test('migrations distribute each table right after creating it, before its foreign keys, triggers and rights', async () => {
  const folder = path.resolve(import.meta.dirname, '../migrations');
  const text = readdirSync(folder)
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n');
  const spread = await names(DISTRIBUTED.replace('c.oid', 'c.relname as name'));
  for (const [table, call] of [
    ...REFERENCE_TABLES.map((name) => [name, 'replicate'] as const),
    ...spread.map((name) => [name, 'distribute'] as const),
  ])
    assert.match(
      text,
      new RegExp(
        `^create table ${table} \\((?:(?!\\n\\);)[^])*\\n\\);\\n\\nselect app\\.${call}\\('${table}'\\);`,
        'm',
      ),
      table,
    );
});

test('no foreign key cascades, and the application role owns nothing and truncates nothing', async () => {
  const faults = await findSchemaFaults(pool, 'core_app');
  assert.deepEqual(faults, { cascades: [], ownedByRole: [], truncatable: [] });
});

test('no exclusion constraint spans organizations', async () => {
  const { rows } = await sql<{ constraintName: string }>`
    select c.conname as constraint_name
    from pg_constraint c
    where c.contype = 'x' and not exists (
      select from pg_attribute a, unnest(c.conkey, c.conexclop) as part (attnum, operator)
      where a.attrelid = c.conrelid and a.attnum = part.attnum and a.attname = 'organization_id'
        and (select oprname from pg_operator where oid = part.operator) = '='
    )
  `.execute(db);
  assert.deepEqual(rows, []);
});

test('every number and every text in the tables is bounded', async () => {
  const { rows } = await sql<{ unbounded: string }>`
    select a.attrelid::regclass::text || '.' || a.attname as unbounded
    from pg_attribute a
    join pg_class t on t.oid = a.attrelid and t.relkind = 'r' and t.relnamespace = 'public'::regnamespace
    where a.attnum > 0 and not a.attisdropped and a.atttypid in ('text'::regtype, 'numeric'::regtype)
      and t.relname not like 'kysely%'
      and not exists (
        select from pg_constraint c where c.conrelid = t.oid and c.contype = 'c' and a.attnum = any(c.conkey)
      )
  `.execute(db);
  // An account's number is bounded by the claim that it refers to.
  assert.deepEqual(rows, [{ unbounded: 'personal_accounts.account_number' }]);
});

test('each command on a table has one policy', async () => {
  const { rows } = await sql`
    select tablename, cmd from pg_policies group by tablename, cmd having count(*) > 1 or cmd = 'ALL'
  `.execute(db);
  assert.deepEqual(rows, []);
});

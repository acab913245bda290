// What holds of all tables together: a new one that breaks a rule fails here.
import assert from 'node:assert/strict';
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

test('every key of a table with house_id starts with it, but for the claim on a number and imports', async () => {
  const { rows } = await sql<{ tableName: string; constraintName: string }>`
    select c.conrelid::regclass::text as table_name, c.conname as constraint_name
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype in ('p', 'u', 'x') and a.attname <> 'house_id'
      and exists (select from pg_attribute h where h.attrelid = c.conrelid and h.attname = 'house_id')
    order by 1
  `.execute(db);
  // An import belongs to its organization; its house only says where it goes.
  assert.deepEqual(rows, [
    { tableName: 'account_numbers', constraintName: 'account_numbers_pkey' },
    { tableName: 'imports', constraintName: 'imports_pkey' },
  ]);
});

test('every foreign key between tables with house_id carries it', async () => {
  const { rows } = await sql<{ constraintName: string }>`
    select c.conname as constraint_name
    from pg_constraint c
    where c.contype = 'f'
      and exists (select from pg_attribute h where h.attrelid = c.conrelid and h.attname = 'house_id')
      and exists (select from pg_attribute h where h.attrelid = c.confrelid and h.attname = 'house_id')
      and not exists (
        select from pg_attribute h
        where h.attrelid = c.conrelid and h.attname = 'house_id' and h.attnum = any(c.conkey)
      )
  `.execute(db);
  assert.deepEqual(rows, []);
});

test('nothing vanishes with something else, and who queries owns nothing and truncates nothing', async () => {
  const faults = await findSchemaFaults(pool, 'core_app');
  assert.deepEqual(faults, { cascades: [], ownedByRole: [], truncatable: [] });
});

test('no exclusion constraint looks beyond a house', async () => {
  const { rows } = await sql<{ constraintName: string }>`
    select c.conname as constraint_name
    from pg_constraint c
    where c.contype = 'x' and not exists (
      select from pg_attribute a, unnest(c.conkey, c.conexclop) as part (attnum, operator)
      where a.attrelid = c.conrelid and a.attnum = part.attnum and a.attname = 'house_id'
        and (select oprname from pg_operator where oid = part.operator) = '='
    )
  `.execute(db);
  assert.deepEqual(rows, []);
});

test('every number and every text of the tables is bounded', async () => {
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
  // An account's number is bounded by the claim it refers to.
  assert.deepEqual(rows, [{ unbounded: 'personal_accounts.account_number' }]);
});

test('each command on a row is judged by one policy', async () => {
  const { rows } = await sql`
    select tablename, cmd from pg_policies group by tablename, cmd having count(*) > 1 or cmd = 'ALL'
  `.execute(db);
  assert.deepEqual(rows, []);
});

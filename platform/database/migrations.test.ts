import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { openDatabase, type Database } from './database.ts';
import { migrate } from './migrations.ts';

const ONE = '0001_create_one.sql';
const TWO = '0002_create_two.sql';
let testDatabase: TestDatabase;
let database: Database<unknown>;
let folder: string;

beforeEach(async () => {
  testDatabase = await createTestDatabase('empty');
  database = open();
  folder = mkdtempSync(path.join(tmpdir(), 'migrations-'));
  write(ONE, 'create table one (id int); insert into one values (1);');
});
afterEach(async () => {
  await database.db.destroy();
  await testDatabase.drop();
  rmSync(folder, { recursive: true });
});

function open(): Database<unknown> {
  return openDatabase({ url: testDatabase.url, poolSize: 1, applicationName: 'migrations-test' });
}

function write(name: string, text: string): void {
  writeFileSync(path.join(folder, name), text);
}

async function tables(): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'
    order by relname
  `.execute(database.db);
  return rows.map((row) => row.name);
}

test('migrations run once, in numerical order', async () => {
  write(TWO, 'create table two as select * from one;');
  assert.deepEqual(await migrate(database.db, folder), ['0001_create_one', '0002_create_two']);
  assert.deepEqual(await migrate(database.db, folder), []);
  write('0003_drop_one.sql', 'drop table one;');
  assert.deepEqual(await migrate(database.db, folder), ['0003_drop_one']);
  assert.deepEqual(await tables(), ['two']);
});

test('processes that start at once run the migrations once', async () => {
  write(TWO, 'do $$ begin perform pg_sleep(0.05); end $$; create table two (id int);');
  const others = Array.from({ length: 6 }, open);
  const ran = await Promise.all(others.map(async ({ db }) => migrate(db, folder)));
  assert.deepEqual(ran.flat(), ['0001_create_one', '0002_create_two']);
  const { rows } = await sql<{ id: number }>`select id from one`.execute(database.db);
  assert.deepEqual(rows, [{ id: 1 }]);
  await Promise.all(others.map(async ({ db }) => db.destroy()));
});

test('a failed migration is named with its line and rolled back, and the next run resumes from it', async () => {
  write(TWO, '-- why\ncreate table two (id int);\n\ninsert into two\nvalues (1 / 0);');
  await assert.rejects(migrate(database.db, folder), {
    name: 'MigrationError',
    message: 'migration 0002_create_two failed at line 4 (statement 2 of 2): division by zero',
  });
  assert.deepEqual(await tables(), ['one']);
  write(TWO, 'create table two (id int);\nselect 1,\n  nothing;');
  await assert.rejects(migrate(database.db, folder), {
    message:
      'migration 0002_create_two failed at line 3 (statement 2 of 2): column "nothing" does not exist',
  });
  write(TWO, "select 'two");
  await assert.rejects(migrate(database.db, folder), {
    message:
      'migration 0002_create_two cannot be read: a quotation that begins at line 1 does not end',
  });
  write(TWO, 'create table two (id int);');
  assert.deepEqual(await migrate(database.db, folder), ['0002_create_two']);
});

test('statements are sent one by one, whatever they contain', async () => {
  write(
    TWO,
    `create function two() returns int language sql begin atomic select 1; select 2; end;
     do $$ begin perform two(); perform two(); end $$;
     create table two as select two(), ';' as "a;b";`,
  );
  await migrate(database.db, folder);
  const { rows } = await sql`select * from two`.execute(database.db);
  assert.deepEqual(rows, [{ two: 2, 'a;b': ';' }]);
});

test('it can be stopped after a migration, and what has run stays', async () => {
  write(TWO, 'create table two (id int);');
  const last = '0001_create_one';
  assert.deepEqual(await migrate(database.db, folder, { last }), ['0001_create_one']);
  assert.deepEqual(await migrate(database.db, folder, { last }), []);
  assert.deepEqual(await migrate(database.db, folder), ['0002_create_two']);
  assert.deepEqual(await migrate(database.db, folder, { last }), []);
  assert.deepEqual(await tables(), ['one', 'two']);
  await assert.rejects(migrate(database.db, folder, { last: '0003_create_three' }), {
    message: 'there is no migration 0003_create_three',
  });
});

for (const name of [
  '2_two.sql',
  '0002-two.sql',
  '0002_Two.sql',
  '0002_two.sql.bak',
  '.DS_Store',
  '0002_two.ts',
]) {
  test(`a file named ${name} is refused before anything runs`, async () => {
    write(name, '');
    await assert.rejects(migrate(database.db, folder), {
      message: `${name} is not named NNNN_verb_noun.sql`,
    });
    assert.deepEqual(await tables(), []);
  });
}

test('a database of a newer version is refused and left alone', async () => {
  write(TWO, 'create table two (id int);');
  await migrate(database.db, folder);
  rmSync(path.join(folder, TWO));
  await assert.rejects(migrate(database.db, folder), /0002_create_two/);
  write('0003_create_three.sql', 'create table three (id int);');
  await assert.rejects(migrate(database.db, folder), /0002_create_two/);
  assert.deepEqual(await tables(), ['one', 'two']);
});

test('a new migration that precedes one that has run is refused', async () => {
  rmSync(path.join(folder, ONE));
  write(TWO, 'create table two (id int);');
  await migrate(database.db, folder);
  write(ONE, 'create table one (id int);');
  await assert.rejects(migrate(database.db, folder), /0001_create_one/);
  assert.deepEqual(await tables(), ['two']);
});

test('an unavailable database reports its own error', async () => {
  const away = openDatabase<unknown>({
    url: 'postgres://127.0.0.1:1/none',
    poolSize: 1,
    applicationName: 'migrations-test',
  });
  await assert.rejects(migrate(away.db, folder), { code: 'ECONNREFUSED' });
  await away.db.destroy();
});

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { until } from '../testing/until.ts';
import { openDatabase, type Database } from './database.ts';
import { migrate } from './migrations.ts';

const OUTSIDE = `-- outside a transaction: the table is in use
drop index concurrently if exists one_by_id;
create index concurrently one_by_id on one (id);
alter table one drop constraint if exists one_positive;
alter table one add constraint one_positive check (id > 0) not valid;
alter table one validate constraint one_positive;
`;
const IMPATIENT = { lockTimeoutMs: 50, patienceMs: 1_000 };

let testDatabase: TestDatabase;
let database: Database<unknown>;
let folder: string;

beforeEach(async () => {
  testDatabase = await createTestDatabase('empty');
  database = open();
  folder = mkdtempSync(path.join(tmpdir(), 'run-migration-'));
  write('0001_create_one.sql', 'create table one (id int); insert into one values (1);');
  await migrate(database.db, folder);
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

async function rowsOf(statement: string): Promise<readonly object[]> {
  return (await database.pool.query<object>(statement)).rows;
}

/** Another client with an open transaction. */
async function openNeighbour(): Promise<pg.Client> {
  const neighbour = new pg.Client({
    connectionString: testDatabase.url,
    application_name: 'a-long-report',
  });
  await neighbour.connect();
  return neighbour;
}

test('what must run outside a transaction does, and the connection settings are restored', async () => {
  const before = await rowsOf('show statement_timeout');
  write('0002_index_one.sql', OUTSIDE);
  assert.deepEqual(await migrate(database.db, folder), ['0002_index_one']);
  assert.deepEqual(
    await rowsOf(`select indisvalid from pg_index where indrelid = 'one'::regclass`),
    [{ indisvalid: true }],
  );
  assert.deepEqual(
    await rowsOf(`select convalidated from pg_constraint where conname = 'one_positive'`),
    [{ convalidated: true }],
  );
  assert.deepEqual(await rowsOf('show statement_timeout'), before);
  assert.deepEqual(await rowsOf('show lock_timeout'), [{ lockTimeout: '0' }]);
});

test('an index is built concurrently once, while other processes wait for their turn', async () => {
  write('0002_index_one.sql', OUTSIDE);
  const others = Array.from({ length: 4 }, open);
  const ran = await Promise.all(others.map(async ({ db }) => migrate(db, folder)));
  assert.deepEqual(ran.flat(), ['0002_index_one']);
  await Promise.all(others.map(async ({ db }) => db.destroy()));
});

test('outside a transaction an interrupted migration does not count as done and starts over', async () => {
  await database.pool.query('insert into one values (-1)');
  write('0002_index_one.sql', OUTSIDE);
  await assert.rejects(migrate(database.db, folder), {
    message:
      'migration 0002_index_one failed at line 6 (statement 5 of 5): check constraint "one_positive" of relation "one" is violated by some row',
  });
  assert.deepEqual(await rowsOf(`select name from kysely_migration`), [
    { name: '0001_create_one' },
  ]);
  assert.deepEqual(await rowsOf('show lock_timeout'), [{ lockTimeout: '0' }]);
  await database.pool.query('delete from one where id < 0');
  assert.deepEqual(await migrate(database.db, folder), ['0002_index_one']);
});

test('an index whose build was killed is built again', async () => {
  write('0002_index_one.sql', OUTSIDE);
  const neighbour = await openNeighbour();
  await neighbour.query('begin');
  await neighbour.query('insert into one values (2)');
  const killed = open();
  const migrating = migrate(killed.db, folder);
  const indexes = `select indisvalid from pg_index where indrelid = 'one'::regclass`;
  await Promise.all([
    assert.rejects(migrating, /^MigrationError: migration 0002_index_one failed at line 3/),
    until(
      'the index waits for its neighbour',
      async () => (await rowsOf(indexes)).length === 1,
    ).then(async () =>
      rowsOf(`select pg_terminate_backend(pid) from pg_stat_activity
          where query like 'create index%' and datname = current_database()`),
    ),
  ]);
  await neighbour.query('commit');
  assert.deepEqual(await rowsOf(indexes), [{ indisvalid: false }]);
  assert.deepEqual(await migrate(database.db, folder), ['0002_index_one']);
  assert.deepEqual(await rowsOf(indexes), [{ indisvalid: true }]);
  await Promise.all([neighbour.end(), killed.db.destroy()]);
});

for (const [where, first] of [
  ['in a transaction', '-- why'],
  ['outside a transaction', '-- outside a transaction: why'],
])
  test(`a lock held by others is waited for in short attempts: ${where}`, async () => {
    write(
      '0002_widen_one.sql',
      `${first}\ncreate table if not exists two (id int);\nalter table one add column if not exists note text;`,
    );
    const neighbour = await openNeighbour();
    await neighbour.query('begin');
    await neighbour.query('select * from one');
    const told: string[] = [];
    const migrating = migrate(database.db, folder, {
      patience: { ...IMPATIENT, patienceMs: 30_000 },
      tell: (line) => told.push(line),
    });
    const isWaiting = (line: string): boolean =>
      /^0002_widen_one lacks a lock that others hold; again in \d\.\d s$/.test(line);
    await until('it has come again', () => told.filter(isWaiting).length >= 2);
    await neighbour.query('commit');
    assert.deepEqual(await migrating, ['0002_widen_one']);
    assert.match(told.at(-1) ?? '', /^0002_widen_one: 2 statements in \d+\.\d s$/);
    await neighbour.end();
  });

test('a lock that others keep is given up, naming them, and nobody waits longer than one attempt', async () => {
  write('0002_widen_one.sql', '-- why\ncreate table two (id int);\nalter table one add note text;');
  const neighbour = await openNeighbour();
  await neighbour.query('begin');
  await neighbour.query('select * from one');
  const reader = await openNeighbour();
  const waitedMs: number[] = [];
  const ended = new AbortController();
  const reading = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      const startedAt = performance.now();
      await reader.query('select * from one');
      waitedMs.push(performance.now() - startedAt);
    }
  };
  const migrating = migrate(database.db, folder, { patience: IMPATIENT }).finally(() =>
    ended.abort(),
  );
  const [outcome] = await Promise.allSettled([migrating, reading()]);
  assert.match(
    String((outcome as PromiseRejectedResult).reason),
    /migration 0002_widen_one failed at line 3 \(statement 2 of 2\): canceling statement due to lock timeout; it came again for 1\.0 s, and the oldest transactions are of a-long-report \(pid \d+, for \d s\)/,
  );
  assert.ok(Math.max(...waitedMs) > 20, 'it did stand in the way');
  assert.ok(Math.max(...waitedMs) < 500, `${Math.max(...waitedMs)} ms`);
  assert.deepEqual(await rowsOf(`select to_regclass('two') as two`), [{ two: null }]);
  await Promise.all([neighbour.end(), reader.end()]);
});

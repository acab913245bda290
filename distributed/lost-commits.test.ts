// A commit that did not reach the node of a write counts as failed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  inTransaction,
  openDatabase,
  type Database,
} from '@kvartplata/platform/database/database.ts';
import { refusalOfDatabaseError } from '@kvartplata/platform/database/database-errors.ts';
import {
  createEmptyOnCluster,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import { sql, type Kysely } from 'kysely';

const LOST = [
  'could not commit transaction for shard 102008 on at least one active node',
  'failed to COPY to shard 102275 on 127.0.0.1:1',
  'failure on connection marked as essential: 127.0.0.1:1',
  'postmaster was shut down, exiting',
  'terminating connection due to unexpected postmaster exit',
];

let testDatabase: TestDatabase;
let database: Database<unknown>;
let db: Kysely<unknown>;

before(async () => {
  testDatabase = await createEmptyOnCluster();
  database = openDatabase({ url: testDatabase.url, poolSize: 1, applicationName: 'test' });
  db = database.seeing(() => ({}));
  // The engine's message when a node is lost.
  for (const statement of [
    'create table written (n integer)',
    `create function warn() returns trigger language plpgsql as $$
     begin raise warning 'failed to commit transaction on 127.0.0.1:1'; return null; end $$`,
    `create constraint trigger warns after insert on written deferrable initially deferred
     for each row when (new.n = 1) execute function warn()`,
    `create function fail() returns trigger language plpgsql as $$
     begin raise exception using errcode = 'XX000', message = tg_argv[0]; end $$`,
    ...LOST.map(
      (
        message,
        nth,
      ) => `create constraint trigger fails_${nth} after insert on written deferrable initially deferred
       for each row when (new.n = ${10 + nth}) execute function fail('${message}')`,
    ),
  ])
    await sql.raw(statement).execute(database.db);
});
after(async () => {
  await database.db.destroy();
  await testDatabase.drop();
});

const write = async (n: number): Promise<unknown> =>
  inTransaction(db, async (trx) => sql`insert into written values (${n})`.execute(trx));

test('a commit that a node has not received is an error that asks for a retry', async () => {
  await assert.rejects(write(1), (error: unknown) => {
    assert.equal(refusalOfDatabaseError(error)?.code, 'dependency-unavailable');
    return true;
  });
  await write(2);
});

for (const [nth, message] of LOST.entries())
  test(`“${message}” asks for a retry`, async () => {
    await assert.rejects(write(10 + nth), (error: unknown) => {
      assert.equal(refusalOfDatabaseError(error)?.code, 'dependency-unavailable');
      return true;
    });
  });

// Statements of one transaction that are sent together.
import assert from 'node:assert/strict';
import type { Writable } from 'node:stream';
import { after, before, mock, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { inTransaction, openDatabase, type Database } from './database.ts';
import { leaveForCommit, sendTogether } from './together.ts';

let testDatabase: TestDatabase;
let database: Database<unknown>;

before(async () => {
  testDatabase = await createTestDatabase('empty');
  database = openDatabase({ url: testDatabase.url, poolSize: 1, applicationName: 'together-test' });
  await sql`create table noted (text text not null)`.execute(database.db);
});
after(async () => {
  await database.db.destroy();
  await testDatabase.drop();
});

const note = (text: string) => sql`insert into noted (text) values (${text})`;

type Writes = Required<Pick<Writable, '_write' | '_writev'>>;

/** How many writes to the server's socket the work causes. */
async function writesDuring(work: () => Promise<void>): Promise<number> {
  const client = await database.pool.connect();
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Writes } })
    .connection;
  const writes = [mock.method(stream, '_write'), mock.method(stream, '_writev')];
  client.release();
  await work();
  return writes.reduce((sum, { mock: calls }) => sum + calls.callCount(), 0);
}

test('a transaction that sends statements together, and leaves the rest for its commit, writes twice', async () => {
  const writes = await writesDuring(async () => {
    await inTransaction(database.db, async (trx) => {
      await sendTogether(trx, [note('one'), sql`select 1`, note('two')]);
      await leaveForCommit(trx, [note('three'), note('four')]);
    });
  });
  const { rows } = await sql<{ text: string }>`select text from noted`.execute(database.db);
  assert.deepEqual([writes, rows.map(({ text }) => text)], [2, ['one', 'two', 'three', 'four']]);
});

test('each statement gets its own rows, and an omitted one gets none', async () => {
  const answers = await inTransaction(database.db, async (trx) =>
    sendTogether(trx, [sql`select 1 as one`, undefined, sql`select 2 as two`]),
  );
  assert.deepEqual(answers, [[{ one: 1 }], [], [{ two: 2 }]]);
});

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { openCopyingDatabase, type CopyingDatabase } from './copying.ts';
import { openDatabase, type Database } from './database.ts';

type Tables = { readonly sums: { readonly n: number } };

let testDatabase: TestDatabase;
let owner: Database<Tables>;
let copying: CopyingDatabase<Tables>;

before(async () => {
  testDatabase = await createTestDatabase('empty');
  owner = openDatabase({ url: testDatabase.url, poolSize: 2, applicationName: 'test-owner' });
  await owner.pool.query(`
    create table sums (n integer primary key, word text);
    alter table sums enable row level security;
    create policy seen on sums using (false)`);
  copying = openCopyingDatabase(
    { url: testDatabase.url, poolSize: 2, applicationName: 'test' },
    { 'test.sees': 'on' },
  );
});
after(async () => {
  await copying.close();
  await owner.db.destroy();
  await testDatabase.drop();
});
beforeEach(async () => void (await owner.pool.query('truncate sums')));

const bytes = (text: string): Uint8Array => Buffer.from(text);

async function stored(): Promise<readonly unknown[]> {
  const { rows } = await owner.pool.query<unknown[]>({
    text: 'select n, word from sums order by n',
    rowMode: 'array',
  });
  return rows;
}

test('rows are copied alongside other statements of their transaction, and rolled back with them', async () => {
  await copying
    .inTransaction(async (trx, copyIn) => {
      await sql`insert into sums values (1, 'before')`.execute(trx);
      await copyIn('sums (n, word)', [
        bytes('2\tдва\n3\t'),
        bytes('a\\\\b\\tc\n'),
        bytes('4\t\\N\n'),
      ]);
      await sql`insert into sums values (5, 'after')`.execute(trx);
      throw new Error('undone');
    })
    .catch((error: Error) => assert.equal(error.message, 'undone'));
  assert.deepEqual(await stored(), []);

  await copying.inTransaction(async (trx, copyIn) => {
    await copyIn('sums (n, word)', [
      bytes('2\tдва\n3\t'),
      bytes('a\\\\b\\tc\n'),
      bytes('4\t\\N\n'),
    ]);
    const { rows } = await sql<{
      sees: string;
    }>`select current_setting('test.sees') as sees`.execute(trx);
    assert.equal(rows[0]?.sees, 'on');
  });
  assert.deepEqual(await stored(), [
    [2, 'два'],
    [3, 'a\\b\tc'],
    [4, null],
  ]);
});

test('nothing is copied when there are no rows', async () => {
  await copying.inTransaction(async (_, copyIn) => copyIn('sums', []));
  assert.deepEqual(await stored(), []);
});

test('a refused row rolls the transaction back, and the connection stays usable', async () => {
  for (const rows of ['1\tone\n1\ttwice\n', 'x\tno number\n', '1\n']) {
    await assert.rejects(
      copying.inTransaction(async (_, copyIn) => copyIn('sums', [bytes(rows)])),
      (error: Error) => 'code' in error,
    );
    assert.deepEqual(await stored(), []);
  }
  await copying.inTransaction(async (_, copyIn) => copyIn('sums', [bytes('1\tone\n')]));
  assert.deepEqual(await stored(), [[1, 'one']]);
});

test('both transactions succeed after a deadlock', async () => {
  await owner.pool.query(`insert into sums values (1, ''), (2, '')`);
  const met = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const run = async (first: number, own: 0 | 1): Promise<void> =>
    copying.inTransaction(async (trx, copyIn) => {
      await sql`update sums set word = word || ${first} where n = ${first}`.execute(trx);
      met[own].resolve();
      await met[own === 0 ? 1 : 0].promise;
      await sql`update sums set word = word || ${first} where n = ${3 - first}`.execute(trx);
      await copyIn('sums', [bytes(`${first + 10}\tcopied\n`)]);
    });
  await Promise.all([run(1, 0), run(2, 1)]);
  assert.deepEqual(
    (await stored()).map((row) => (row as unknown[])[0]),
    [1, 2, 11, 12],
  );
});

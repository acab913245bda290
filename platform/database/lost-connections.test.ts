import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { openFaultProxy, type FaultProxy } from '../testing/fault-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { until } from '../testing/until.ts';
import { openDatabase, type Database } from './database.ts';
import { refusalOfDatabaseError } from './database-errors.ts';

const POOL_SIZE = 3;
const one = sql`select 1`;

let own: TestDatabase;
let proxy: FaultProxy;
let database: Database<unknown>;

before(async () => {
  own = await createTestDatabase('empty');
  const url = new URL(own.url);
  const { port } = url;
  proxy = await openFaultProxy(() => Number(port));
  url.port = String(proxy.port);
  database = openDatabase({ url: url.href, poolSize: POOL_SIZE, applicationName: 'test' });
});
after(async () => {
  await database.db.destroy();
  await proxy.close();
  await own.drop();
});

test('connections that lost what was sent are dropped, and the pool recovers', async () => {
  const all = Array.from({ length: POOL_SIZE });
  await Promise.all(all.map(async () => one.execute(database.db)));
  proxy.set({ kind: 'half-open' });
  const lost = all.map(async () => one.execute(database.db).catch((error: unknown) => error));
  await until('all are lost', () => proxy.lost() === POOL_SIZE);
  proxy.set({ kind: 'none' });
  for (const error of await Promise.all(lost))
    assert.equal(refusalOfDatabaseError(error)?.code, 'dependency-unavailable', String(error));
  await Promise.all(all.map(async () => one.execute(database.db)));
});

test('a long query and a transaction whose owner is busy elsewhere are left alone', async () => {
  const long = sql<{ slept: string }>`select pg_sleep(8)::text as slept`.execute(database.db);
  await database.db.transaction().execute(async (trx) => {
    await one.execute(trx);
    assert.equal((await long).rows.length, 1);
    await one.execute(trx);
  });
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { becomeOwner } from './as-owner.ts';
import { openDatabase, type Database } from './database.ts';

const ROLE = 'test_booker';
type Tables = { readonly sums: { readonly n: number } };

let testDatabase: TestDatabase;
let owner: Database<Tables>;
let booking: Database<Tables>;

before(async () => {
  testDatabase = await createTestDatabase('empty');
  owner = openDatabase({ url: testDatabase.url, poolSize: 1, applicationName: 'test-owner' });
  await owner.pool.query(`
    do $$ begin create role ${ROLE}; exception when duplicate_object then null; end $$;
    create table sums (n integer primary key);
    alter table sums enable row level security;
    create policy none on sums using (false);
    grant select, insert on sums to ${ROLE}`);
  // One connection, so that each transaction finds what the one before has left on it.
  const asked = { url: testDatabase.url, poolSize: 1, applicationName: 'test', role: ROLE };
  booking = openDatabase(asked);
});
after(async () => {
  await booking.db.destroy();
  await owner.db.destroy();
  await testDatabase.drop();
});

const insert = (n: number) => sql`insert into sums values (${n})`;

test('policies are bypassed until the transaction ends', async () => {
  await booking.db.transaction().execute(async (trx) => {
    await becomeOwner(trx);
    await insert(1).execute(trx);
  });
  assert.equal((await owner.pool.query('select from sums')).rowCount, 1);
  await assert.rejects(insert(2).execute(booking.db), /row-level security/);
});

test('work that fails leaves the next transaction with the role', async () => {
  const twice = booking.db.transaction().execute(async (trx) => {
    await becomeOwner(trx);
    await insert(1).execute(trx);
  });
  await assert.rejects(twice, /sums_pkey/);
  await assert.rejects(insert(2).execute(booking.db), /row-level security/);
});

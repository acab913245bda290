import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { openDatabase, type Database } from './database.ts';
import { codeName, rowsOfJson, sqlName } from './names.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

type Tables = { readonly bigHouses: { readonly houseId: number; readonly rateE4: string } };

let testDatabase: TestDatabase;
let database: Database<Tables>;

before(async () => {
  testDatabase = await createTestDatabase('empty');
  database = openDatabase({ url: testDatabase.url, poolSize: 1, applicationName: 'names-test' });
  await database.pool.query('create table big_houses (house_id bigint, rate_e4 numeric(9, 4))');
  await database.pool.query('insert into big_houses values (7, 0.5)');
});
after(async () => {
  await database.db.destroy();
  await testDatabase.drop();
});

const NAMES = [
  ['house_id', 'houseId'],
  ['personal_account_id', 'personalAccountId'],
  ['rate_e4', 'rateE4'],
  ['half_2', 'half_2'],
  ['_private', '_private'],
  ['plain', 'plain'],
] as const;

for (const [inSql, inCode] of NAMES)
  test(`${inSql} in SQL is ${inCode} in TypeScript, and back`, () => {
    assert.equal(codeName(inSql), inCode);
    assert.equal(sqlName(inCode), inSql);
  });

test('a name that is already in the other dialect stays as it is', () => {
  assert.equal(codeName('houseId'), 'houseId');
  assert.equal(sqlName('house_id'), 'house_id');
});

test('the query builder takes TypeScript names', async () => {
  const rows = await database.db
    .selectFrom('bigHouses')
    .select(['bigHouses.houseId', 'rateE4 as shareOfHouse'])
    .execute();
  assert.deepEqual(rows, [{ houseId: 7, shareOfHouse: '0.5000' }]);
});

test('rows of a raw SQL statement have TypeScript names, keys inside JSON keep theirs', async () => {
  const { rows } =
    await sql`select house_id, to_jsonb(big_houses) as whole_row from big_houses`.execute(
      database.db,
    );
  assert.deepEqual(rows, [{ houseId: 7, wholeRow: { house_id: 7, rate_e4: 0.5 } }]);
  assert.deepEqual(rowsOfJson([{ house_id: 7 }]), [{ houseId: 7 }]);
});

test('a database that is not ours keeps its names', async () => {
  const other = openDatabase<Tables>({
    url: testDatabase.url,
    poolSize: 1,
    applicationName: 'names-test',
    namesOfSql: true,
  });
  const { rows } = await sql`select house_id from big_houses`.execute(other.db);
  assert.deepEqual(rows, [{ house_id: 7 }]);
  await other.db.destroy();
});

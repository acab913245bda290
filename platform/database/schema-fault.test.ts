import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { openDatabase, type Database } from './database.ts';
import { SPREAD_MARK } from './engine.ts';
import { migrate } from './migrations.ts';
import { findSchemaFault } from './schema-fault.ts';

type Files = Readonly<Record<string, string>>;

const OLD = { '0001_create_one.sql': 'create table one (id int);' };
const TWO = { '0002_create_two.sql': '-- why\ncreate table two (id int);' };
const MARKED = {
  '0002_create_two.sql':
    '-- why\n-- compatible from 0001: nobody asks for it\ncreate table two (id int);',
};

let testDatabase: TestDatabase;
let database: Database<unknown>;
let folders: string[];

beforeEach(async () => {
  testDatabase = await createTestDatabase('empty');
  database = openDatabase({ url: testDatabase.url, poolSize: 1, applicationName: 'test' });
  folders = [];
});
afterEach(async () => {
  await database.db.destroy();
  await testDatabase.drop();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function folderOf(files: Files): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'schema-fault-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
}

const cases: readonly {
  why: string;
  ran: Files | undefined;
  code: Files;
  state: string | undefined;
  reason?: RegExp;
}[] = [
  {
    why: 'nothing has run',
    ran: undefined,
    code: OLD,
    state: 'empty',
    reason: /^the database is empty: none of 1 migrations has run$/,
  },
  { why: 'the same has run', ran: { ...OLD, ...TWO }, code: { ...OLD, ...TWO }, state: undefined },
  {
    why: 'the last has not run',
    ran: OLD,
    code: { ...OLD, ...TWO },
    state: 'behind',
    reason: /^the database is behind this version: 0002_create_two did not run$/,
  },
  {
    why: 'a newer one has run that says nothing',
    ran: { ...OLD, ...TWO },
    code: OLD,
    state: 'ahead',
    reason: /it has run 0002_create_two, which code that ends at 0001_create_one may not/,
  },
  {
    why: 'a newer one has run that this code lives with',
    ran: { ...OLD, ...MARKED },
    code: OLD,
    state: undefined,
  },
  {
    why: 'a newer one has run that only younger code lives with',
    ran: {
      ...OLD,
      ...MARKED,
      '0003_drop_one.sql': '-- why\n-- compatible from 0002: it is not used\ndrop table one;',
    },
    code: OLD,
    state: 'ahead',
    reason: /0003_drop_one, which/,
  },
  {
    why: 'that younger code',
    ran: {
      ...OLD,
      ...MARKED,
      '0003_drop_one.sql': '-- why\n-- compatible from 0002: it is not used\ndrop table one;',
    },
    code: { ...OLD, ...MARKED },
    state: undefined,
  },
  {
    why: 'another service’s database, whatever its marks say',
    ran: MARKED,
    code: { '0009_create_nine.sql': '' },
    state: 'ahead',
    reason: /or belongs to another service/,
  },
];
for (const { why, ran, code, state, reason = /^$/ } of cases)
  test(`a schema is ${state ?? 'fit'}: ${why}`, async () => {
    if (ran !== undefined) await migrate(database.db, folderOf(ran));
    const fault = await findSchemaFault(database.db, folderOf(code));
    assert.equal(fault?.state, state);
    assert.match(fault?.reason ?? '', reason);
  });

test('a schema whose tables were distributed by an engine that is missing is without its engine', async () => {
  const folder = folderOf(OLD);
  await migrate(database.db, folder);
  await database.pool.query(`create schema app`);
  assert.equal(await findSchemaFault(database.db, folder), undefined);
  await database.pool.query(`comment on schema app is '${SPREAD_MARK}'`);
  const fault = await findSchemaFault(database.db, folder);
  assert.equal(fault?.state, 'without-engine');
  assert.match(fault.reason, /their engine is not here/);
});

test('a mark is stored with its migration or not at all', async () => {
  const failing = { ...OLD, '0002_fail.sql': `${MARKED['0002_create_two.sql']} select 1 / 0;` };
  await assert.rejects(migrate(database.db, folderOf(failing)), /0002_fail failed/);
  await migrate(database.db, folderOf({ ...OLD, ...MARKED }));
  const { rows } = await database.pool.query('select * from compatible_migrations');
  assert.deepEqual(rows, [{ name: '0002_create_two', compatibleFrom: '0001' }]);
});

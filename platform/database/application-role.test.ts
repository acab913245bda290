import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { findRoleFault, prepareRole } from './application-role.ts';
import { openDatabase, type Database } from './database.ts';

const MARK = randomBytes(4).toString('hex');
/** May create roles, but is no superuser. */
const MAKER = `test_maker_${MARK}`;
const NOBODY = `test_nobody_${MARK}`;
const roles: string[] = [];

let testDatabase: TestDatabase;
let superuser: pg.Client;
let maker: Database<unknown>;
let nobody: Database<unknown>;

before(async () => {
  testDatabase = await createTestDatabase('empty');
  superuser = new pg.Client({ connectionString: testDatabase.url });
  await superuser.connect();
  await superuser.query(`create user ${MAKER} createrole password 'x'`);
  await superuser.query(`create user ${NOBODY} password 'x'`);
  maker = openAs(MAKER);
  nobody = openAs(NOBODY);
});
after(async () => {
  await maker.db.destroy();
  await nobody.db.destroy();
  try {
    for (const role of [...roles, MAKER]) {
      await superuser.query(`drop owned by ${role} cascade`);
      await superuser.query(`drop role ${role}`);
    }
    await superuser.query(`drop role ${NOBODY}`);
  } finally {
    await superuser.end();
  }
  await testDatabase.drop();
});

function openAs(user: string): Database<unknown> {
  const url = new URL(testDatabase.url);
  url.username = user;
  url.password = 'x';
  return openDatabase({ url: url.href, poolSize: 6, applicationName: 'role-test' });
}

function newRole(name: string): string {
  const role = `test_${name}_${MARK}`;
  roles.push(role);
  return role;
}

test('a user that may create roles creates the application role and may assume it', async () => {
  const role = newRole('made');
  assert.equal(await prepareRole(maker.db, role), undefined);
  assert.equal(await findRoleFault(maker.db, role), undefined);
  await maker.pool.query(`begin; set local role ${role}; rollback`);
  assert.equal(await prepareRole(maker.db, role), undefined, 'again');
});

test('a role that its creator may not assume yet is granted to the creator', async () => {
  const role = newRole('half_made');
  await maker.pool.query(`create role ${role}`);
  assert.equal((await findRoleFault(maker.db, role))?.state, 'not-granted');
  assert.equal(await prepareRole(maker.db, role), undefined);
  await maker.pool.query(`begin; set local role ${role}; rollback`);
});

test('concurrent starts create the role once', async () => {
  const role = newRole('wanted');
  const faults = await Promise.all(
    Array.from({ length: 6 }, async () => prepareRole(maker.db, role)),
  );
  assert.deepEqual(new Set(faults), new Set([undefined]));
});

test('a user that may not create the role is told what somebody else has to run', async () => {
  const role = newRole('foreign');
  await superuser.query(`create role ${role}`);
  assert.deepEqual(await prepareRole(nobody.db, `${role}_not_there`), {
    state: 'missing',
    reason: `there is no role ${role}_not_there; who may make roles has to run: create role ${role}_not_there nologin; grant ${role}_not_there to "${NOBODY}"`,
  });
  assert.deepEqual(await prepareRole(nobody.db, role), {
    state: 'not-granted',
    reason: `${NOBODY} may not take the role ${role}; who may give it has to run: grant ${role} to "${NOBODY}"`,
  });
});

test('a role without rights to any table is reported as created too late', async () => {
  const role = newRole('late');
  await superuser.query(`create role ${role}; grant ${role} to ${MAKER}`);
  await superuser.query('create table seen (id int); create table hidden (id int)');
  try {
    assert.equal((await findRoleFault(maker.db, role))?.state, 'without-rights');
    await superuser.query(`grant select on seen to ${role}`);
    assert.equal(await findRoleFault(maker.db, role), undefined);
  } finally {
    await superuser.query('drop table seen, hidden');
  }
});

const strong = [
  { why: 'it owns a table', make: (role: string) => `alter table guarded owner to ${role}` },
  { why: 'it is a member of the owner', make: (role: string) => `grant ${MAKER} to ${role}` },
  { why: 'it is a superuser', make: (role: string) => `alter role ${role} superuser` },
  { why: 'it bypasses policies', make: (role: string) => `alter role ${role} bypassrls` },
];
for (const { why, make } of strong)
  test(`a role that bypasses row-level security is refused: ${why}`, async () => {
    const role = newRole(`strong_${roles.length}`);
    await superuser.query(`create role ${role}; grant ${role} to ${NOBODY}`);
    await superuser.query(
      `create table guarded (id int); alter table guarded enable row level security;
       alter table guarded owner to ${MAKER}; grant select on guarded to ${role}`,
    );
    try {
      assert.equal(await findRoleFault(nobody.db, role), undefined);
      await superuser.query(make(role));
      assert.equal((await findRoleFault(nobody.db, role))?.state, 'too-strong');
    } finally {
      await superuser.query('drop table guarded');
    }
  });

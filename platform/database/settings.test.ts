import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql, type Kysely } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { inTransaction, openDatabase, type Database } from './database.ts';
import type { Settings } from './settings.ts';

type Tables = { note: { id: number; owner: string } };

const ROLE = 'test_note_reader';
let testDatabase: TestDatabase;
let owner: Database<Tables>;
let reader: Database<Tables>;

before(async () => {
  testDatabase = await createTestDatabase('empty');
  owner = openDatabase({ url: testDatabase.url, poolSize: 2, applicationName: 'settings-test' });
  await sql
    .raw(`
      create table note (id bigint primary key, owner text not null);
      insert into note values (1, 'anna'), (2, 'boris');
      do $$ begin create role ${ROLE}; exception when duplicate_object then null; end $$;
      grant select, insert, update on note to ${ROLE};
      alter table note enable row level security;
      create policy own on note using (owner = current_setting('app.owner', true));
    `)
    .execute(owner.db);
  reader = openDatabase({
    url: testDatabase.url,
    poolSize: 1,
    applicationName: 'settings-test',
    role: ROLE,
  });
});
after(async () => {
  await reader.db.destroy();
  await owner.db.destroy();
  await testDatabase.drop();
});

const seenBy = (name: string): Kysely<Tables> => reader.seeing(() => ({ 'app.owner': name }));
const idsIn = async (db: Kysely<Tables>): Promise<readonly number[]> =>
  (await db.selectFrom('note').select('id').orderBy('id').execute()).map(({ id }) => id);

test('a single statement sees what its handle may see, and the next one on the connection its own', async () => {
  assert.deepEqual(await idsIn(seenBy('anna')), [1]);
  assert.deepEqual(await idsIn(seenBy('boris')), [2]);
});

test('a handle without settings sees nothing, even after others have used the connection', async () => {
  assert.deepEqual(await idsIn(seenBy('anna')), [1]);
  assert.deepEqual(await idsIn(reader.db), []);
});

test('a transaction keeps its settings until it ends and leaves none behind', async () => {
  await inTransaction(seenBy('anna'), async (trx) => {
    assert.deepEqual(await idsIn(trx), [1]);
    assert.deepEqual(await idsIn(trx), [1]);
  });
  assert.deepEqual(await idsIn(reader.db), []);
});

test('settings are read at the start of every transaction', async () => {
  let name = 'anna';
  const db = reader.seeing(() => ({ 'app.owner': name }));
  assert.deepEqual(await idsIn(db), [1]);
  name = 'boris';
  assert.deepEqual(await idsIn(db), [2]);
});

test('a name with quotes and a backslash is treated as plain text', async () => {
  const hostile = `x'; set local app.owner = 'anna\\`;
  assert.deepEqual(await idsIn(seenBy(hostile)), []);
  await assert.rejects(idsIn(reader.seeing(() => ({ "x'; drop": '' }) satisfies Settings)));
  assert.deepEqual(await idsIn(seenBy('anna')), [1]);
});

test('a failed statement is rolled back, gives its reason, and leaves the connection usable', async () => {
  const db = seenBy('anna');
  await assert.rejects(
    db.insertInto('note').values({ id: 3, owner: 'boris' }).execute(),
    /row-level security/,
  );
  await assert.rejects(sql`select 1 / 0`.execute(db), /division by zero/);
  assert.deepEqual(await idsIn(db), [1]);
});

test('a single statement whose settings are refused is not run, gives the reason, and leaves the pool usable', async () => {
  await sql`do $$ begin end $$`.execute(reader.db);
  const db = reader.seeing(() => ({
    'app.owner': 'anna',
    'plpgsql.variable_conflict': 'none of those',
  }));
  const refused = db.insertInto('note').values({ id: 6, owner: 'anna' }).execute();
  await assert.rejects(refused, /variable_conflict/);
  assert.deepEqual(await idsIn(seenBy('anna')), [1]);
});

test('a single statement that fails only at its commit is refused', async () => {
  await sql`
    create table visit (id bigint, note_id bigint references note deferrable initially deferred);
    grant insert on visit to ${sql.raw(ROLE)}`.execute(owner.db);
  const visit = (noteId: number) => sql`insert into visit values (1, ${noteId})`;
  await assert.rejects(visit(77).execute(seenBy('anna')), { code: '23503' });
  await visit(1).execute(seenBy('anna'));
  const { rows } = await sql`select note_id from visit`.execute(owner.db);
  assert.deepEqual(rows, [{ noteId: 1 }]);
});

test('concurrent statements, kept and not, each see what their own handle may see', async () => {
  const ask = async (nth: number): Promise<boolean> => {
    const name = nth % 3 === 0 ? 'boris' : 'anna';
    const kept = sql<{
      owner: string;
    }>`/* kept: list-owners */ select owner from note where id < ${9}`;
    const once = sql<{ owner: string }>`select owner from note where id < ${9}`;
    const { rows } = await (nth % 2 === 0 ? kept : once).execute(seenBy(name));
    return rows.length === 1 && rows[0]?.owner === name;
  };
  const right = await Promise.all(Array.from({ length: 60 }, async (_, nth) => ask(nth)));
  assert.deepEqual(new Set(right), new Set([true]));
});

test('a failed transaction is rolled back, and one that ignores a failure cannot commit', async () => {
  const db = seenBy('anna');
  await assert.rejects(
    inTransaction(db, async (trx) => {
      await trx.insertInto('note').values({ id: 4, owner: 'anna' }).execute();
      throw new Error('changed my mind');
    }),
    /changed my mind/,
  );
  await assert.rejects(
    inTransaction(db, async (trx) => {
      await sql`select 1 / 0`.execute(trx).catch(() => undefined);
    }),
    /had failed/,
  );
  assert.deepEqual(await idsIn(db), [1]);
});

test('a transaction whose settings are refused does nothing, gives the reason, and leaves the connection usable', async () => {
  // Loads the language; after that its settings reject other values.
  await sql`do $$ begin end $$`.execute(reader.db);
  const db = reader.seeing(() => ({
    'app.owner': 'anna',
    'plpgsql.variable_conflict': 'none of those',
  }));
  await assert.rejects(
    inTransaction(db, async (trx) =>
      trx.insertInto('note').values({ id: 5, owner: 'anna' }).execute(),
    ),
    /variable_conflict/,
  );
  assert.deepEqual(await idsIn(seenBy('anna')), [1]);
});

test('a transaction without statements is harmless, and an error thrown in it is passed on', async () => {
  await inTransaction(seenBy('anna'), async () => 'nothing to do');
  const thrown = inTransaction(seenBy('anna'), async () => {
    throw new Error('before the first statement');
  });
  await assert.rejects(thrown, /before the first statement/);
  assert.deepEqual(await idsIn(seenBy('anna')), [1]);
});

test('a kept statement is planned once per connection, and sees what each caller may see', async () => {
  const kept = async (db: Kysely<Tables>): Promise<readonly unknown[]> =>
    (await sql`/* kept: list-notes */ select id from note where id < ${3}`.execute(db)).rows;
  for (const name of ['anna', 'boris', 'anna'])
    assert.deepEqual(await kept(seenBy(name)), [{ id: name === 'anna' ? 1 : 2 }]);
  const { rows } = await sql<{ plans: number }>`
    select generic_plans + custom_plans as plans from pg_prepared_statements where name = 'list-notes'
  `.execute(reader.db);
  assert.deepEqual(rows, [{ plans: 3 }]);
});

test('a change returns the number of rows it changed', async () => {
  const { numUpdatedRows } = await seenBy('anna')
    .updateTable('note')
    .set({ owner: 'anna' })
    .executeTakeFirstOrThrow();
  assert.equal(numUpdatedRows, 1n);
});

test('a session that ends between two statements fails the statement, not the process, and the pool recovers', async () => {
  const db = seenBy('anna');
  await assert.rejects(
    inTransaction(db, async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(owner.db);
      await idsIn(trx);
    }),
  );
  assert.deepEqual(await idsIn(db), [1]);
});

test('the isolation level and access mode of a transaction take effect', async () => {
  const { rows } = await seenBy('anna')
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) =>
      sql<{ isolation: string; readonly: string }>`
        select current_setting('transaction_isolation') as isolation, current_setting('transaction_read_only') as readonly
      `.execute(trx),
    );
  assert.deepEqual(rows, [{ isolation: 'repeatable read', readonly: 'on' }]);
});

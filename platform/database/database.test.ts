import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { refusalOfDatabaseError } from './database-errors.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { inTransaction, openDatabase, type Database, type DatabaseOptions } from './database.ts';
import { listUnsafeSettings } from './durability.ts';

type Tables = { purse: { id: number; kopecks: number } };

const ROLE = 'test_reader';
let testDatabase: TestDatabase;
let database: Database<Tables>;

before(async () => {
  testDatabase = await createTestDatabase('empty');
  database = open();
  await sql
    .raw(`
      create table purse (id bigint primary key, kopecks bigint not null);
      insert into purse values (1, 100), (2, 100);
      do $$ begin create role ${ROLE}; exception when duplicate_object then null; end $$;
      grant select on purse to ${ROLE};
    `)
    .execute(database.db);
});
after(async () => {
  await database.db.destroy();
  await testDatabase.drop();
});

function open(options: Partial<DatabaseOptions> = {}): Database<Tables> {
  return openDatabase({
    url: testDatabase.url,
    poolSize: 4,
    applicationName: 'database-test',
    ...options,
  });
}

async function valueOf(text: string): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`select ${sql.raw(text)} as value`.execute(
    database.db,
  );
  return rows[0]?.value;
}

const values = [
  { text: `date '2026-07-01'`, gives: '2026-07-01', why: 'a day is text' },
  { text: `date '0001-01-01'`, gives: '0001-01-01', why: 'an early day' },
  { text: `null::date`, gives: null, why: 'no day' },
  { text: `9007199254740991::bigint`, gives: 9_007_199_254_740_991, why: 'the last safe integer' },
  { text: `-9007199254740991::bigint`, gives: -9_007_199_254_740_991, why: 'the first one' },
  {
    text: `'{1,9007199254740991}'::bigint[]`,
    gives: [1, 9_007_199_254_740_991],
    why: 'a list of ids',
  },
  { text: `'{}'::bigint[]`, gives: [], why: 'an empty list' },
  { text: `12.3400::numeric(8,4)`, gives: '12.3400', why: 'a decimal is text' },
];
for (const { text, gives, why } of values) {
  test(`${text} is read as ${String(gives)}: ${why}`, async () => {
    assert.deepEqual(await valueOf(text), gives);
  });
}

for (const text of ['9007199254740992', '-9007199254740993', '9223372036854775807']) {
  test(`the integer ${text} is an error instead of being rounded`, async () => {
    await assert.rejects(valueOf(`${text}::bigint`), RangeError);
    await assert.rejects(valueOf(`'{1,${text}}'::bigint[]`), RangeError);
    assert.equal(await valueOf('1::bigint'), 1, 'the connection is still good');
  });
}

for (const zone of ['Asia/Kamchatka', 'America/New_York', 'UTC']) {
  test(`a date makes a round trip through the database in ${zone}`, async () => {
    const script = `
      import { openDatabase } from ${JSON.stringify(import.meta.resolve('./database.ts'))};
      const { pool } = openDatabase({ url: process.env.URL, poolSize: 1, applicationName: 't' });
      const { rows } = await pool.query("select date '2026-07-01' as day, $1::date as sent", ['2026-01-01']);
      console.log(JSON.stringify([rows[0], new Date(2026, 0, 1).getHours()]));
      await pool.end();`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', script],
      {
        env: { ...process.env, TZ: zone, URL: testDatabase.url },
      },
    );
    assert.deepEqual(JSON.parse(stdout), [{ day: '2026-07-01', sent: '2026-01-01' }, 0]);
  });
}

/** Two transactions that lock the same two rows in opposite order, each waiting for the other's first lock. */
async function deadlock(attempts: number[]): Promise<void> {
  const barriers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const winner = Promise.withResolvers<void>();
  const run = async (index: 0 | 1): Promise<void> =>
    inTransaction(database.db, async (trx) => {
      attempts[index] = (attempts[index] ?? 0) + 1;
      // The loser waits for the winner's end: a fast retry might meet it again.
      if (attempts[index] > 1) await winner.promise;
      await sql`set local deadlock_timeout = '10ms'`.execute(trx);
      const [first, second] = index === 0 ? [1, 2] : [2, 1];
      const add = async (id: number): Promise<void> =>
        void (await trx
          .updateTable('purse')
          .set({ kopecks: sql`kopecks + 1` })
          .where('id', '=', id)
          .execute());
      await add(first);
      barriers[index]?.resolve();
      await barriers[1 - index]?.promise;
      await add(second);
    }).then(winner.resolve);
  await Promise.all([run(0), run(1)]);
}

test('a transaction ended by a deadlock runs again, and nothing is done twice', async () => {
  const attempts: number[] = [];
  await deadlock(attempts);
  assert.equal(
    attempts.reduce((a, b) => a + b, 0),
    3,
    'one of the two ran again',
  );
  const rows = await database.db.selectFrom('purse').selectAll().orderBy('id').execute();
  assert.deepEqual(rows, [
    { id: 1, kopecks: 102 },
    { id: 2, kopecks: 102 },
  ]);
});

test('a transaction that fails to serialize runs again and sees what the other one did', async () => {
  const seen: number[] = [];
  const total = await inTransaction(database.db, async (trx) => {
    await sql`set transaction isolation level serializable`.execute(trx);
    const row = await trx
      .selectFrom('purse')
      .select('kopecks')
      .where('id', '=', 1)
      .executeTakeFirstOrThrow();
    seen.push(row.kopecks);
    if (seen.length === 1)
      await sql`update purse set kopecks = kopecks + 10 where id = 1`.execute(database.db);
    await trx
      .updateTable('purse')
      .set({ kopecks: row.kopecks + 1 })
      .where('id', '=', 1)
      .execute();
    return row.kopecks + 1;
  });
  assert.deepEqual(seen, [seen[0], (seen[0] ?? 0) + 10]);
  assert.equal(await valueOf('(select kopecks from purse where id = 1)'), total);
});

const raise = (code: string, message = 'x') =>
  sql.raw(`do $$ begin raise exception '${message}' using errcode = '${code}'; end $$`);
const attemptsOf = [
  { code: '40001', attempts: 3, why: 'PostgreSQL asks for it, but not for ever' },
  { code: '40P01', attempts: 3, why: 'a deadlock again and again' },
  {
    code: 'XX000',
    message: 'cannot execute a distributed query from a query on a shard',
    attempts: 3,
    why: 'the rows have moved to another node',
  },
  { code: 'XX000', attempts: 1, why: 'a fault of the server' },
  { code: '23505', attempts: 1, why: 'it would fail again' },
  { code: '57014', attempts: 1, why: 'somebody has cancelled it' },
];
for (const { code, message, attempts, why } of attemptsOf) {
  test(`a transaction that fails with ${code} runs ${attempts} times: ${why}`, async () => {
    let ran = 0;
    const work = inTransaction(database.db, async (trx) => {
      ran += 1;
      await raise(code, message).execute(trx);
    });
    await assert.rejects(work, { code });
    assert.equal(ran, attempts);
  });
}

test('a transaction that throws leaves no changes', async () => {
  const work = inTransaction(database.db, async (trx) => {
    await trx.insertInto('purse').values({ id: 99, kopecks: 1 }).execute();
    throw new Error('changed my mind');
  });
  await assert.rejects(work, /changed my mind/);
  assert.equal(await valueOf('(select count(*) from purse where id = 99)'), 0);
});

test('a killed session, idle or busy, costs at most one request', async () => {
  const idleErrors: Error[] = [];
  const victim = open({
    poolSize: 2,
    applicationName: 'victim',
    onIdleError: (error) => idleErrors.push(error),
  });
  const kill = async (): Promise<unknown> =>
    sql`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where application_name = 'victim' and datname = current_database()
    `.execute(database.db);
  const count = async (): Promise<number> =>
    (
      await victim.db
        .selectFrom('purse')
        .select(sql<number>`count(*)`.as('n'))
        .executeTakeFirstOrThrow()
    ).n;

  await Promise.all([count(), count()]);
  const dropped = Promise.withResolvers<void>();
  victim.pool.on('remove', () => victim.pool.totalCount === 0 && dropped.resolve());
  await kill();
  await dropped.promise;
  assert.equal(await count(), 2, 'the pool has healed');
  assert.equal(idleErrors.length, 2);

  const work = inTransaction(victim.db, async (trx) => {
    await trx.insertInto('purse').values({ id: 98, kopecks: 1 }).execute();
    await kill();
    await trx.insertInto('purse').values({ id: 97, kopecks: 1 }).execute();
  });
  const error: unknown = await work.catch((reason: unknown) => reason);
  assert.equal(refusalOfDatabaseError(error)?.code, 'dependency-unavailable', String(error));
  assert.equal(await count(), 2, 'nothing of it was kept');

  const long = sql`select pg_sleep(60)`.execute(victim.db).catch((reason: unknown) => reason);
  while (
    (await valueOf(
      `(select count(*) from pg_stat_activity where query like 'select pg_sleep%' and state = 'active')`,
    )) === 0
  );
  await kill();
  assert.equal(refusalOfDatabaseError(await long)?.code, 'dependency-unavailable');
  assert.equal(await count(), 2);
  await victim.db.destroy();
});

test('a database that became read-only answers reads, and refuses writes as unavailable', async () => {
  const target = new URL(testDatabase.url).pathname.slice(1);
  const set = sql`alter database ${sql.id(target)} set default_transaction_read_only = on`;
  const reset = sql`alter database ${sql.id(target)} reset default_transaction_read_only`;
  await set.execute(database.db);
  const reader = open({ applicationName: 'reader' });
  try {
    assert.equal((await reader.db.selectFrom('purse').select('id').execute()).length, 2);
    const error: unknown = await reader.db
      .insertInto('purse')
      .values({ id: 96, kopecks: 1 })
      .execute()
      .catch((reason: unknown) => reason);
    assert.equal(refusalOfDatabaseError(error)?.code, 'dependency-unavailable', String(error));
  } finally {
    await reset.execute(database.db);
    await reader.db.destroy();
  }
});

test('destroying the database ends every session, even if only callers’ handles ran queries', async () => {
  const opened = open({ applicationName: 'only-callers' });
  const sessions = `(select count(*) from pg_stat_activity where application_name = 'only-callers')`;
  await sql`select 1`.execute(opened.seeing(() => ({ 'app.test': 'on' })));
  assert.equal(await valueOf(sessions), 1);
  await opened.db.destroy();
  await opened.db.destroy();
  for (let looks = 0; looks < 100 && (await valueOf(sessions)) !== 0; looks += 1)
    await setTimeout(50);
  assert.equal(await valueOf(sessions), 0);
});

test('queries run as the role, even when the URL has its own options', async () => {
  const withOptions = new URL(testDatabase.url);
  withOptions.searchParams.set('options', '-c work_mem=1MB -c search_path=public');
  for (const url of [testDatabase.url, withOptions.href]) {
    const reader = open({ url, role: ROLE });
    const { rows } = await sql<{ who: string; memory: string }>`
      select current_user as who, current_setting('work_mem') as memory
    `.execute(reader.db);
    assert.equal(rows[0]?.who, ROLE);
    assert.equal(rows[0].memory === '1MB', url === withOptions.href);
    await assert.rejects(reader.db.deleteFrom('purse').execute(), { code: '42501' });
    await reader.db.destroy();
  }
});

test('dates are returned in ISO format, whatever the server settings', async () => {
  const german = new URL(testDatabase.url);
  german.searchParams.set('options', '-c datestyle=German');
  for (const role of [undefined, ROLE]) {
    const reader = open({ url: german.href, ...(role === undefined ? {} : { role }) });
    const { rows } = await sql<{ day: string }>`select date '2026-02-01' as day`.execute(reader.db);
    assert.deepEqual(rows, [{ day: '2026-02-01' }]);
    await reader.db.destroy();
  }
});

test('no plan is compiled, whatever the server settings', async () => {
  const compiling = new URL(testDatabase.url);
  compiling.searchParams.set('options', '-c jit=on');
  for (const url of [testDatabase.url, compiling.href]) {
    const reader = open({ url });
    const { rows } = await sql<{ jit: string }>`show jit`.execute(reader.db);
    assert.deepEqual(rows, [{ jit: 'off' }]);
    await reader.db.destroy();
  }
});

test('a server that may lose a commit is detected', async () => {
  // The tests' server is unsafe: it need not survive a power cut.
  const unsafe = await listUnsafeSettings(database.db as Database<unknown>['db']);
  assert.deepEqual(unsafe, ['fsync', 'synchronous_commit']);
});

test('the wait for a connection is reported for single statements and transactions alike', async () => {
  const waits: number[] = [];
  const small = open({ poolSize: 1, onWaited: (seconds) => waits.push(seconds) });
  try {
    const { promise: inside, resolve: enter } = Promise.withResolvers<void>();
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const holder = inTransaction(small.db, async () => {
      enter();
      await held;
    });
    await inside;
    const waiter = small
      .seeing(() => ({}))
      .selectFrom('purse')
      .selectAll()
      .execute();
    const start = performance.now();
    await setTimeout(30);
    const least = (performance.now() - start) / 1000;
    assert.equal(waits.length, 1);
    letGo();
    await Promise.all([holder, waiter]);
    assert.equal(waits.length, 2);
    assert.ok((waits[1] ?? 0) >= least);
  } finally {
    await small.db.destroy();
  }
});

// An import whose process dies, or whose database session ends, midway: all of the file is stored or nothing of it, and the next
// process finishes it.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import {
  cancelImport,
  getImport,
  type Import,
  importHouses,
} from '@kvartplata/contracts/core/imports.ts';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import { freePort } from '@kvartplata/platform/lifecycle/free-port.ts';
import {
  startServiceProcess,
  type ServiceProcess,
} from '@kvartplata/platform/testing/service-process.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { csv, sendFile } from '../../testing/import-files.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const ROWS = 30;
const HEADER = [
  'Адрес дома',
  'Номер помещения',
  'Площадь помещения, кв. м',
  'Лицевой счёт',
  'Плательщик',
  'Зарегистрировано человек',
  'Дата открытия счёта',
];
const OF_CORE = `datname = current_database() and application_name = 'core-service'`;

let core: TestApp;
let outside: Database<unknown>;
const running: ServiceProcess[] = [];

before(async () => {
  core = await createTestApp(undefined, undefined, { queue: 'idle' });
  await core.organizationOf(OWNER);
  outside = openDatabase({ url: core.databaseUrl, poolSize: 3, applicationName: 'test-outside' });
});
after(async () => {
  for (const left of running) await left.kill();
  await outside.db.destroy();
  await core.close();
});

async function startCore(): Promise<ServiceProcess> {
  const started = await startServiceProcess(path.resolve(import.meta.dirname, '../../main.ts'), {
    APP_ENV: 'dev',
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: String(await freePort()),
    DATABASE_URL: core.databaseUrl,
    REDIS_URL: 'memory:',
    JWT_SECRET: Buffer.alloc(32, 7).toString('base64'),
    CORS_ORIGIN: 'http://localhost:3000',
    USE_HTTPS: 'false',
    DOMAIN: 'localhost',
    LOG_LEVEL: 'error',
    AUTH_SERVICE_URL: 'http://127.0.0.1:9',
  });
  running.push(started);
  return started;
}

/** Locks a table, so that the import stops in mid-transaction; returns a function that releases it. */
async function holdTable(table: string): Promise<() => Promise<void>> {
  const holder = await outside.pool.connect();
  await holder.query('begin');
  await holder.query(`lock table ${table} in exclusive mode`);
  return async () => {
    await holder.query('rollback');
    holder.release();
  };
}

async function holds(condition: string): Promise<boolean> {
  const { rows } = await outside.pool.query<{ holds: boolean }>(`select ${condition} as holds`);
  return rows[0]?.holds === true;
}

async function countAccounts(): Promise<number> {
  const { rows } = await outside.pool.query<{ count: number }>(
    'select count(*)::integer as count from personal_accounts',
  );
  return rows[0]?.count ?? 0;
}

async function send(prefix: string): Promise<Import> {
  const rows = Array.from({ length: ROWS }, (_, nth) => [
    `ул. ${prefix}, 1`,
    String(nth),
    '50',
    `${prefix}-${nth}`,
    'Иванов',
    '1',
    '01.02.2020',
  ]);
  const { status, body } = await sendFile(core, OWNER, importHouses, {
    content: csv([HEADER, ...rows]),
  });
  assert.equal(status, 202);
  return body;
}

async function ended(importId: number): Promise<Import> {
  let told: Import | undefined;
  await until(`import ${importId} has ended`, async () => {
    told = (await core.ask(OWNER, getImport, { params: { importId } })).body;
    return told.finishedAt !== null;
  });
  if (told === undefined) throw new Error('not told');
  return told;
}

test('an import killed midway stores nothing, and the next process stores all of it once', async () => {
  const { id } = await send('A');
  const release = await holdTable('registered_persons');
  const first = await startCore();
  await until('the import waits', async () =>
    holds(`exists (select from pg_stat_activity where ${OF_CORE} and wait_event_type = 'Lock')`),
  );
  const told = (await core.ask(OWNER, getImport, { params: { importId: id } })).body;
  assert.deepEqual([told.status, told.finishedAt], ['RUNNING', null]);
  await first.kill();
  await release();
  await until('the dead process’s sessions are gone', async () =>
    holds(`not exists (select from pg_stat_activity where ${OF_CORE})`),
  );
  assert.equal(await countAccounts(), 0);
  // Its lease expires by itself; here it did so a minute ago.
  await outside.pool.query(
    `update job_queue.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`,
  );
  const second = await startCore();
  const done = await ended(id);
  assert.deepEqual([done.status, done.changed], ['COMPLETED', ROWS]);
  assert.equal(await countAccounts(), ROWS);
  assert.equal(await second.stop(), 0);
});

test('a session that the server ends midway costs one try and nothing else', async () => {
  const worker = await startCore();
  const release = await holdTable('registered_persons');
  const { id } = await send('B');
  await until('the import waits', async () =>
    holds(`exists (select from pg_stat_activity where ${OF_CORE} and wait_event_type = 'Lock')`),
  );
  await outside.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where ${OF_CORE}`,
  );
  await release();
  const done = await ended(id);
  assert.deepEqual([done.status, done.changed], ['COMPLETED', ROWS]);
  assert.equal(await countAccounts(), 2 * ROWS);
  assert.equal(await worker.stop(), 0);
});

test('an import that is cancelled while storing leaves nothing', async () => {
  const worker = await startCore();
  const release = await holdTable('registered_persons');
  const { id } = await send('C');
  await until('the import waits', async () =>
    holds(`exists (select from pg_stat_activity where ${OF_CORE} and wait_event_type = 'Lock')`),
  );
  const cancelled = await core.ask(OWNER, cancelImport, { params: { importId: id } });
  assert.equal(cancelled.status, 200, cancelled.text);
  await release();
  await until('the worker has given up', async () =>
    holds(`not exists (select from pg_stat_activity where ${OF_CORE} and state <> 'idle')`),
  );
  assert.equal((await ended(id)).status, 'CANCELLED');
  assert.equal(await countAccounts(), 2 * ROWS);
  assert.equal(await worker.stop(), 0);
});

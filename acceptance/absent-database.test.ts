// A service whose database is unavailable, at its start or later: it reports that in one line, returns 503 and never 500, and
// recovers by itself once the database is there.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, afterEach, test } from 'node:test';
import { startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import type { Readiness } from '@kvartplata/contracts/health.ts';
import { getReadiness } from '@kvartplata/contracts/operation.ts';
import { sendOnce, type Answered } from '@kvartplata/platform/testing/answered.ts';
import { openFaultProxy } from '@kvartplata/platform/testing/fault-proxy.ts';
import {
  makeEnvironments,
  ORIGIN,
  startService,
} from '@kvartplata/platform/testing/service-environments.ts';
import type { ServiceProcess } from '@kvartplata/platform/testing/service-process.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import pg from 'pg';
import { SPREAD_MARK } from '@kvartplata/platform/database/engine.ts';
import { askAtOnce } from './testing/people.ts';

type Ready = Pick<Readiness, 'dependencies' | 'reasons'> & { readonly status: number };

/** Wrong credentials: a 401 shows that the database was queried. */
const SIGN_IN = { username: 'nobody', password: 'none' };
const ABSENT = { database: 'down', schema: 'down', role: 'down' };

let database: TestDatabase;
let admin: pg.Client;
/** The URL of a user of the test's own, who may do everything. */
let user: string;
let url: string;
let running: ServiceProcess | undefined;

before(async () => {
  database = await createTestDatabase('empty');
  admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
});
after(async () => {
  await admin.end();
  await database.drop();
});
beforeEach(async () => {
  user = `guest_${randomBytes(4).toString('hex')}`;
  await admin.query(`create role ${user} superuser login password 'hunter2'`);
  const own = new URL(database.url);
  own.username = user;
  own.password = 'hunter2';
  url = own.href;
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  await admin.query(
    `reassign owned by ${user} to current_user; drop owned by ${user}; drop role ${user}`,
  );
});

async function start(databaseUrl: string): Promise<ServiceProcess> {
  const { environmentOf } = await makeEnvironments(() => databaseUrl, { LOG_LEVEL: 'warn' });
  running = await startService('auth', environmentOf('auth'));
  return running;
}

async function readyOf({ url: baseUrl }: ServiceProcess): Promise<Ready> {
  const { status, body, headers } = await sendOnce(fetch, baseUrl, undefined, getReadiness('auth'));
  assert.equal(headers.get('retry-after'), status === 503 ? '5' : null);
  return { ...body, status };
}

async function signInAt(service: ServiceProcess): Promise<Answered<typeof startSession>> {
  const sent = { headers: { origin: ORIGIN }, body: SIGN_IN };
  return sendOnce(fetch, service.url, undefined, startSession, sent);
}

async function assertKeptOut(service: ServiceProcess): Promise<void> {
  const refused = await signInAt(service);
  assert.deepEqual([refused.status, refused.problem.code], [503, 'dependency-unavailable']);
  assert.equal(refused.headers.get('retry-after'), '5');
  const health = await askAtOnce(undefined, 'GET', `${service.url}/health`);
  assert.equal(health.status, 200, 'it lives');
}

/** The reason is logged once, in one line. */
function assertReportedOnce(service: ServiceProcess, reason: string): void {
  const warnings = service
    .output()
    .trim()
    .split('\n')
    .filter((line) => line.includes('nothing is answered'));
  assert.equal(warnings.length, 1, service.output());
  assert.ok(warnings[0]?.includes(JSON.stringify(reason).slice(1, -1)), service.output());
  assert.ok(!service.output().includes('hunter2'));
}

async function assertServes(service: ServiceProcess): Promise<void> {
  await until('it is ready', async () => (await readyOf(service)).status === 200);
  assert.equal((await signInAt(service)).status, 401);
}

test('a service whose database user may not log in waits, says so, and serves once it may', async () => {
  await admin.query(`alter role ${user} nologin`);
  const service = await start(url);
  const reason = `the database refuses the connection: role "${user}" is not permitted to log in`;
  const { status, dependencies, reasons } = await readyOf(service);
  assert.deepEqual([status, dependencies, reasons], [503, ABSENT, { database: reason }]);
  await assertKeptOut(service);
  await admin.query(`alter role ${user} login`);
  await assertServes(service);
  assertReportedOnce(service, reason);
});

test('a service whose database user loses the right to log in answers 503, and recovers once it is back', async () => {
  const service = await start(url);
  await assertServes(service);
  await admin.query(`alter role ${user} nologin`);
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = $1`, [
    user,
  ]);
  const statuses = new Set<number>();
  for (let nth = 0; nth < 5; nth += 1) {
    const { status, headers } = await signInAt(service);
    statuses.add(status);
    assert.notEqual(headers.get('retry-after'), null);
  }
  assert.deepEqual([...statuses], [503]);
  const { status, dependencies } = await readyOf(service);
  assert.deepEqual([status, dependencies['database']], [503, 'down']);
  await admin.query(`alter role ${user} login`);
  await assertServes(service);
});

test('a service whose database is unavailable waits, says so, and serves once it is back', async () => {
  const proxy = await openFaultProxy(() => Number(new URL(url).port));
  proxy.set({ kind: 'cut' });
  try {
    const behind = new URL(url);
    behind.port = String(proxy.port);
    const service = await start(behind.href);
    const reason = 'the database at its address does not answer';
    const { status, dependencies, reasons } = await readyOf(service);
    assert.deepEqual([status, dependencies, reasons], [503, ABSENT, { database: reason }]);
    await assertKeptOut(service);
    proxy.set({ kind: 'none' });
    await assertServes(service);
    assertReportedOnce(service, reason);
    assert.equal(await service.stop(), 0);
    running = undefined;
  } finally {
    await proxy.close();
  }
});

test('a service whose database was spread over nodes but lacks its engine answers and migrates nothing', async () => {
  await admin.query(`create schema if not exists app`);
  await admin.query(`comment on schema app is '${SPREAD_MARK}'`);
  const tables = `select count(*)::integer as tables from pg_class where relnamespace = 'public'::regnamespace`;
  const there = await admin.query(tables);
  try {
    const service = await start(url);
    const reason =
      'the tables of this database are spread over nodes, and their engine is not here: their rows are elsewhere; put the extension citus and its library back, or restore a backup';
    const { status, dependencies, reasons } = await readyOf(service);
    assert.deepEqual(
      [status, dependencies['database'], dependencies['schema']],
      [503, 'up', 'without-engine'],
    );
    assert.equal(reasons?.['schema'], reason);
    await assertKeptOut(service);
    assertReportedOnce(service, reason);
    assert.deepEqual((await admin.query(tables)).rows, there.rows);
  } finally {
    await admin.query(`comment on schema app is null`);
  }
});

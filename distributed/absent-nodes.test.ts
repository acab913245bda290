// A service whose distributed database does not fit, or lacks a node, at its start or later: it reports that in one line and
// returns 503 with Retry-After, never 500, and recovers by itself once everything is there.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { listPenaltyRates } from '@kvartplata/contracts/billing/penalty-rates.ts';
import {
  startEngineCluster,
  type EngineCluster,
} from '@kvartplata/platform/testing/engine-cluster.ts';
import {
  makeEnvironments,
  startService,
  type Variables,
} from '@kvartplata/platform/testing/service-environments.ts';
import type { OwnPostgres } from '@kvartplata/platform/testing/own-postgres.ts';
import type { ServiceProcess } from '@kvartplata/platform/testing/service-process.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import pg from 'pg';

type Readiness = {
  readonly status: number;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly reasons?: Readonly<Record<string, string>>;
};

let cluster: EngineCluster;
let url: string;
let pool: pg.Pool;
let running: ServiceProcess | undefined;

before(async () => {
  cluster = await startEngineCluster();
  url = await cluster.createDatabase('billing');
  pool = new pg.Pool({ connectionString: url, max: 1 });
  // The tests kill its server now and then.
  pool.on('error', () => undefined);
});
after(async () => {
  await pool.end();
  await cluster.stop();
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

async function start(more: Variables = {}): Promise<ServiceProcess> {
  const { environmentOf } = await makeEnvironments(() => url, { LOG_LEVEL: 'warn', ...more });
  running = await startService('billing', environmentOf('billing'));
  return running;
}

async function readyOf(service: ServiceProcess): Promise<Readiness> {
  const answer = await fetch(`${service.url}/ready`);
  return { ...((await answer.json()) as Readiness), status: answer.status };
}

async function assertKeptOut(service: ServiceProcess): Promise<void> {
  const refused = await fetch(service.url + listPenaltyRates.path);
  const { code } = (await refused.json()) as { readonly code: string };
  assert.deepEqual([refused.status, code], [503, 'dependency-unavailable'], service.output());
  assert.notEqual(refused.headers.get('retry-after'), null);
  assert.equal((await fetch(`${service.url}/health`)).status, 200, 'it lives');
}

/** The reason is logged once, in one line; a node that is starting again may add a different reason in between. */
function assertReportedOnce(service: ServiceProcess, reason: string): void {
  const lines = service.output().trim().split('\n');
  const told = lines.filter((line) => line.includes('nothing is answered'));
  const why = JSON.stringify(reason).slice(1, -1);
  assert.equal(told.filter((line) => line.includes(why)).length, 1, service.output());
  assert.equal(new Set(told.map((line) => line.slice(line.indexOf('"msg"')))).size, told.length);
}

async function assertServes(service: ServiceProcess): Promise<void> {
  await until('it is ready', async () => (await readyOf(service)).status === 200);
  assert.equal((await fetch(service.url + listPenaltyRates.path)).status, 401);
}

const worker = (): OwnPostgres => {
  const [first] = cluster.workers;
  assert.ok(first);
  return first;
};

/** The number of tables; the engine hides some of its own. */
async function countTables(): Promise<number> {
  const { rows } = await pool.query<{ tables: number }>(
    `select count(*)::integer as tables from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  return rows[0]?.tables ?? 0;
}

/** How many transactions have failed in the database so far, in sessions that have ended. */
async function countFailed(): Promise<number> {
  const { rows } = await pool.query<{ failed: number }>(
    `select xact_rollback::integer as failed from pg_stat_database where datname = current_database()`,
  );
  return rows[0]?.failed ?? 0;
}

test('a worker is unavailable at the first start: nothing is created until it is back', async () => {
  worker().kill();
  const service = await start();
  const reason = `the database does not answer now: connection to the remote node postgres@127.0.0.1:${worker().port} failed`;
  const { status, reasons } = await readyOf(service);
  assert.equal(status, 503);
  assert.match(reasons?.['database'] ?? '', new RegExp(`^${reason}.*$`));
  await assertKeptOut(service);
  const failed = await countFailed();
  await until('it has tried again and again', async () => (await countFailed()) > failed + 1);
  assertReportedOnce(service, reason);
  await worker().start();
  await assertServes(service);
});

test('the coordinator is unavailable at the start: the service waits for it', async () => {
  cluster.coordinator.kill();
  const service = await start();
  const reason = `the database at 127.0.0.1:${cluster.coordinator.port} does not answer`;
  const { status, reasons } = await readyOf(service);
  assert.deepEqual([status, reasons], [503, { database: reason }]);
  await assertKeptOut(service);
  await cluster.coordinator.start();
  await assertServes(service);
  assertReportedOnce(service, reason);
});

test('a worker is unavailable at a later start: the service starts without it', async (t) => {
  worker().kill();
  t.after(async () => worker().start());
  await assertServes(await start());
});

test('a node would draw ids beyond safe integers: everything else works, and /ready names the node', async () => {
  const service = await start();
  await assertServes(service);
  const renumber = `update pg_dist_node set groupid = groupid + $1 where nodeport = $2`;
  await pool.query(renumber, [31, worker().port]);
  const { status, dependencies, reasons } = await readyOf(service);
  await pool.query(renumber, [-31, worker().port]);
  assert.deepEqual([status, dependencies['database']], [200, 'degraded']);
  assert.match(reasons?.['database'] ?? '', new RegExp(`:${worker().port} \\(32\\)`));
  assert.equal((await readyOf(service)).dependencies['database'], 'up');
});

test('the schema is of another version: nothing is answered until it matches', async () => {
  await pool.query(
    `insert into kysely_migration (name, timestamp) values ('9999_of_tomorrow', '2999-01-01')`,
  );
  const service = await start();
  const { status, dependencies } = await readyOf(service);
  assert.deepEqual([status, dependencies['schema']], [503, 'ahead']);
  await assertKeptOut(service);
  assertReportedOnce(service, 'it has run 9999_of_tomorrow');
  await pool.query(`delete from kysely_migration where name = '9999_of_tomorrow'`);
  await assertServes(service);
});

test('the role that nodes connect as may not log in: nothing is answered until it may', async () => {
  await pool.query('alter role billing_app nologin');
  const service = await start({ MIGRATE_ON_START: 'false' });
  const { status, dependencies } = await readyOf(service);
  assert.deepEqual([status, dependencies['role']], [503, 'without-login']);
  await assertKeptOut(service);
  assertReportedOnce(service, 'who may change it has to run: alter role billing_app login');
  await pool.query('alter role billing_app login');
  await assertServes(service);
});

test('the library of the engine is not loaded: nothing is answered or created until it is', async () => {
  await cluster.coordinator.stop();
  await cluster.coordinator.start({ shared_preload_libraries: '' });
  const there = await countTables();
  const service = await start();
  const { status, dependencies } = await readyOf(service);
  assert.deepEqual([status, dependencies['schema']], [503, 'without-engine']);
  await assertKeptOut(service);
  assertReportedOnce(service, 'their engine is not here');
  assert.equal(await countTables(), there);
  await cluster.coordinator.stop();
  await cluster.coordinator.start();
  await assertServes(service);
});

test('the extension is dropped with its metadata: nothing is answered or created', async () => {
  await pool.query('drop extension citus cascade');
  const there = await countTables();
  const service = await start();
  const { status, dependencies } = await readyOf(service);
  assert.deepEqual([status, dependencies['schema']], [503, 'without-engine']);
  await assertKeptOut(service);
  assertReportedOnce(service, 'their engine is not here');
  assert.equal(await countTables(), there);
});

// A payment import whose process dies, whose database session ends, or for which core is unavailable: all of the registry is
// booked or nothing of it, and once.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { getPaymentImport } from '@kvartplata/contracts/billing/payment-imports.ts';
import { listPayments } from '@kvartplata/contracts/billing/payments.ts';
import { freePort } from '@kvartplata/platform/lifecycle/free-port.ts';
import {
  startServiceProcess,
  type ServiceProcess,
} from '@kvartplata/platform/testing/service-process.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import type pg from 'pg';
import { assertInOrder } from '../../testing/in-order.ts';
import { startOwnStand, type OwnStand } from '../../testing/billing-stand.ts';
import {
  countsOf,
  endOf,
  readImport,
  sendRegistry,
  waiting,
} from '../../testing/registry-files.ts';
import { ask, readAll, seedHouse, type TestUser } from '../../testing/test-user.ts';

const MAIN = path.resolve(import.meta.dirname, '../../main.ts');
const OF_BILLING = `datname = current_database() and application_name = 'billing-service'
  and pid not in (select pid from of_the_stand)`;
const FILE = Array.from(
  { length: 40 },
  (_, nth) => `LS${String((nth % 11) + 1).padStart(2, '0')};${nth + 1};2026-03-05`,
);
/** LS11 does not exist. */
const COUNTS = '40 37 3 0 · 820.00 754.00 66.00 0.00';

let stand: OwnStand;
let owner: pg.Pool;
const running: ServiceProcess[] = [];

before(async () => {
  stand = await startOwnStand({ works: false });
  ({ owner } = stand);
});
after(async () => {
  for (const left of running) await left.kill();
  await assertInOrder(stand.db);
  await stand.stop();
});

async function startBilling(): Promise<ServiceProcess> {
  // The present sessions are the stand's own.
  await owner.query('drop table if exists of_the_stand');
  await owner.query(
    `create table of_the_stand as select pid from pg_stat_activity where datname = current_database()`,
  );
  const started = await startServiceProcess(MAIN, {
    ...stand.environment,
    HTTP_PORT: String(await freePort()),
  });
  running.push(started);
  return started;
}

async function send(): Promise<{ readonly user: TestUser; readonly importId: number }> {
  const user = await stand.newUser();
  await seedHouse(stand.coreUrl, user);
  const sent = await sendRegistry(
    stand.app,
    user,
    { profile: 'csv' },
    { content: FILE.join('\n') },
  );
  assert.equal(sent.status, 202, sent.text);
  assert.deepEqual([sent.body.status, sent.body.rows, sent.body.matched], ['QUEUED', 40, 0]);
  return { user, importId: sent.body.id };
}

/** Locks the ledger, so that the import stops in mid-transaction; returns a function that releases it. */
async function holdLedger(): Promise<() => Promise<void>> {
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query('lock table payments in exclusive mode');
  return async () => {
    await holder.query('rollback');
    holder.release();
  };
}

async function holds(condition: string): Promise<boolean> {
  const { rows } = await owner.query<{ holds: boolean }>(`select ${condition} as holds`);
  return rows[0]?.holds === true;
}

async function untilItWaits(): Promise<void> {
  await until('the import waits', async () =>
    holds(`exists (select from pg_stat_activity where ${OF_BILLING} and wait_event_type = 'Lock')`),
  );
}

async function assertBookedOnce(user: TestUser, importId: number): Promise<void> {
  const done = await endOf(stand.app, user, importId);
  assert.deepEqual([done.status, done.error, countsOf(done)], ['COMPLETED', null, COUNTS]);
  assert.equal((await readAll(stand.app, user, listPayments)).length, 37);
  assert.equal((await waiting(stand.app, user)).length, 3);
}

test('killed in the middle of booking, nothing is booked, and the next process books everything once', async () => {
  const { user, importId } = await send();
  const release = await holdLedger();
  const first = await startBilling();
  await untilItWaits();
  assert.equal((await readImport(stand.app, user, importId)).status, 'RUNNING');
  await first.kill();
  await release();
  await until('the dead process’s sessions are gone', async () =>
    holds(`not exists (select from pg_stat_activity where ${OF_BILLING})`),
  );
  assert.deepEqual(await readAll(stand.app, user, listPayments), []);
  assert.deepEqual(await waiting(stand.app, user), []);
  // Its lease expires by itself; here it did so a minute ago.
  await owner.query(
    `update job_queue.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`,
  );
  const second = await startBilling();
  await assertBookedOnce(user, importId);
  assert.equal(await second.stop(), 0);
});

test('a session terminated by the server costs one attempt and nothing else', async () => {
  const { user, importId } = await send();
  const release = await holdLedger();
  const worker = await startBilling();
  await untilItWaits();
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${OF_BILLING}`);
  await release();
  await assertBookedOnce(user, importId);
  assert.equal(await worker.stop(), 0);
});

test('while core is unavailable the import waits with the reason, and completes once core is back', async () => {
  const { user, importId } = await send();
  await stand.killCore();
  const worker = await startBilling();
  await until('the import has been put back', async () => {
    const { rows } = await owner.query<{ error: string | null }>(
      `select error from payment_imports where id = $1 and error_facts = '{"dependency": "core"}'`,
      [importId],
    );
    return rows[0]?.error === 'dependency-unavailable';
  });
  await stand.restartCore();
  // The delays between retries grow; here the next one is over.
  await owner.query(`update job_queue.job set start_after = now() where state = 'retry'`);
  await assertBookedOnce(user, importId);
  assert.equal(await worker.stop(), 0);
});

test('a registry that waits shows its rows as they were read', async () => {
  const user = await stand.newUser();
  await seedHouse(stand.coreUrl, user);
  // Two pieces, with one row in the second that is not a payment.
  const rows = Array.from({ length: 700 }, (_, nth) => `LS01;${nth === 600 ? 'x' : 1};2026-03-05`);
  const { body } = await sendRegistry(
    stand.app,
    user,
    { profile: 'csv' },
    { content: rows.join('\n') },
  );
  assert.deepEqual([body.status, body.rows, body.amount], ['QUEUED', 700, '699.00']);
  assert.deepEqual(
    body.errors.map(({ line, code }) => [line, code]),
    [[601, 'amount-unreadable']],
  );
  const params = { paymentImportId: body.id };
  const linesOf = async (query: Readonly<Record<string, unknown>>) => {
    const page = await ask(stand.app, user, getPaymentImport, { params, query });
    return page.body;
  };
  const first = await linesOf({ limit: 200 });
  assert.deepEqual([first.items.length, first.items[0]?.status], [200, 'read']);
  const second = await linesOf({ limit: 200, cursor: first.nextCursor });
  const third = await linesOf({ limit: 200, cursor: second.nextCursor });
  assert.deepEqual([third.items[0]?.line, third.items.at(-1)?.line], [401, 600]);
  const rejected = await linesOf({ status: 'rejected' });
  assert.deepEqual([rejected.items.map(({ line }) => line), rejected.nextCursor], [[601], null]);
  assert.deepEqual((await linesOf({ status: 'matched' })).items, []);
});

test('registries above the limit of waiting ones are refused, and nothing of them is stored', async () => {
  const user = await stand.newUser();
  const { organizationId } = await seedHouse(stand.coreUrl, user);
  const first = await sendRegistry(
    stand.app,
    user,
    { profile: 'csv' },
    { content: FILE.join('\n') },
  );
  await owner.query(
    `insert into payment_imports (organization_id, profile, dry_run, file_name, file_hash, requested_by, request_id)
     select organization_id, profile, dry_run, file_name, file_hash, requested_by, request_id
     from payment_imports, generate_series(2, 20) where id = $1`,
    [first.body.id],
  );
  const refused = await sendRegistry(
    stand.app,
    user,
    { profile: 'csv' },
    { content: FILE.join('\n') },
  );
  assert.deepEqual([refused.status, refused.problem.code], [429, 'too-many-jobs']);
  const { rows } = await owner.query<{ n: number }>(
    'select count(*)::integer as n from payment_imports where organization_id = $1',
    [organizationId],
  );
  assert.deepEqual(rows, [{ n: 20 }]);
});

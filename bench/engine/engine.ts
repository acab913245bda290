// The cost of a database that spans machines: calculation, apply and payments over HTTP on a coordinator and two workers,
// compared with the same on one server, all on the same two cores. Both are PostgreSQL 15 with the same settings.
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import {
  startEngineCluster,
  whyNoEngine,
  type EngineCluster,
} from '@kvartplata/platform/testing/engine-cluster.ts';
import { askServer } from '@kvartplata/platform/testing/servers.ts';
import { calculate } from '../calculation/calculation.ts';
import { fillCore } from '../calculation/fill-core.ts';
import { runServices, type RunningServices } from '../calculation/stand.ts';
import type { Measured } from '../measured.ts';
import { ACCOUNTANT, hireAccountant, payTogether } from '../payments/payment-rate.ts';
import { sized } from '../size.ts';

const ACCOUNTS = sized({ whole: 10_000, short: 1_000 });
const ACCOUNTS_PER_HOUSE = 100;
const SERVICES = 8;
const PAIRS = sized({ whole: 5, short: 2 });
const PAYMENTS = sized({ whole: 5_000, short: 500 });
const CLIENTS = 64;
/** As in operation: clusters in tests are faster and less safe. */
const SAFE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
const LIMIT = 'the same on one server';

export async function benchEngine(): Promise<readonly Measured[]> {
  const why = whyNoEngine();
  if (why !== undefined) throw new Error(why);
  const directory = mkdtempSync(path.join(tmpdir(), 'bench-engine-'));
  chmodSync(directory, 0o755);
  const cluster = await startEngineCluster(SAFE);
  const stands: RunningServices[] = [];
  try {
    const spanning = await runOn(cluster, directory, 'spanning');
    stands.push(spanning);
    const plain = await runOn(cluster, directory, 'plain');
    stands.push(plain);
    return await compare(spanning, plain);
  } finally {
    for (const stand of stands) await stand.stop();
    await cluster.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Three services with their databases on the coordinator's server; core's and billing's are distributed to workers or not. */
async function runOn(
  cluster: EngineCluster,
  directory: string,
  kind: 'spanning' | 'plain',
): Promise<RunningServices> {
  const urls = new Map<string, string>();
  for (const service of ['auth', 'core', 'billing']) {
    const name = `${kind}_${service}`;
    if (kind === 'spanning' && service !== 'auth') await cluster.createDatabase(name);
    else await askServer(cluster.coordinator.urlOf('postgres'), `create database ${name}`);
    urls.set(service, cluster.coordinator.urlOf(name));
  }
  return runServices(directory, (service) => urls.get(service) ?? '');
}

type Months = { readonly organizationId: number; readonly months: readonly string[] };

async function compare(
  spanning: RunningServices,
  plain: RunningServices,
): Promise<readonly Measured[]> {
  const [there, here] = [await fill(spanning), await fill(plain)];
  const [onNodes, onOne] = [spanning, plain].map(({ askAs }) => askAs(ACCOUNTANT));
  assert.ok(onNodes && onOne);
  const took = { partitions: pair(), calculation: pair(), apply: pair(), payments: pair() };
  for (const [nth, month] of there.months.entries()) {
    for (const [side, stand, ask, { organizationId }] of [
      ['limits', plain, onOne, here],
      ['ours', spanning, onNodes, there],
    ] as const) {
      const run = await bill({ ...stand, ask }, organizationId, month);
      // The first month creates query plans, balances and pages; their statistics follow within a minute, and here at once.
      if (nth === 0) {
        await stand.billing.pool.query('analyze');
        continue;
      }
      took.partitions[side].push(run.partitionsMs);
      took.calculation[side].push(run.calculationMs);
      took.apply[side].push(run.applyMs);
      took.payments[side].push(run.paymentsMs);
    }
  }
  const charges = `${(ACCOUNTS * SERVICES) / 1_000}k charges on a coordinator and two workers`;
  const name = 'engine';
  return [
    {
      name,
      what: 'a month’s partitions, made once for all organizations',
      limit: LIMIT,
      ...took.partitions,
    },
    { name, what: `${charges}, calculated`, limit: LIMIT, goal: 1.3, ...took.calculation },
    { name, what: `${charges}, applied`, limit: LIMIT, goal: 1.3, ...took.apply },
    {
      name,
      what: `${PAYMENTS} payments over HTTP, ${CLIENTS} at once`,
      limit: LIMIT,
      goal: 1.5,
      ...took.payments,
    },
  ];
}

function pair(): { readonly ours: number[]; readonly limits: number[] } {
  return { ours: [], limits: [] };
}

async function fill(stand: RunningServices): Promise<Months> {
  const { id: organizationId } = await stand.ask(createOrganization, {
    body: { name: 'УК «Большая»' },
  });
  // Outside the heating season there would be one charge fewer.
  const months = Array.from({ length: PAIRS + 2 }, (_, index) =>
    new Date(Date.UTC(2024, 9 + index)).toISOString().slice(0, 10),
  );
  await fillCore(stand.core.db, {
    organizationId,
    accounts: ACCOUNTS,
    accountsPerHouse: ACCOUNTS_PER_HOUSE,
    months,
  });
  await hireAccountant(stand, organizationId);
  return { organizationId, months: months.slice(1) };
}

type Billed = {
  readonly partitionsMs: number;
  readonly calculationMs: number;
  readonly applyMs: number;
  readonly paymentsMs: number;
};

/** @param stand asked as its accountant, who signs in with the first month, which is not counted */
async function bill(
  stand: RunningServices,
  organizationId: number,
  month: string,
): Promise<Billed> {
  const { took: partitionsMs } = await timed(async () =>
    stand.billing.pool.query('select app.ensure_month($1)', [month]),
  );
  const { took: calculationMs } = await timed(async () => calculate(stand, organizationId, month));
  const [year] = month.split('-').map(Number);
  const { items } = await stand.ask(listCycles, { query: { organizationId, year, limit: 1 } });
  const params = { cycleId: items[0]?.id ?? 0 };
  const { took: applyMs, answer: applied } = await timed(async () =>
    stand.ask(applyCycle, { params, body: {} }),
  );
  assert.equal(applied.ledgerEntriesCreated, ACCOUNTS * SERVICES);
  const paymentsMs = await payTogether(stand, {
    clients: CLIENTS,
    round: month,
    payments: PAYMENTS,
    accounts: ACCOUNTS,
  });
  return { partitionsMs, calculationMs, applyMs, paymentsMs };
}

async function timed<Answer>(
  work: () => Promise<Answer>,
): Promise<{ readonly took: number; readonly answer: Answer }> {
  const startedAt = performance.now();
  const answer = await work();
  return { took: performance.now() - startedAt, answer };
}

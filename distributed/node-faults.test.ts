// Nodes fail and recover while people pay and a month is applied: users get a 503 at worst, acknowledged payments are booked
// once, and nothing is half done. `FAULT_SEED=1` sets another seed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { SERVICES } from '@kvartplata/contracts/endpoint.ts';
import { isRetryable } from '@kvartplata/platform/database/database-errors.ts';
import {
  startEngineCluster,
  type EngineCluster,
} from '@kvartplata/platform/testing/engine-cluster.ts';
import type { OwnPostgres } from '@kvartplata/platform/testing/own-postgres.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { assertBooksHold } from '../faults/testing/books.ts';
import { chanceOf } from '../faults/testing/chance.ts';
import { accountsOf, booksOf, makeHouse, stepsOf, type House } from '../faults/testing/month.ts';
import { createPayers, type Payers } from '../faults/testing/payers.ts';
import { round } from '../faults/testing/round.ts';
import { startStand, type Stand } from '../faults/testing/stand.ts';

const PAYING_MS = 500;
/** Between the first and the last written entries of an apply: a window of some twenty milliseconds. */
const INTO_APPLY_MS = 15;

let cluster: EngineCluster;
/** On a single machine. */
let auth: TestDatabase;
let stand: Stand;
let paid: House;
let payers: Payers;

before(async () => {
  cluster = await startEngineCluster({ synchronous_commit: 'on' });
  auth = await createTestDatabase('auth');
  const urls: Readonly<Record<string, string>> = {
    auth: auth.url,
    core: await cluster.createDatabase('core'),
    billing: await cluster.createDatabase('billing'),
  };
  stand = await startStand({ databaseUrlOf: (service) => urls[service] ?? '' });
  paid = await makeHouse(stand.client, 'Дом на двух узлах');
  const accounts = await accountsOf(stand.client, paid);
  payers = createPayers(stand.client, accounts, chanceOf(round.seed));
});
after(async () => {
  await stand.stop();
  await cluster.stop();
  await auth.drop();
});

const SHARD = `get_shard_id_for_distribution_column('billing_cycles', $1::bigint)`;

/** The worker with the organization's books. */
async function workerOf({ organizationId }: House): Promise<OwnPostgres> {
  const { rows } = await stand.books.pool.query<{ port: number }>(
    `select nodeport as port from citus_shards where shardid = ${SHARD}`,
    [organizationId],
  );
  const found = cluster.workers.find(({ port }) => port === rows[0]?.port);
  assert.ok(found);
  return found;
}

const IS_BUSY = 'could not acquire the lock required to move';
const MOST_TRIES = 5;

/**
 * Of transactions that wait for each other the engine cancels the one that came to distributed rows last, and a move comes to
 * them only at its end. So it reads some at its beginning: then the payment is cancelled, and retried. Another task of the engine
 * may still be in the way.
 */
async function isMoved(from: OwnPostgres, to: OwnPostgres): Promise<boolean> {
  const connection = await stand.books.pool.connect();
  try {
    await connection.query('begin');
    await connection.query('select from billing_cycles where organization_id = $1', [
      paid.organizationId,
    ]);
    await connection.query(
      `select citus_move_shard_placement(${SHARD}, '127.0.0.1', $2::integer, '127.0.0.1', $3::integer, 'auto')`,
      [paid.organizationId, from.port, to.port],
    );
    await connection.query('commit');
    return true;
  } catch (error) {
    await connection.query('rollback');
    if (isRetryable(error) || String(error).includes(IS_BUSY)) return false;
    throw error;
  } finally {
    connection.release();
  }
}

async function untilReady(): Promise<void> {
  for (const service of SERVICES)
    await until(`${service} is ready`, async () => {
      return (await fetch(`${stand.platform.urls[service]}/ready`)).ok;
    });
}

/** People pay before, during and after the fault; then the books are checked. */
async function survives(fault: () => Promise<void>): Promise<void> {
  await payers.payWhile(async () => {
    await setTimeout(PAYING_MS);
    await fault();
    await untilReady();
    await setTimeout(PAYING_MS);
  });
  await payers.settle();
  const { acknowledged } = await assertBooksHold(stand.books, payers.tried);
  assert.ok(acknowledged > 0);
  assert.deepEqual(stand.client.strange, [], stand.platform.output());
}

/** Stops the node for a while, as a power cut would. */
async function fells(node: OwnPostgres): Promise<void> {
  node.kill();
  await setTimeout(PAYING_MS);
  await node.start();
}

test('the worker of an organization is killed while people pay', async () =>
  survives(async () => fells(await workerOf(paid))));

test('the coordinator is killed while people pay', async () =>
  survives(async () => fells(cluster.coordinator)));

const NODES: readonly {
  readonly name: string;
  readonly of: (house: House) => Promise<OwnPostgres>;
}[] = [
  { name: 'the worker of its organization', of: workerOf },
  { name: 'the coordinator', of: async () => cluster.coordinator },
];
for (const { name, of } of NODES)
  test(`${name} is killed during an apply, which is then done once`, async () => {
    const { client, books } = stand;
    const spared = await makeHouse(client, 'Дом, которому везёт');
    const tested = await makeHouse(client, 'Дом, где гаснет свет');
    const [calculated, applied] = stepsOf(client, spared.months);
    assert.ok(calculated !== undefined && applied !== undefined);
    for (const step of [calculated, applied]) await step.run(spared);
    await calculated.run(tested);
    await survives(async () => {
      const node = await of(tested);
      const work = applied.run(tested);
      await setTimeout(INTO_APPLY_MS);
      await fells(node);
      await work;
    });
    assert.deepEqual(await booksOf(books, tested), await booksOf(books, spared));
  });

test('a worker is added, and the organization moves there, while people pay', async () => {
  const from = await workerOf(paid);
  await survives(async () => {
    const added = await cluster.addWorker();
    await stand.books.pool.query('select replicate_reference_tables()');
    for (let tries = 1; !(await isMoved(from, added)); tries += 1) assert.ok(tries < MOST_TRIES);
    assert.equal(await workerOf(paid), added);
  });
});

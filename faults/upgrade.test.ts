// Billing is upgraded to the next version and back, replica by replica, while people pay: nobody notices, nobody waits for a
// lock, and the books contain exactly what was paid.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { listAccountBalances } from '@kvartplata/contracts/billing/account-balances.ts';
import { listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import type { BillingTables } from '@kvartplata/billing-service/src/tables.ts';
import { SERVICES, type Endpoint } from '@kvartplata/contracts/endpoint.ts';
import { openDatabase } from '@kvartplata/platform/database/database.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { signUp } from '@kvartplata/platform/testing/people.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import pg from 'pg';
import { judge } from '../tools/sql/judge.ts';
import { assertBooksHold } from './testing/books.ts';
import { chanceOf } from './testing/chance.ts';
import { isBusy, openClient, type Client } from './testing/client.ts';
import { watchingLocks } from './testing/lock-watch.ts';
import { accountsOf, makeHouse, type House } from './testing/month.ts';
import { makeNextVersion, type NextVersion } from './testing/next-version.ts';
import { createPayers, type Payers } from './testing/payers.ts';
import { startReplicas, type Replicas } from './testing/replicas.ts';
import { round, tell } from './testing/round.ts';
import type { Books } from './testing/stand.ts';

const options = { skip: missing('nginx') };
/** Including payments: they have a key, and are booked once. */
const SEND_AGAIN = 'error timeout non_idempotent';
const MOST_WAIT_MS = 100;
/** A migration is a few statements: if each of them is delayed, those who wait for the migration wait for all of them. */
const LOOKS_OF_A_MIGRATION = 5;
const PAYING_MS = 500;
/** So many that building an index the usual way would be noticed. */
const KEYS = 200_000;

const databases = new Map<string, TestDatabase>();
const urlOf = (service: string): string => databases.get(service)?.url ?? '';
let next: NextVersion;
let replicas: Replicas;
let client: Client;
let house: House;
let payers: Payers;
let books: Books;

before(async () => {
  if (options.skip !== false) return;
  for (const service of SERVICES) databases.set(service, await createTestDatabase(service));
  next = makeNextVersion();
  replicas = await startReplicas(urlOf, {}, SEND_AGAIN);
  await signUp(replicas, 'payer');
  client = openClient(replicas.urls, 'payer');
  house = await makeHouse(client, 'Дом при двух версиях');
  payers = createPayers(client, await accountsOf(client, house), chanceOf(round.seed));
  books = openDatabase<BillingTables>({
    url: urlOf('billing'),
    poolSize: 2,
    applicationName: 'fault-checks',
  });
  await payers.payWhile(async () => setTimeout(PAYING_MS));
  await books.pool.query(`
    insert into idempotency_keys
    select (jsonb_populate_record(null::idempotency_keys, one || jsonb_build_object('key', 'filled-' || nth))).*
    from (select to_jsonb(idempotency_keys) as one from idempotency_keys limit 1) any_key, generate_series(1, ${KEYS}) nth`);
});
after(async () => {
  if (options.skip !== false) return;
  await replicas.stop();
  await books.db.destroy();
  next.remove();
  for (const database of databases.values()) await database.drop();
});

async function listRan(): Promise<readonly string[]> {
  const { rows } = await books.pool.query<{ name: string }>(
    'select name from kysely_migration order by 1',
  );
  return rows.map(({ name }) => name);
}

/** Replaces both replicas, one after the other, while people pay and read. @returns requests that failed */
async function exchange(main: string | undefined): Promise<readonly string[]> {
  const failed: string[] = [];
  const rolling = new AbortController();
  const read = async (endpoint: Endpoint, sent: Sent): Promise<void> => {
    while (!rolling.signal.aborted) {
      const answer = await client.askOnce(endpoint, sent);
      if (answer?.status !== 200 && !isBusy(answer))
        failed.push(`${endpoint.id}: ${answer?.status ?? 'no answer'}`);
      await setTimeout(5);
    }
  };
  const reading = Promise.all([
    read(listAccountBalances, { query: { houseId: house.houseId } }),
    read(listCycles, { query: { organizationId: house.organizationId } }),
  ]);
  await payers.payWhile(async () => {
    await setTimeout(PAYING_MS);
    for (const nth of [0, 1])
      await replicas.roll(
        'billing',
        nth,
        async (url) =>
          until('it says that it is not ready', async () => {
            return (await fetch(`${url}/ready`)).status === 503;
          }),
        main,
      );
    await setTimeout(PAYING_MS);
  });
  rolling.abort();
  await reading;
  const unpaid = payers.tried.filter(({ paymentId }) => paymentId === undefined);
  return [...failed, ...unpaid.map(({ key }) => `${key}: no answer`)];
}

test('the migrations of the next version follow the rules of CONTRIBUTING', options, () => {
  assert.deepEqual(judge(next.added.map((name) => `${next.folder}/${name}.sql`)), []);
});

for (const [why, main, grows] of [
  ['to the next version', () => next.main, true],
  ['back to this version', () => undefined, false],
  ['to the next version again, which finds its migrations there', () => next.main, false],
] as const)
  test(`two replicas are replaced while people pay: ${why}`, options, async () => {
    const ranBefore = await listRan();
    const {
      result: failed,
      longest,
      longestLookMs,
    } = await watchingLocks(urlOf('billing'), async () => exchange(main()));
    assert.deepEqual(failed, []);
    assert.deepEqual(client.strange, []);
    const mostMs = Math.max(MOST_WAIT_MS, longestLookMs * LOOKS_OF_A_MIGRATION);
    assert.ok(longest.ms < mostMs, `${longest.ms} ms of ${mostMs}: ${longest.who}`);
    assert.deepEqual(await listRan(), grows ? [...ranBefore, ...next.added] : ranBefore);
    for (const { url } of replicas.of('billing'))
      assert.equal((await fetch(`${url}/ready`)).status, 200);
    const { acknowledged, tried } = await assertBooksHold(books, payers.tried);
    assert.equal(acknowledged, tried);
    tell(
      `An upgrade under payments: ${tried} payments, the longest wait for a lock ${longest.ms.toFixed(0)} ms.`,
    );
  });

test('a query that waits for a migration is detected', options, async () => {
  const [holder, waiter] = [0, 1].map(
    (nth) =>
      new pg.Client({
        connectionString: urlOf('billing'),
        application_name: nth === 0 ? 'the-migrations' : 'a-waiter',
      }),
  ) as [pg.Client, pg.Client];
  await Promise.all([holder.connect(), waiter.connect()]);
  const { longest } = await watchingLocks(urlOf('billing'), async () => {
    await holder.query('begin; lock table idempotency_keys in share mode');
    const waiting = waiter.query('delete from idempotency_keys where false');
    // A busy machine may begin to wait late, and check late.
    await setTimeout(MOST_WAIT_MS * 10);
    await holder.query('commit');
    await waiting;
  });
  assert.ok(longest.ms > MOST_WAIT_MS, `${longest.ms} ms`);
  assert.match(longest.who, /^a-waiter waits for relation: delete from idempotency_keys/);
  await Promise.all([holder.end(), waiter.end()]);
});

// Two replicas of each service: work that must be done once is done once, one replica knows what the other knows, and each can be
// replaced under load without anybody noticing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { endCurrentSession } from '@kvartplata/contracts/auth/sessions.ts';
import { startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import { getCurrentUser } from '@kvartplata/contracts/auth/users.ts';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { listAccountBalances } from '@kvartplata/contracts/billing/account-balances.ts';
import {
  createCalculationJob,
  watchCalculationJob,
} from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import { listOrganizations } from '@kvartplata/contracts/core/organizations.ts';
import { type Endpoint, SERVICES } from '@kvartplata/contracts/endpoint.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import {
  openCentralBank,
  type CentralBank,
} from '@kvartplata/billing-service/src/testing/central-bank.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { startRedisServer, type RedisServer } from '@kvartplata/platform/testing/redis-server.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import pg from 'pg';
import { signIn, signUp } from '@kvartplata/platform/testing/people.ts';
import { askAt } from '../acceptance/testing/people.ts';
import { chanceOf } from './testing/chance.ts';
import { isBusy, openClient, type Client } from './testing/client.ts';
import { accountsOf, makeHouse, type House } from './testing/month.ts';
import { createPayers, PAID_ON } from './testing/payers.ts';
import { startReplicas, type Replicas } from './testing/replicas.ts';
import { round } from './testing/round.ts';

const options = { skip: missing('nginx', 'redis-server') };
/** The sign-in limit: so many wrong passwords for an account from one address. */
const WRONG_PASSWORDS = 5;

const databases = new Map<string, TestDatabase>();
const urlOf = (service: string): string => databases.get(service)?.url ?? '';
let bank: CentralBank;
let redis: RedisServer;
let replicas: Replicas;
let client: Client;
let house: House;

before(async () => {
  if (options.skip !== false) return;
  // Empty, so that every replica finds that they have to be migrated.
  for (const service of SERVICES) databases.set(service, await createTestDatabase('empty'));
  redis = await startRedisServer();
  bank = await openCentralBank();
  const today = Temporal.Now.plainDateISO();
  bank.tell([today.subtract({ days: 3 }).toString(), '13.50']);
  replicas = await startReplicas(urlOf, { REDIS_URL: redis.url, CBR_URL: bank.url });
  await signUp(replicas, 'payer');
  client = openClient(replicas.urls, 'payer');
  house = await makeHouse(client, 'Дом на двоих');
});
after(async () => {
  if (options.skip !== false) return;
  await replicas.stop();
  await redis.kill();
  await bank.close();
  for (const database of databases.values()) await database.drop();
});

async function rowsOf<Row extends object>(service: string, statement: string): Promise<Row[]> {
  const reader = new pg.Client({ connectionString: urlOf(service) });
  await reader.connect();
  try {
    return (await reader.query<Row>(statement)).rows;
  } finally {
    await reader.end();
  }
}

test(
  'replicas that start together migrate once and ask the central bank once',
  options,
  async () => {
    for (const service of SERVICES) {
      const ran = await rowsOf<{ name: string }>(service, 'select name from kysely_migration');
      assert.equal(new Set(ran.map(({ name }) => name)).size, ran.length);
      assert.ok(ran.length > 0, service);
    }
    await until('the key rate is imported', async () => {
      return (await rowsOf('billing', 'select from key_rate_imports')).length > 0;
    });
    assert.equal(bank.requests.length, 1);
    assert.equal((await rowsOf('billing', 'select from key_rate_imports')).length, 1);
  },
);

test('a job can be watched at any replica, whichever runs it', options, async () => {
  const period = house.months[0] ?? '';
  const [year, month] = period.split('-').map(Number);
  const job = await client.ask(createCalculationJob, {
    body: { houseId: house.houseId, year, month },
  });
  assert.ok('id' in job);
  const watching = addressOf(watchCalculationJob, { params: { jobId: job.id } });
  const authorization = await signIn(replicas.urls.auth, 'payer');
  for (const { url } of replicas.of('billing')) {
    const events = await fetch(url + watching, { headers: { authorization } });
    assert.match(await events.text(), /"status":"COMPLETED"/);
  }
  const again = await rowsOf<{ times: string }>(
    'billing',
    `select count(*) as times from charges group by personal_account_id, house_service_id, line having count(*) > 1`,
  );
  assert.deepEqual(again, []);
});

test('wrong passwords are counted for all replicas together', options, async () => {
  const statuses: number[] = [];
  for (let nth = 0; nth <= WRONG_PASSWORDS; nth += 1) {
    const auth = replicas.of('auth')[nth % 2];
    const body = { username: 'payer', password: 'wrong' };
    statuses.push(
      (await askAt(undefined, 'POST', `${auth?.url}${startSession.path}`, body)).status,
    );
  }
  assert.deepEqual(statuses, [...Array.from({ length: WRONG_PASSWORDS }, () => 401), 429]);
});

test('a session that has ended is refused by every replica', options, async () => {
  await signUp(replicas, 'leaver');
  const authorization = await signIn(replicas.urls.auth, 'leaver');
  const read = async (url: string): Promise<number> =>
    (await askAt(authorization, 'GET', url + addressOf(listCycles))).status;
  for (const { url } of replicas.of('billing')) assert.equal(await read(url), 200);
  await askAt(authorization, 'POST', `${replicas.urls.auth}${endCurrentSession.path}`);
  for (const { url } of replicas.of('billing'))
    await until('it has noticed', async () => (await read(url)) === 401);
});

test(
  'each replica is replaced under load, no read fails, and each payment is booked once',
  options,
  async () => {
    const accounts = await accountsOf(client, house);
    const payers = createPayers(client, accounts, chanceOf(round.seed));
    const failed: string[] = [];
    const rolling = new AbortController();
    const read = async (endpoint: Endpoint, sent?: Sent): Promise<void> => {
      while (!rolling.signal.aborted) {
        const answer = await client.askOnce(endpoint, sent);
        if (answer?.status !== 200 && !isBusy(answer))
          failed.push(`${endpoint.id}: ${answer?.status ?? 'no answer'}`);
        await setTimeout(5);
      }
    };
    const reading = Promise.all([
      read(getCurrentUser),
      read(listOrganizations),
      read(listAccountBalances, { query: { houseId: house.houseId } }),
    ]);
    await payers.payWhile(async () => {
      for (const service of round.isFull ? SERVICES : (['billing'] as const))
        for (const nth of [0, 1])
          await replicas.roll(service, nth, async (url) => {
            await until(`${service} says that it is not ready`, async () => {
              return (await fetch(`${url}/ready`)).status === 503;
            });
          });
    });
    rolling.abort();
    await reading;
    assert.deepEqual(failed, []);
    // A load balancer must not send a payment twice, so one sent to a stopping replica may get no response: the payer retries, as
    // the client does.
    for (const payment of payers.tried)
      if (payment.paymentId === undefined) await payers.payAgain(payment);
    const booked = await rowsOf<{ id: string }>(
      'billing',
      `select id from payments where paid_on = '${PAID_ON}'`,
    );
    assert.deepEqual(
      booked.map(({ id }) => Number(id)).toSorted((a, b) => a - b),
      payers.tried.map(({ paymentId = 0 }) => paymentId).toSorted((a, b) => a - b),
    );
    assert.deepEqual(client.strange, []);
  },
);

// The import job: at the start and every night, once for all replicas, and never delaying the service.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { until } from '@kvartplata/platform/testing/until.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import pg from 'pg';
import { readBillingConfig } from '../../config.ts';
import { openService, type BillingService } from '../../service.ts';
import { openCentralBank, xml, type CentralBank } from '../../testing/central-bank.ts';

const NOW = '2026-09-21T09:00:00Z';
const AWAY = 'http://127.0.0.1:9';
const SECRET = randomBytes(32).toString('base64');

let database: TestDatabase;
let owner: pg.Client;
let bank: CentralBank;
const running = new Set<BillingService>();

before(async () => {
  bank = await openCentralBank();
});
after(async () => bank.close());
beforeEach(async () => {
  database = await createTestDatabase('billing');
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  bank.tell(['2026-09-14', '13.50'], ['2026-09-11', '14.00']);
});
afterEach(async () => {
  for (const service of running) await stop(service);
  await owner.end();
  await database.drop();
});

async function start(
  more: { readonly url?: string; readonly launchedAt?: Date } = {},
): Promise<BillingService> {
  const config = readBillingConfig({
    APP_ENV: 'dev',
    DATABASE_URL: database.url,
    REDIS_URL: 'memory:',
    JWT_SECRET: SECRET,
    CORS_ORIGIN: 'http://localhost:3000',
    USE_HTTPS: 'false',
    DOMAIN: 'localhost',
    LOG_LEVEL: 'silent',
    AUTH_SERVICE_URL: AWAY,
    CORE_SERVICE_URL: AWAY,
    CBR_URL: more.url ?? bank.url,
  });
  const service = await openService(config, {
    now: () => new Date(NOW),
    launchedAt: more.launchedAt ?? new Date(),
  });
  running.add(service);
  return service;
}

async function stop(service: BillingService): Promise<void> {
  running.delete(service);
  await service.app.close();
  for (const free of service.release) await free();
}

async function runs(): Promise<readonly string[]> {
  const { rows } = await owner.query<{ outcome: string }>(
    'select outcome from key_rate_imports order by id',
  );
  return rows.map(({ outcome }) => outcome);
}

async function openRate(): Promise<string | undefined> {
  const { rows } = await owner.query<{ rate: string }>(
    'select base_cbr_rate::text as rate from penalty_rates where valid_to is null',
  );
  return rows[0]?.rate;
}

async function jobs(state: string): Promise<number> {
  const { rows } = await owner.query(
    `select from job_queue.job where name = 'key-rate-import' and state = $1`,
    [state],
  );
  return rows.length;
}

/** Waits until no import is queued or running. */
async function settled(): Promise<void> {
  await until('the import has settled', async () => {
    const { rows } = await owner.query(
      `select from job_queue.job where name = 'key-rate-import' and state in ('created', 'active')`,
    );
    return rows.length === 0;
  });
}

describe('a start of the service', () => {
  test('imports the key rate', async () => {
    await start();
    await until('the new rate is there', async () => (await openRate()) === '13.5000');
    assert.deepEqual(await runs(), ['added']);
    const { rows } = await owner.query(
      `select user_id, action from audit_log where object_type = 'penalty-rate' order by id`,
    );
    assert.deepEqual(rows, [
      { user_id: null, action: 'penalty-rate.changed' },
      { user_id: null, action: 'penalty-rate.created' },
    ]);
  });

  test('of several processes together queries the bank once', async () => {
    const asked = bank.requests.length;
    const launchedAt = new Date();
    await Promise.all([start({ launchedAt }), start({ launchedAt }), start({ launchedAt })]);
    await until('the new rate is there', async () => (await openRate()) === '13.5000');
    // A late replica, launched together with the others but ready only when the import is over.
    await settled();
    await start({ launchedAt });
    await settled();
    assert.equal(bank.requests.length - asked, 1);
    assert.deepEqual(await runs(), ['added']);
  });

  test('a second time queries the bank again', async () => {
    const first = await start();
    await until('it has imported', async () => (await runs()).length === 1);
    await stop(first);
    await start();
    await until('it has imported again', async () => (await runs()).length === 2);
    assert.deepEqual(await runs(), ['added', 'unchanged']);
  });

  test('does not wait for a silent or unavailable bank', async () => {
    bank.answerBy(() => undefined);
    const asked = bank.requests.length;
    const service = await start();
    assert.equal((await service.app.inject({ url: '/ready' })).statusCode, 200);
    await until('the bank was asked', () => bank.requests.length > asked);
    await stop(service);
    assert.equal(await openRate(), '14.0000');

    await start({ url: AWAY });
    await until('it has failed', async () => (await runs()).includes('failed'));
    assert.equal(await openRate(), '14.0000');
  });

  test('whose import fails retries with growing delays, and a new start tries at once', async () => {
    bank.answerBy(xml('<html></html>'));
    const service = await start();
    await until('it waits for its next try', async () => (await jobs('retry')) === 1);
    const { rows } = await owner.query<{ waits: number; limit: number }>(
      `select extract(epoch from start_after - now())::float8 as waits, retry_limit as limit
       from job_queue.job where name = 'key-rate-import' and state = 'retry'`,
    );
    assert.ok((rows[0]?.waits ?? 0) > 10, String(rows[0]?.waits));
    assert.ok((rows[0]?.limit ?? 0) > 5);
    assert.deepEqual(await runs(), ['failed']);
    await stop(service);
    bank.tell(['2026-09-14', '13.50'], ['2026-09-11', '14.00']);
    await start();
    await until('the new rate is there', async () => (await openRate()) === '13.5000');
  });

  test('with the import switched off queries no bank', async () => {
    const asked = bank.requests.length;
    await start({ url: 'off' });
    const { rows } = await owner.query(`select from job_queue.job where name = 'key-rate-import'`);
    assert.deepEqual([rows.length, bank.requests.length], [0, asked]);
  });
});

describe('every night', () => {
  test('at four, Moscow time, the import is scheduled, once for all replicas', async () => {
    await Promise.all([start(), start()]);
    const { rows } = await owner.query(
      `select cron, timezone from job_queue.schedule where name = 'key-rate-import'`,
    );
    assert.deepEqual(rows, [{ cron: '0 4 * * *', timezone: 'Europe/Moscow' }]);
  });

  test('it runs even just after another import', async () => {
    const service = await start();
    await until('it has imported', async () => (await runs()).length === 1);
    await settled();
    // What the schedule enqueues.
    await service.queue.ensure('key-rate-import', 0);
    await until('it has imported again', async () => (await runs()).length === 2);
  });
});

describe('the address of the bank', () => {
  const addressOf = (value: string | undefined): string | undefined =>
    readBillingConfig({
      APP_ENV: 'dev',
      DATABASE_URL: 'postgres://localhost/billing',
      REDIS_URL: 'memory:',
      JWT_SECRET: SECRET,
      CORS_ORIGIN: 'http://localhost:3000',
      USE_HTTPS: 'false',
      DOMAIN: 'localhost',
      AUTH_SERVICE_URL: AWAY,
      CORE_SERVICE_URL: AWAY,
      CBR_URL: value,
    }).keyRateUrl;
  const addresses = [
    {
      value: undefined,
      address: 'https://www.cbr.ru/DailyInfoWebServ/DailyInfo.asmx',
      why: 'the official one',
    },
    {
      value: 'http://127.0.0.1:8080',
      address: 'http://127.0.0.1:8080/DailyInfoWebServ/DailyInfo.asmx',
      why: 'another host with the usual path',
    },
    {
      value: 'http://127.0.0.1:8080/',
      address: 'http://127.0.0.1:8080/DailyInfoWebServ/DailyInfo.asmx',
      why: 'the same with a slash',
    },
    {
      value: 'https://proxy.example.org/cbr/soap',
      address: 'https://proxy.example.org/cbr/soap',
      why: 'a path of its own',
    },
    { value: 'off', address: undefined, why: 'none' },
  ];
  for (const { value, address, why } of addresses) {
    test(`is ${address ?? 'none'} for ${value ?? 'no variable'}: ${why}`, () => {
      assert.equal(addressOf(value), address);
    });
  }

  test('has to be valid', () => {
    for (const value of ['www.cbr.ru', 'ftp://www.cbr.ru', 'no'])
      assert.throws(() => addressOf(value), /CBR_URL/);
  });
});

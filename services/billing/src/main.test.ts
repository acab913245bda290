// The process itself: the errors that it reports when it cannot start, and that it stops on a signal.
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import { getHealth } from '@kvartplata/contracts/operation.ts';
import { freePort } from '@kvartplata/platform/lifecycle/free-port.ts';
import { sendOnce } from '@kvartplata/platform/testing/answered.ts';
import {
  ServiceStartError,
  startServiceProcess,
} from '@kvartplata/platform/testing/service-process.ts';
import { createTestDatabase } from '@kvartplata/platform/testing/test-database.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { openCentralBank } from './testing/central-bank.ts';

const ENTRY = path.resolve(import.meta.dirname, 'main.ts');

async function failure(env: Record<string, string>): Promise<ServiceStartError> {
  const error: unknown = await startServiceProcess(ENTRY, env).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ServiceStartError);
  assert.equal(error.exitCode, 1);
  return error;
}

function environment(databaseUrl: string, port: number): Record<string, string> {
  return {
    APP_ENV: 'dev',
    HTTP_PORT: String(port),
    DATABASE_URL: databaseUrl,
    REDIS_URL: 'memory:',
    JWT_SECRET: Buffer.alloc(32, 7).toString('base64'),
    CORS_ORIGIN: 'http://localhost:3000',
    AUTH_SERVICE_URL: 'http://127.0.0.1:9',
    CORE_SERVICE_URL: 'http://127.0.0.1:9',
    USE_HTTPS: 'false',
    DOMAIN: 'localhost',
    CBR_URL: 'off',
  };
}

test('without an environment it names every missing variable once, and exits with 1', async () => {
  const { output } = await failure({});
  for (const name of [
    'DATABASE_URL',
    'REDIS_URL',
    'JWT_SECRET',
    'CORS_ORIGIN',
    'AUTH_SERVICE_URL',
    'CORE_SERVICE_URL',
    'USE_HTTPS',
    'DOMAIN',
  ]) {
    assert.equal(output.split(`${name} is missing`).length, 2, `${name} in ${output}`);
  }
  assert.doesNotMatch(output, /at .*\.ts:/);
});

test('with a database that is unavailable it says so in one line, and waits for it', async () => {
  const service = await startServiceProcess(
    ENTRY,
    environment('postgres://nobody:secret-word@127.0.0.1:9/billing', await freePort()),
  );
  try {
    assert.equal((await fetch(`${service.url}/ready`)).status, 503);
    assert.equal((await fetch(service.url + listCycles.path)).status, 503);
    assert.equal(await service.stop(), 0);
    const told = service.output().match(/the database at 127\.0\.0\.1:9 does not answer/g);
    assert.equal(told?.length, 1, service.output());
    assert.doesNotMatch(service.output(), /secret-word/);
  } finally {
    await service.kill();
  }
});

test('alone, with no other service up, it starts, is healthy, and answers 401 and not 500', async () => {
  const database = await createTestDatabase('empty');
  const service = await startServiceProcess(ENTRY, environment(database.url, await freePort()));
  try {
    const { body: health } = await sendOnce(fetch, service.url, undefined, getHealth('billing'));
    assert.deepEqual([health.status, health.version], ['ok', 'unknown']);
    assert.equal(new Date(health.buildTime).toISOString(), health.buildTime);
    assert.equal((await fetch(`${service.url}/ready`)).status, 200);
    assert.equal((await fetch(service.url + listCycles.path)).status, 401);
    const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
      openapi: string;
      paths: Record<string, unknown>;
    };
    assert.equal(document.openapi, '3.1.0');
    assert.ok(applyCycle.path.replace(':cycleId', '{cycleId}') in document.paths);
    assert.equal(await service.stop(), 0);
  } finally {
    await service.kill();
    await database.drop();
  }
});

test('without a network it starts, warns once that the key rate was not imported, and keeps running', async () => {
  const database = await createTestDatabase('empty');
  const service = await startServiceProcess(ENTRY, {
    ...environment(database.url, await freePort()),
    CBR_URL: 'http://127.0.0.1:9',
  });
  try {
    assert.equal((await fetch(`${service.url}/ready`)).status, 200);
    await until('it has warned', () => service.output().includes('was not imported'));
    assert.equal((await fetch(`${service.url}/ready`)).status, 200);
    assert.equal(await service.stop(), 0);
    const lines = service.output().split('\n');
    const warnings = lines.filter((line) => line.includes('was not imported'));
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /"level":40/);
  } finally {
    await service.kill();
    await database.drop();
  }
});

test('several processes started together query the bank once', async () => {
  const bank = await openCentralBank();
  bank.tell(['2026-07-30', '14.00'], ['2026-07-27', '14.00']);
  const database = await createTestDatabase('empty');
  const started = await Promise.allSettled(
    [await freePort(), await freePort(), await freePort()].map(async (port) =>
      startServiceProcess(ENTRY, { ...environment(database.url, port), CBR_URL: bank.url }),
    ),
  );
  const services = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  try {
    assert.equal(services.length, 3);
    const told = (): number =>
      services.filter(({ output }) => output().includes('the key rate did not change')).length;
    await until('one has imported', () => told() > 0);
    for (const service of services) assert.equal(await service.stop(), 0);
    assert.deepEqual([told(), bank.requests.length], [1, 1]);
  } finally {
    for (const service of services) await service.kill();
    await bank.close();
    await database.drop();
  }
});

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { seedGoldenHouse } from '@kvartplata/contracts/core/golden-house.ts';
import { getOrganization, listOrganizations } from '@kvartplata/contracts/core/organizations.ts';
import { getCoreVersion, getSystemVersion } from '@kvartplata/contracts/core/version.ts';
import { getHealth } from '@kvartplata/contracts/operation.ts';
import { freePort } from '@kvartplata/platform/lifecycle/free-port.ts';
import { sendOnce } from '@kvartplata/platform/testing/answered.ts';
import {
  ServiceStartError,
  startServiceProcess,
} from '@kvartplata/platform/testing/service-process.ts';
import { askServer, databaseUrl } from '@kvartplata/platform/testing/servers.ts';
import { createOnServer, createTestDatabase } from '@kvartplata/platform/testing/test-database.ts';
import { until } from '@kvartplata/platform/testing/until.ts';

const ENTRY = join(import.meta.dirname, 'main.ts');
const AWAY = 'http://127.0.0.1:9';

async function environment(url: string): Promise<Record<string, string>> {
  return {
    APP_ENV: 'dev',
    HTTP_PORT: String(await freePort()),
    HTTP_HOST: '127.0.0.1',
    DATABASE_URL: url,
    REDIS_URL: 'memory:',
    JWT_SECRET: Buffer.alloc(32, 1).toString('base64'),
    CORS_ORIGIN: 'http://localhost:3000',
    AUTH_SERVICE_URL: AWAY,
    BILLING_SERVICE_URL: AWAY,
    USE_HTTPS: 'false',
    DOMAIN: 'localhost',
    LOG_LEVEL: 'warn',
  };
}

test('without an environment the service names every missing variable and exits 1', async () => {
  await assert.rejects(startServiceProcess(ENTRY, {}), (error) => {
    assert.ok(error instanceof ServiceStartError);
    assert.equal(error.exitCode, 1);
    for (const name of [
      'DATABASE_URL',
      'REDIS_URL',
      'JWT_SECRET',
      'CORS_ORIGIN',
      'USE_HTTPS',
      'DOMAIN',
      'AUTH_SERVICE_URL',
    ])
      assert.match(error.output, new RegExp(`${name} is missing`));
    assert.doesNotMatch(error.output, /BILLING_SERVICE_URL/, 'it has a default');
    return true;
  });
});

test('a wrong address of the auth-service is named', async () => {
  const env = await environment('postgres://127.0.0.1:9/core');
  await assert.rejects(
    startServiceProcess(ENTRY, { ...env, AUTH_SERVICE_URL: 'localhost:8001' }),
    /AUTH_SERVICE_URL must be a URL that starts with http:\/\/ or https:\/\//,
  );
});

test('on an empty database the service migrates, answers, and stops on SIGTERM with 0', async () => {
  const database = await createTestDatabase('empty');
  const core = await startServiceProcess(ENTRY, await environment(database.url));
  try {
    const health = await sendOnce(fetch, core.url, undefined, getHealth('core'));
    assert.equal(health.status, 200);
    const { status, buildTime, ...build } = health.body;
    assert.deepEqual(build, { version: 'unknown', commit: 'unknown', branch: 'unknown' });
    assert.equal(status, 'ok');
    assert.equal(new Date(buildTime).toISOString(), buildTime);
    const { body: own } = await sendOnce(fetch, core.url, undefined, getCoreVersion);
    assert.deepEqual(own, { ...build, buildTime });
    assert.equal((await fetch(`${core.url}/ready`)).status, 200);
    assert.equal((await fetch(core.url + addressOf(listOrganizations))).status, 401);
    const document = (await (await fetch(`${core.url}/openapi.json`)).json()) as {
      paths: Record<string, unknown>;
    };
    for (const { path } of [getOrganization, seedGoldenHouse, getSystemVersion])
      assert.ok(document.paths[path.replaceAll(/:(\w+)/g, '{$1}')], path);
  } finally {
    assert.equal(await core.stop(), 0, core.output());
    await database.drop();
  }
});

test('on a read-only database the service waits, and serves once it may write', async () => {
  const database = await createOnServer('core');
  const alter = `alter database ${new URL(database.url).pathname.slice(1)}`;
  await askServer(
    databaseUrl(database.url, 'postgres'),
    `${alter} set default_transaction_read_only = on`,
  );
  const core = await startServiceProcess(ENTRY, await environment(database.url));
  try {
    const ready = await fetch(`${core.url}/ready`);
    assert.equal(ready.status, 503);
    assert.match(await ready.text(), /the database is read-only now/);
    await askServer(
      databaseUrl(database.url, 'postgres'),
      `${alter} reset default_transaction_read_only`,
    );
    await until('it serves', async () => (await statusOf(`${core.url}/ready`)) === 200);
    assert.equal(core.output().split('until the database is there').length, 2, core.output());
  } finally {
    assert.equal(await core.stop(), 0, core.output());
    await database.drop();
  }
});

/** For a moment nothing listens on the port. */
async function statusOf(url: string): Promise<number | undefined> {
  return fetch(url).then(
    ({ status }) => status,
    () => undefined,
  );
}

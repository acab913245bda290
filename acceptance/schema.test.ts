// Services whose database does not fit their code: they report that and refuse requests, and recover by themselves once it fits.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { getCurrentUser } from '@kvartplata/contracts/auth/users.ts';
import { listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import { listHouses } from '@kvartplata/contracts/core/houses.ts';
import { SERVICES, type ServiceName } from '@kvartplata/contracts/endpoint.ts';
import { getReadiness } from '@kvartplata/contracts/operation.ts';
import { openDatabase } from '@kvartplata/platform/database/database.ts';
import { migrate } from '@kvartplata/platform/database/migrations.ts';
import { sendOnce } from '@kvartplata/platform/testing/answered.ts';
import {
  makeEnvironments,
  ORIGIN,
  startService,
  type Variables,
} from '@kvartplata/platform/testing/service-environments.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { askAtOnce } from './testing/people.ts';

/** An operation of each that first checks who is calling. */
const OPERATIONS = {
  auth: getCurrentUser,
  core: listHouses,
  billing: listCycles,
} as const;

function folderOf(service: ServiceName): string {
  return path.resolve(import.meta.dirname, `../services/${service}/migrations`);
}

async function migrateTo(url: string, folder: string, last?: string): Promise<void> {
  const { db } = openDatabase<unknown>({ url, poolSize: 1, applicationName: 'test' });
  try {
    await migrate(db, folder, { last });
  } finally {
    await db.destroy();
  }
}

async function startOn(service: ServiceName, database: TestDatabase, more: Variables) {
  const { urls, environmentOf } = await makeEnvironments(() => database.url, {
    LOG_LEVEL: 'info',
    ...more,
  });
  const running = await startService(service, environmentOf(service));
  const ready = async () => {
    const { status, body } = await sendOnce(fetch, urls[service], undefined, getReadiness(service));
    return { ...body, status };
  };
  return {
    ...running,
    ready,
    isReady: async () => (await ready()).status === 200,
    /** The status of a request that needs a sign-in. */
    status: async () =>
      (await askAtOnce(undefined, 'GET', `${urls[service]}${OPERATIONS[service].path}`)).status,
    ask: async () =>
      sendOnce(fetch, urls[service], undefined, OPERATIONS[service], {
        headers: { origin: ORIGIN },
      }),
  };
}

for (const service of SERVICES)
  describe(`the ${service}-service`, () => {
    let database: TestDatabase;
    before(async () => {
      database = await createTestDatabase('empty');
    });
    after(async () => database.drop());

    test('that starts before the migration waits for it, says so, and serves by itself afterwards', async () => {
      const waiting = await startOn(service, database, { MIGRATE_ON_START: 'false' });
      try {
        const { status, dependencies, reasons } = await waiting.ready();
        assert.deepEqual(
          [status, dependencies],
          [503, { database: 'up', schema: 'empty', role: 'up' }],
        );
        const count = readdirSync(folderOf(service)).length;
        const reason = `the database is empty: none of ${count} migrations has run`;
        assert.deepEqual(reasons, { schema: reason });
        const log = waiting.output();
        assert.ok(log.includes(reason) && log.includes('"schema":"empty"'), log);
        const refused = await waiting.ask();
        assert.deepEqual([refused.status, refused.problem.code], [503, 'dependency-unavailable']);
        assert.equal(refused.headers.get('retry-after'), '5');
        assert.equal(refused.headers.get('access-control-allow-origin'), ORIGIN);
        const health = await askAtOnce(undefined, 'GET', `${waiting.url}/health`);
        assert.equal(health.status, 200, 'it lives');

        await migrateTo(database.url, folderOf(service));
        await until('it is ready', waiting.isReady);
        assert.equal(await waiting.status(), 401);
        assert.equal(await waiting.stop(), 0);
      } finally {
        await waiting.kill();
      }
    });
  });

describe('the core-service', () => {
  let newer: string;
  before(() => {
    newer = mkdtempSync(path.join(tmpdir(), 'newer-'));
    cpSync(folderOf('core'), newer, { recursive: true });
  });
  after(() => rmSync(newer, { recursive: true }));

  test('that is newer than its database names the missing migrations', async () => {
    const database = await createTestDatabase('empty');
    const names = readdirSync(folderOf('core')).sort();
    const [nextToLast = '', last = ''] = names.slice(-2).map((name) => path.basename(name, '.sql'));
    await migrateTo(database.url, folderOf('core'), nextToLast);
    const waiting = await startOn('core', database, { MIGRATE_ON_START: 'false' });
    try {
      const { dependencies, reasons } = await waiting.ready();
      assert.equal(dependencies['schema'], 'behind');
      assert.deepEqual(reasons, {
        schema: `the database is behind this version: ${last} did not run`,
      });
      assert.equal(await waiting.status(), 503);
      await migrateTo(database.url, folderOf('core'));
      await until('it is ready', waiting.isReady);
      assert.equal(await waiting.status(), 401);
    } finally {
      await waiting.stop();
      await database.drop();
    }
  });

  test('keeps working after a compatible migration, and answers nothing after an incompatible one', async () => {
    const database = await createTestDatabase('core');
    const old = await startOn('core', database, {});
    try {
      writeFileSync(
        path.join(newer, '9998_create_later.sql'),
        '-- later\n-- compatible from 0001: nobody asks for it\ncreate table later (id int);\ngrant select on later to core_app;\n',
      );
      await migrateTo(database.url, newer);
      assert.equal((await old.ready()).status, 200);
      assert.equal(await old.status(), 401);
      const started = await startOn('core', database, {});
      assert.equal(
        (await started.ready()).status,
        200,
        'a replica of the old version may start too',
      );
      await started.stop();

      writeFileSync(path.join(newer, '9999_drop_later.sql'), '-- gone\ndrop table later;\n');
      await migrateTo(database.url, newer);
      const { status, dependencies } = await old.ready();
      assert.deepEqual([status, dependencies['schema']], [503, 'ahead']);
      assert.equal(await old.status(), 503);
      assert.match(old.output(), /"unknown":\["9999_drop_later"\]/);
      const late = await startOn('core', database, {});
      try {
        assert.equal((await late.ready()).dependencies['schema'], 'ahead');
        assert.equal(await late.status(), 503);
      } finally {
        await late.stop();
      }
    } finally {
      await old.stop();
      await database.drop();
    }
  });
});

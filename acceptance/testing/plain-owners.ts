// Tests of databases whose owner is not the server's superuser: who can create the application's roles, and the message when
// nobody can.
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { listHouses } from '@kvartplata/contracts/core/houses.ts';
import { SERVICES, type ServiceName } from '@kvartplata/contracts/endpoint.ts';
import { getReadiness } from '@kvartplata/contracts/operation.ts';
import { openDatabase } from '@kvartplata/platform/database/database.ts';
import { migrate } from '@kvartplata/platform/database/migrations.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '@kvartplata/platform/embedded-postgres/embedded-postgres.ts';
import { allOrNone } from '@kvartplata/platform/testing/service-process.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import pg from 'pg';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import {
  makeEnvironments,
  startService,
} from '@kvartplata/platform/testing/service-environments.ts';
import { makeBilledHouse } from './billed-house.ts';
import { askOnce } from './people.ts';
import { runTool, type UrlOf } from './run-tool.ts';

const ROLES = SERVICES.map((service) => `${service}_app`);
const OWNERS = [
  { who: 'a superuser', may: 'superuser', rolesBefore: false },
  { who: 'one who may create roles', may: 'nosuperuser createrole', rolesBefore: false },
  {
    who: 'one who may not, of roles that somebody else has made',
    may: 'nosuperuser',
    rolesBefore: true,
  },
];

/** Like a version that continued without the role: nobody gets its rights then. */
async function migrateWithoutRole(service: ServiceName, url: string): Promise<void> {
  const { db } = openDatabase<unknown>({ url, poolSize: 1, applicationName: 'test' });
  await migrate(db, path.resolve(import.meta.dirname, `../../services/${service}/migrations`));
  await db.destroy();
}

/**
 * @param version of the server, as people call it
 * @param programs the folder of its programs; by default those that npm installs
 * @param skip why it is not tested here; false when it is
 */
export function describeOwners(
  version: string,
  programs?: string,
  skip: string | false = false,
): void {
  void describe(`on ${version} the owner of the databases`, { skip }, () => {
    let directory: string;
    let server: EmbeddedPostgres;
    before(async () => {
      directory = mkdtempSync(path.join(tmpdir(), 'plain-owners-'));
      chmodSync(directory, 0o755);
      server = await startEmbeddedPostgres({
        directory,
        password: 'test',
        preferredPort: 0,
        databases: [],
        settings: { fsync: 'off', synchronous_commit: 'off' },
        ...(programs === undefined ? {} : { programs }),
      });
    });
    after(async () => {
      await server.stop();
      rmSync(directory, { recursive: true });
    });

    async function asSuperuser(...statements: readonly string[]): Promise<void> {
      const client = new pg.Client({ connectionString: server.urlOf('postgres') });
      await client.connect();
      try {
        for (const statement of statements) await client.query(statement);
      } finally {
        await client.end();
      }
    }

    const urlOf: UrlOf = (service) => {
      const url = new URL(server.urlOf(`own_${service}`));
      url.username = 'plain';
      url.password = 'plain';
      return url.href;
    };
    const createRoles = ROLES.flatMap((role) => [
      `create role ${role} nologin`,
      `grant ${role} to plain`,
    ]);
    const createDatabases = SERVICES.map((service) => `create database own_${service} owner plain`);

    afterEach(async () => {
      await asSuperuser(
        ...SERVICES.map((service) => `drop database if exists own_${service} with (force)`),
        // The owner has granted itself a role that it has created.
        'drop owned by plain cascade',
        ...ROLES.map((role) => `drop role if exists ${role}`),
        'drop user if exists plain',
      );
    });

    for (const { who, may, rolesBefore } of OWNERS)
      void test(`may be ${who}: a month is billed under the application's roles`, async () => {
        await asSuperuser(`create user plain ${may} password 'plain'`, ...createDatabases);
        if (rolesBefore) await asSuperuser(...createRoles);
        const migrated = await runTool('migrate', [], urlOf);
        assert.deepEqual([migrated.code, migrated.stderr], [0, '']);
        const { urls, environmentOf } = await makeEnvironments(urlOf, {
          MIGRATE_ON_START: 'false',
        });
        const start = async (service: ServiceName) => startService(service, environmentOf(service));
        const running = await allOrNone(SERVICES.map(start));
        try {
          for (const service of SERVICES) {
            const { body } = await askOnce({ urls }, undefined, getReadiness(service));
            assert.deepEqual(body, {
              status: 'ready',
              dependencies: {
                database: 'up',
                schema: 'up',
                role: 'up',
                keyValue: 'up',
                ...(service !== 'core' ? { mail: 'off' } : {}),
              },
              ...(service !== 'core'
                ? { reasons: { mail: 'no e-mail is sent: SMTP_URL is not set' } }
                : {}),
            });
          }
          const house = await makeBilledHouse({ urls }, await signUp({ urls }, 'anna'));
          const boris = await signUp({ urls }, 'boris');
          const houses = await clientOf({ urls }, boris).call(listHouses);
          assert.deepEqual(houses.items, [], 'of another company nothing is seen');
          assert.ok(house.houseId > 0);
        } finally {
          await Promise.all(running.map(async (service) => service.stop()));
        }
      });

    void test('may not be one without the right to make roles that nobody has made: that is said at once, and waited for', async () => {
      await asSuperuser(`create user plain nosuperuser password 'plain'`, ...createDatabases);
      const refused = await runTool('migrate', [], urlOf);
      assert.equal(refused.code, 1);
      assert.match(
        refused.stderr,
        /^Not migrated: there is no role auth_app; who may make roles has to run: create role auth_app nologin; grant auth_app to "plain"$/m,
      );
      const { urls, environmentOf } = await makeEnvironments(urlOf);
      const core = await startService('core', environmentOf('core'));
      try {
        const waiting = await askOnce({ urls }, undefined, getReadiness('core'));
        assert.deepEqual(
          [waiting.status, waiting.body.dependencies],
          [503, { database: 'up', schema: 'empty', role: 'missing' }],
        );
        await asSuperuser(...createRoles);
        await until('core has migrated by itself', async () => {
          return (await askOnce({ urls }, undefined, getReadiness('core'))).status === 200;
        });
        assert.equal((await askOnce({ urls }, undefined, listHouses)).status, 401);
      } finally {
        await core.stop();
      }
      const migrated = await runTool('migrate', [], urlOf);
      assert.deepEqual([migrated.code, migrated.stderr], [0, '']);
    });

    void test('is told of roles made after the tables, and a backup and its restoring give them their rights', async () => {
      await asSuperuser(`create user plain nosuperuser password 'plain'`, ...createDatabases);
      for (const service of SERVICES) await migrateWithoutRole(service, urlOf(service));
      await asSuperuser(...createRoles);
      const refused = await runTool('migrate', [], urlOf);
      assert.deepEqual(
        [refused.code, refused.stderr.trimEnd()],
        [
          1,
          'Not migrated: the role auth_app has rights to no table: it was made after the migrations that grant them; docs/operating/migrate.md tells the way back',
        ],
      );
      const { urls, environmentOf } = await makeEnvironments(urlOf);
      const core = await startService('core', environmentOf('core'));
      try {
        const { status, body } = await askOnce({ urls }, undefined, getReadiness('core'));
        assert.equal(status, 503);
        const { schema, role } = body.dependencies;
        assert.deepEqual([schema, role], ['up', 'without-rights']);
        assert.equal((await askOnce({ urls }, undefined, listHouses)).status, 503);
      } finally {
        await core.stop();
      }
      const folder = path.join(directory, 'saved');
      const saved = await runTool('backup', [folder], urlOf);
      assert.deepEqual([saved.code, saved.stderr], [0, '']);
      const restored = await runTool('restore', [folder, '--overwrite'], urlOf);
      assert.deepEqual([restored.code, restored.stderr], [0, '']);
      assert.equal((await runTool('migrate', [], urlOf)).stdout.match(/up to date/g)?.length, 3);
    });
  });
}

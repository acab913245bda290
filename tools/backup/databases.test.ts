import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { BARE_ENVIRONMENT } from '@kvartplata/platform/testing/bare-environment.ts';
import { ROOT, SERVICES } from '../platform/service-environment.ts';
import { openDatabases } from './databases.ts';

const ALL = Object.fromEntries(
  SERVICES.map((name) => [
    `${name.toUpperCase()}_DATABASE_URL`,
    `postgres://owner:secret@db.example/${name}`,
  ]),
);

test('a database that is named is shown with its host, port and user, and without its password', async () => {
  const { urlOf, placeOf } = await openDatabases(ALL, 'visit');
  assert.equal(urlOf('core'), 'postgres://owner:secret@db.example/core');
  assert.equal(placeOf('core'), 'owner@db.example:5432/core');
});

for (const how of ['visit', 'hold'] as const)
  test(`where some are named and others forgotten, the embedded ones are not taken to ${how}`, async () => {
    const { BILLING_DATABASE_URL } = ALL;
    await assert.rejects(
      openDatabases({ BILLING_DATABASE_URL }, how),
      /AUTH_DATABASE_URL, CORE_DATABASE_URL is missing: set it, or DATA_DIR/,
    );
  });

test('with their folder the embedded ones are taken for those that are not named', async () => {
  const { BILLING_DATABASE_URL } = ALL;
  await assert.rejects(
    openDatabases({ BILLING_DATABASE_URL, DATA_DIR: '/nowhere' }, 'visit'),
    /nowhere holds no database/,
  );
});

test('a backup that is reported to an alert is never one of databases that nobody named', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.join(ROOT, 'tools/backup.ts'), '/nowhere/saved', '--metrics', '/nowhere/told.prom'],
    { env: BARE_ENVIRONMENT, encoding: 'utf8' },
  );
  assert.equal(status, 1);
  assert.match(stderr, /^Not saved: [^]*AUTH_DATABASE_URL[^]* is missing: set it, or DATA_DIR/);
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { BARE_ENVIRONMENT } from '@kvartplata/platform/testing/bare-environment.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import pg from 'pg';
import { withoutPassword } from './platform/named-databases.ts';
import { SERVICES, type ServiceName } from './platform/service-environment.ts';

const COMMAND = path.resolve(import.meta.dirname, 'verify-references.ts');

const databases = new Map<ServiceName, TestDatabase>();

before(async () => {
  for (const service of SERVICES) databases.set(service, await createTestDatabase(service));
  await ask(
    'auth',
    `insert into users (id, first_name, last_name, username, username_key, email, email_key, password_hash, platform_role, created_at)
     overriding system value
     values (3, 'Анна', 'Иванова', 'anna', 'anna', 'a@example.org', 'a@example.org', '$argon2id$', 'user', now())`,
  );
  await ask(
    'core',
    `insert into organizations (id, name) values (1, 'ТСЖ');
     insert into organization_members (organization_id, user_id, role) values (1, 3, 'owner');
     insert into houses (organization_id, id, address) values (1, 5, 'ул. Мира, 1');
     insert into rooms (organization_id, house_id, id, number, area, kind) values (1, 5, 6, '1', 40, 'residential');
     insert into account_numbers (organization_id, house_id, account_number) values (1, 5, '1');
     insert into personal_accounts (organization_id, house_id, id, room_id, account_number, payer, opened_on)
     values (1, 5, 81, 6, '1', 'Петров', '2026-01-01');
     ${serviceOn(10, 21)}`,
  );
  await book(1, 5, 81);
  await ask(
    'billing',
    `insert into payees (organization_id, id, name, inn) values (1, 21, 'Водоканал', '7707083893'), (2, 22, 'Газ', '7707083893')`,
  );
});
after(async () => {
  for (const database of databases.values()) await database.drop();
});

const urlOf = (service: ServiceName): string => databases.get(service)?.url ?? '';

async function ask(service: ServiceName, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(service) });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}

/** A service of the first organization's house for a day of January, whose money is the payee's. */
function serviceOn(day: number, payeeId: number): string {
  return `insert into house_services (organization_id, house_id, utility_service_id, method, valid_from, valid_to, payee_id)
    select 1, 5, min(id), 'area', '2026-01-${day}', '2026-01-${day}', ${payeeId} from utility_services`;
}

async function book(organizationId: number, houseId: number, accountId: number): Promise<void> {
  await ask(
    'billing',
    `insert into merged_balances (organization_id, house_id, personal_account_id, principal_debt, advance, last_updated_at)
     values (${organizationId}, ${houseId}, ${accountId}, 10, 0, now())`,
  );
}

function run() {
  const urls = SERVICES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, urlOf(name)]);
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND], {
    env: { ...BARE_ENVIRONMENT, ...Object.fromEntries(urls) },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

function places(): string {
  return SERVICES.map((name) => `${name}: ${withoutPassword(urlOf(name))}\n`).join('');
}

test('databases that belong together are reported as such', () => {
  assert.deepEqual(run(), {
    status: 0,
    stdout:
      places() +
      '✓ every house and account in billing’s books is in core\n' +
      '✓ every member in core is a user of auth\n' +
      '✓ every payee of a service in core is in billing\n',
    stderr: '',
  });
});

test('each house, account, member and payee that is missing is reported on a line, and the exit code is 1', async () => {
  await book(1, 5, 82);
  await book(1, 7, 90);
  await book(1, 7, 91);
  // The id was given to another organization's house.
  await book(2, 5, 83);
  await ask(
    'core',
    `insert into organization_members (organization_id, user_id, role) values (1, 4, 'viewer');
     ${serviceOn(11, 22)}`,
  );
  assert.deepEqual(run(), {
    status: 1,
    stdout:
      places() +
      '✗ organization 1, house 7: billing has books of it, and core no such house\n' +
      '✗ organization 2, house 5: billing has books of it, and core no such house\n' +
      '✗ organization 1, house 5, account 82: billing has books of it, and core no such account\n' +
      '✗ organization 1, user 4: a member in core, and no user of auth\n' +
      '✗ organization 1, house 5, payee 22: named by a service in core, and no payee of billing\n',
    stderr: '',
  });
});

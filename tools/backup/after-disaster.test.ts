// The statements of docs/operating/backup.md that end what waits, so that a restored platform sends nothing a second time.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import pg from 'pg';
import { ROOT } from '../platform/service-environment.ts';

const PAGE = readFileSync(path.join(ROOT, 'docs/operating/backup.md'), 'utf8');

const databases: TestDatabase[] = [];
const owners: pg.Client[] = [];
let auth: pg.Client;
let billing: pg.Client;

before(async () => {
  auth = await openOwner('auth');
  billing = await openOwner('billing');
  await auth.query(`
    insert into mail_messages (template, facts, language, recipient, created_at, expires_at, next_attempt_at, outcome, ended_at)
    values ('password-reset', '{}', 'ru', 'a@example.org', now(), now() + interval '1 hour', now(), null, null),
      ('password-reset', '{}', 'ru', 'b@example.org', now(), now() + interval '1 hour', now(), 'sent', now())`);
  await billing.query(`
    insert into deliveries (organization_id, id, period, house_ids, again, status, total_accounts, requested_by, request_id,
      started_at, finished_at)
    values (1, 1, '2026-01-01', '{5}', false, 'QUEUED', 2, 3, 'r1', null, null),
      (1, 2, '2026-02-01', '{5}', false, 'RUNNING', 2, 3, 'r2', now(), null),
      (2, 3, '2026-02-01', '{6}', false, 'COMPLETED', 2, 3, 'r3', now(), now());
    insert into delivery_letters (organization_id, house_id, delivery_id, position, personal_account_id, account_number, period,
      recipient, outcome, created_at, expires_at, next_attempt_at, ended_at)
    values (1, 5, 2, 1, 81, 'LS01', '2026-02-01', 'a@example.org', 'waiting', now(), now() + interval '3 days', now(), null),
      (2, 6, 3, 1, 91, 'LS02', '2026-02-01', 'b@example.org', 'sent', now(), now() + interval '3 days', now(), now())`);
});
after(async () => {
  for (const owner of owners) await owner.end();
  for (const database of databases) await database.drop();
});

async function openOwner(service: 'auth' | 'billing'): Promise<pg.Client> {
  const database = await createTestDatabase(service);
  databases.push(database);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  owners.push(client);
  return client;
}

/** The statements of the page about these tables, which belong into one database. */
function statementsAbout(tables: readonly string[]): readonly string[] {
  const [, block = ''] = /```sql\n([^`]*mail_messages[^`]*)```/.exec(PAGE) ?? [];
  return block
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => tables.some((table) => statement.includes(`update ${table} `)));
}

test('letters that wait in auth end, and those that were sent stay so', async () => {
  const statements = statementsAbout(['mail_messages']);
  assert.equal(statements.length, 1);
  for (const statement of statements) await auth.query(statement);
  const { rows } = await auth.query('select outcome from mail_messages order by recipient');
  assert.deepEqual(rows, [{ outcome: 'unconfirmed' }, { outcome: 'sent' }]);
});

test('in billing letters that wait end, and deliveries that would write more of them', async () => {
  const statements = statementsAbout(['delivery_letters', 'deliveries']);
  assert.equal(statements.length, 2);
  for (const statement of statements) await billing.query(statement);
  const { rows: letters } = await billing.query(
    'select outcome from delivery_letters order by delivery_id',
  );
  assert.deepEqual(letters, [{ outcome: 'unconfirmed' }, { outcome: 'sent' }]);
  const { rows: deliveries } = await billing.query(
    'select status, finished_at is null as "goesOn" from deliveries order by id',
  );
  assert.deepEqual(deliveries, [
    { status: 'CANCELLED', goesOn: false },
    { status: 'CANCELLED', goesOn: false },
    { status: 'COMPLETED', goesOn: false },
  ]);
});

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { BARE_ENVIRONMENT } from '@kvartplata/platform/testing/bare-environment.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import { makeTemporaryFolder } from '@kvartplata/platform/testing/temporary-folder.ts';
import pg from 'pg';
import { withoutPassword } from './platform/named-databases.ts';

const COMMAND = path.resolve(import.meta.dirname, 'verify-ledger.ts');

type Ran = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

let database: TestDatabase;
let owner: pg.Client;

before(async () => {
  database = await createTestDatabase('billing');
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(`
    insert into payments (house_id, id, personal_account_id, organization_id, amount, principal_amount, penalty_amount,
      paid_on, booked_in, source) values (5, 7, 81, 1, 10, 10, 0, '2026-01-20', '2026-01-01', 'manual');
    select app.ensure_month('2026-01-01');
    insert into ledger_entries (house_id, personal_account_id, id, period, organization_id, transaction_type, debt_kind,
      debit, credit, document_id, effective_on)
    values (5, 81, 7, '2026-01-01', 1, 'PAYMENT', 'principal', 0, 10, 7, '2026-01-20');
    insert into payment_allocations (house_id, personal_account_id, id, organization_id, payment_id, debt_kind, amount,
      reason, cause_id) values (5, 81, 8, 1, 7, 'principal', 10, 'payment', 7);
    insert into merged_balances (house_id, personal_account_id, organization_id, principal_debt, advance, last_updated_at)
    values (5, 81, 1, -10, 10, now());
    select app.link_unlinked(1);
  `);
});
after(async () => {
  await owner.end();
  await database.drop();
});

async function run(url: string, more: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const child = spawn(process.execPath, [COMMAND], {
    env: { ...BARE_ENVIRONMENT, BILLING_DATABASE_URL: url, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

test('a ledger in order is reported as such', async () => {
  assert.deepEqual(await run(database.url), {
    code: 0,
    stdout:
      `billing: ${withoutPassword(database.url)}\n` +
      '✓ every balance is the sum of its entries\n✓ every payment is allocated once and whole\n' +
      '✓ every entry has its document, and every document its entries\n' +
      '✓ every sum of a month is what its entries come to\n✓ every charge is what was computed\n' +
      '✓ every entry and document is what it was when it was booked\n' +
      '✓ every closed month is what was sealed, and every seal is in the log\n✓ the audit log is what it was\n',
    stderr: '',
  });
});

test('each fault is reported on a line, and the exit code is 1', async () => {
  await owner.query(`update merged_balances set principal_debt = -7.5`);
  await owner.query(`update house_month_sums set paid = 10.01`);
  await owner.query(
    `alter table ledger_entries disable trigger user; update ledger_entries set effective_on = '2026-01-21'`,
  );
  await owner.query(
    `insert into payment_allocations (house_id, personal_account_id, id, organization_id, payment_id, debt_kind, amount,
       reason, cause_id) values (5, 81, 9, 1, 7, 'principal', -4, 'payment', 7)`,
  );
  assert.deepEqual(await run(database.url), {
    code: 1,
    stdout:
      `billing: ${withoutPassword(database.url)}\n` +
      '✗ house 5, account 81: its balance is 2.50 of principal and 0.00 of penalties above the sum of its entries\n' +
      '✗ house 5, account 81, payment 7: 6.00 of 10.00 are allocated\n' +
      '✗ house 5, account 81, PAYMENT 7: its entries are missing, or others\n' +
      '✗ house 5, month 2026-01: its sums are not what its entries come to\n✓ every charge is what was computed\n' +
      '✗ house 5, link 1, month 2026-01: its entries are not what they were when they were booked\n' +
      '✗ house 5, link none, month unknown: an entry or a document that no booking has made\n' +
      '✓ every closed month is what was sealed, and every seal is in the log\n✓ the audit log is what it was\n',
    stderr: '',
  });
});

test('an address that is no database is refused with an explanation', async () => {
  const { code, stderr } = await run('billing');
  assert.equal(code, 1);
  assert.match(stderr, /^Not verified: [^]*BILLING_DATABASE_URL/);
});

test('a database that does not hold the books is named, without its password', async () => {
  const empty = await createTestDatabase('empty');
  try {
    const { code, stderr } = await run(empty.url);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^Not verified: \S+ does not hold the books of this version: relation .*\n$/,
    );
    assert.ok(stderr.includes(new URL(empty.url).pathname));
    const { password } = new URL(empty.url);
    assert.ok(password === '' || !stderr.includes(`:${password}@`));
  } finally {
    await empty.drop();
  }
});

test('a DATA_DIR without a database is named, and nothing is created there', async () => {
  const folder = makeTemporaryFolder('verify-ledger-');
  try {
    const mistyped = path.join(folder, 'data');
    const { code, stderr } = await run('', { DATA_DIR: mistyped });
    assert.equal(code, 1);
    assert.equal(
      stderr,
      `Not verified: ${mistyped} holds no database: set DATA_DIR, or BILLING_DATABASE_URL\n`,
    );
    assert.ok(!existsSync(mistyped));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

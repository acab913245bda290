import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { createPasswords } from '@kvartplata/auth-service/src/passwords/passwords.service.ts';
import { insertUser } from '@kvartplata/auth-service/src/users/users.repository.ts';
import { findUserByPassword } from '@kvartplata/auth-service/src/users/users.service.ts';
import { assertInOrder } from '@kvartplata/billing-service/src/testing/in-order.ts';
import { listCharges } from '@kvartplata/billing-service/src/month/charges/charges.repository.ts';
import { explain } from '@kvartplata/billing-service/src/month/charges/charge-explanation.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import type { Request } from './command-line.ts';
import { copyAll } from './copy-all.ts';
import type { TargetName } from './targets.ts';
import {
  ANNAS_PASSWORD,
  createFormerDatabase,
  type FormerDatabase,
} from './testing/former-database.ts';
import { createCopyStand, type CopyStand, type Outcome } from './testing/copy-stand.ts';

const ACCOUNTS = 1_000;
const TARGETS = ['auth', 'core', 'billing'] as const;

let former: FormerDatabase;
let stand: CopyStand;

before(async () => {
  former = await createFormerDatabase(ACCOUNTS);
  stand = await createCopyStand();
});
after(async () => {
  await stand.drop();
  await former.drop();
});

function argumentsOf(...more: readonly string[]): readonly string[] {
  return ['--source', former.url, '--passwords', stand.passwordsFile, '--batch', '1000', ...more];
}

/** One figure of a target. */
async function figure(target: TargetName, expression: string): Promise<string> {
  const { rows } = await stand.pools[target].query<{ figure: string }>(
    `select (${expression})::text as figure`,
  );
  return rows[0]?.figure ?? '';
}

async function count(target: TargetName, table: string): Promise<number> {
  return Number(await figure(target, `select count(*) from ${table}`));
}

async function formerFigure(expression: string): Promise<string> {
  const [row] = await former.query<{ figure: string }>(`select (${expression})::text as figure`);
  return row?.figure ?? '';
}

/** Locks a table so that a copy blocks in the middle of a transaction, and kills the copy there. */
async function killAt(target: TargetName, table: string): Promise<void> {
  const holder = await stand.pools[target].connect();
  await holder.query(`begin; lock table ${table} in exclusive mode`);
  const child = stand.start(argumentsOf());
  await untilItWaits(target, child);
  child.kill('SIGKILL');
  await once(child, 'close');
  await holder.query('rollback');
  holder.release();
  await untilHolds(
    target,
    `not exists (select from pg_stat_activity where ${OF_THE_MOVE(target)})`,
  );
}

const OF_THE_MOVE = (target: TargetName): string =>
  `datname = current_database() and application_name = '${target}-migrate-from' and pid <> pg_backend_pid()
    and (wait_event_type = 'Lock' or state <> 'idle')`;

async function untilItWaits(target: TargetName, child: ChildProcess): Promise<void> {
  child.stdout?.resume();
  child.stderr?.resume();
  await untilHolds(
    target,
    `exists (select from pg_stat_activity where ${OF_THE_MOVE(target)} and wait_event_type = 'Lock')`,
  );
}

async function untilHolds(target: TargetName, condition: string): Promise<void> {
  await until(condition, async () => (await figure(target, condition)) === 'true');
}

/** The complete contents of the targets, to see whether anything has changed. */
async function state(): Promise<readonly string[]> {
  const states: string[] = [];
  for (const target of TARGETS) {
    const { rows } = await stand.pools[target].query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relkind in ('r', 'S')
        and relnamespace in (select oid from pg_namespace where nspname in ('public', 'former_application')) order by 1`,
    );
    for (const { name } of rows)
      states.push(
        `${target} ${name} ${await figure(target, `select md5(coalesce(string_agg(row::text, ',' order by row::text), '')) from (select * from ${name}) as row`)}`,
      );
  }
  return states;
}

test('a dry run on outdated databases says what they need, and creates nothing there', async () => {
  const empty = await createCopyStand(true);
  try {
    const { code, stderr } = await empty.run(['--source', former.url, '--dry-run']);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^Not copied: A dry run needs databases that are up to date: npm run migrate[^\n]*none of \d+ migrations has run\.\n$/,
    );
    const { rows } = await empty.pools.core.query(
      `select from pg_class where relnamespace = 'public'::regnamespace`,
    );
    assert.equal(rows.length, 0);
  } finally {
    await empty.drop();
  }
});

test('a dry run checks everything and copies nothing', async () => {
  const untouched = await state();
  const { code, stdout, stderr } = await stand.run(argumentsOf('--dry-run'));
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(stdout, /bills +60,000/);
  assert.match(stdout, /9 users have no password that auth can check/);
  assert.deepEqual(await state(), untouched);
});

test('without a file for first passwords, users who need one cannot be copied', async () => {
  const untouched = await state();
  const { code, stderr } = await stand.run(['--source', former.url]);
  assert.equal(code, 1);
  assert.match(stderr, /^Not copied: 9 users .*--passwords <file>/);
  assert.deepEqual(await state(), untouched);
});

test('killed in the middle of the core tables, it keeps every earlier batch and nothing of the current one', async () => {
  await killAt('core', 'meters');
  assert.equal(await count('auth', 'users'), 10);
  assert.equal(await count('core', 'personal_accounts'), ACCOUNTS);
  assert.equal(await count('core', 'meters'), 0);
  assert.equal(await count('billing', 'billing_cycles'), 0);
});

test('stopped between two batches of bills, it keeps the first ones', async () => {
  const stop = new AbortController();
  const request: Request = {
    sourceUrl: former.url,
    isDryRun: false,
    passwordsFile: stand.passwordsFile,
    batchRows: 1_000,
  };
  const silent = { tell: () => undefined, complain: assert.fail };
  const copying = copyAll(request, stand.targets, silent, {
    signal: stop.signal,
    say: (part, rows) => {
      if (part === 'charges' && rows === 3_000) stop.abort(new Error('enough'));
    },
  });
  await assert.rejects(copying, /^Error: enough$/);
  assert.equal(await count('core', 'meter_readings'), 24_240);
  assert.equal(await count('billing', 'charges'), 3_000);
  assert.equal(await count('billing', 'ledger_entries'), 0);
});

test('killed while it applies the first month, it leaves drafts and an empty ledger', async () => {
  await killAt('billing', 'account_balances');
  assert.equal(await count('billing', 'charges'), 60_000);
  assert.equal(await count('billing', 'ledger_entries'), 0);
  assert.equal(await count('billing', `billing_cycles where status = 'DRAFT'`), 48);
});

test('killed while it applies the last month, it leaves the months before in the ledger', async () => {
  await killAt('billing', 'ledger_entries_2025_12');
  assert.equal(await count('billing', `billing_cycles where status = 'DRAFT'`), 4);
  assert.equal(await count('billing', 'ledger_entries'), 54_000);
  await assertInOrder(stand.targets.billing);
});

let finished: Outcome;

test('run once more it finishes, and every count and sum agrees', async () => {
  finished = await stand.run(argumentsOf());
  assert.deepEqual([finished.code, finished.stderr], [0, '']);
  assert.ok(!finished.stdout.includes('✗'));
  for (const line of [
    /core meter_readings +meter_readings +24,240 +24,240 +✓/,
    /billing charges +bills +60,000 +60,000 +✓/,
    /registered persons +2000 +2000 +✓/,
    /debt, roubles +(\d+\.\d\d) +\1 +✓/,
    /2025-12 +5,000 +5,000 +(\d+\.\d\d) +\1 +\1 +✓/,
    /✓ every balance is the sum of its entries/,
  ])
    assert.match(finished.stdout, line);
});

test('the sums that the command reports agree with independent queries', async () => {
  assert.equal(
    await figure('core', 'select sum(area) from rooms'),
    await formerFigure('select sum(area)::numeric(10,2) from rooms'),
  );
  const debts = `select sum(amount) - sum(paid_amount) from bills`;
  assert.equal(
    await figure('billing', 'select sum(debit - credit) from ledger_entries'),
    await formerFigure(debts),
  );
  assert.equal(
    await figure('billing', 'select sum(principal_debt) from account_balances'),
    await formerFigure(debts),
  );
  await assertInOrder(stand.targets.billing);
});

test('ids are kept in every table that has them', async () => {
  const ids = (table: string) => `select md5(string_agg(id::text, ',' order by id)) from ${table}`;
  for (const table of [
    'organizations',
    'houses',
    'rooms',
    'personal_accounts',
    'house_services',
    'meters',
    'meter_readings',
  ])
    assert.equal(await figure('core', ids(table)), await formerFigure(ids(table)), table);
  assert.equal(await figure('auth', ids('users')), await formerFigure(ids('users')));
  assert.equal(await figure('billing', ids('charges')), await formerFigure(ids('bills')));
});

test('an account owes what it owed, and its payments come after its charges', async () => {
  const id = Number(await formerFigure('select min(id) from personal_accounts'));
  const owed = await formerFigure(
    `select sum(amount - coalesce(paid_amount, 0)) from bills where personal_account_id = ${id}`,
  );
  const debt = `select principal_debt from account_balances where personal_account_id = ${id}`;
  assert.equal(await figure('billing', debt), owed);
  const highest = Number(await formerFigure('select max(id) from bills'));
  const [bill] = await former.query<{ id: string; paid_amount: string; paid_on: string }>(
    `select id, paid_amount, paid_on::text from bills where personal_account_id = ${id} and paid_amount > 0 order by id limit 1`,
  );
  const { rows } = await stand.pools.billing.query(
    `select credit, effective_on::text, period::text, document_id from ledger_entries
      where personal_account_id = $1 and transaction_type = 'PAYMENT' order by id limit 1`,
    [id],
  );
  assert.deepEqual(rows, [
    {
      credit: bill?.paid_amount,
      effective_on: '2025-02-15',
      period: '2025-02-01',
      document_id: String(highest + Number(bill?.id)),
    },
  ]);
});

test('what was paid of a bill pays its month, and the rest is allocated by the rules', async () => {
  const paidOfMonths = (months: string) =>
    `select sum(least(owed, paid)) from (
       select sum(amount) as owed, sum(paid_amount) as paid from bills
       where personal_account_id % 4 = 0 and amount > 0 and period in (${months}) group by personal_account_id, period) as months`;
  const allocated = (months: string) =>
    `select sum(amount) from payment_allocations where personal_account_id % 4 = 0 and period in (${months})`;
  assert.equal(
    await figure('billing', allocated(`'2025-10-01'`)),
    await formerFigure(paidOfMonths(`'2025-10-01'`)),
  );
  assert.equal(
    await figure('billing', 'select sum(amount) from payment_allocations'),
    await figure('billing', 'select sum(amount) from payments'),
  );
  assert.equal(
    await figure(
      'billing',
      `select count(*) from account_balances where principal_debt <> -advance + coalesce(
        (select sum(value::numeric) from jsonb_each_text(open_debts)), 0) and money_until is not null`,
    ),
    '0',
  );
});

test('a copied bill can be read like any other charge', async () => {
  const [charge] = await listCharges(stand.targets.billing, {
    scope: 'all',
    houseId: undefined,
    period: '2025-02-01',
    personalAccountId: undefined,
    jobId: undefined,
    status: 'APPLIED',
    after: undefined,
    limit: 1,
  });
  assert.ok(charge !== undefined);
  const { formula, parts, source } = explain(charge.basis, charge.unit);
  assert.equal(source, 'Bill of the former application');
  assert.equal(parts[0]?.to, '2025-02-28');
  assert.equal(parts[0]?.amount, charge.amount);
  assert.ok(formula.startsWith(`${charge.amount} as billed, for `), formula);
});

test('users with a hash that auth can check keep their password, others sign in with their first one', async () => {
  const passwords = await createPasswords();
  const { auth } = stand.targets;
  const anna = await findUserByPassword(auth, passwords, 'anna', ANNAS_PASSWORD);
  assert.equal(anna?.user.id, 101);
  assert.equal(await figure('auth', `select platform_role from users where id = 101`), 'admin');
  assert.equal(statSync(stand.passwordsFile).mode & 0o777, 0o600);
  const lines = readFileSync(stand.passwordsFile, 'utf8').trim().split('\n');
  assert.equal(lines.length, 9);
  for (const line of lines.slice(0, 2)) {
    const [id, username = '', password = ''] = line.split(',');
    const user = await findUserByPassword(auth, passwords, username, password);
    assert.equal(user?.user.id, Number(id));
  }
});

test('a second run changes nothing', async () => {
  const untouched = await state();
  const again = await stand.run(['--source', former.url]);
  assert.equal(again.code, 0);
  assert.deepEqual(await state(), untouched);
});

test('a row created afterwards gets an unused id', async () => {
  for (const target of TARGETS) {
    const { rows } = await stand.pools[target].query<{ table: string; sequence: string }>(
      `select tables.relname as table, sequences.relname as sequence
        from pg_attribute
        join pg_class tables on tables.oid = attrelid
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
        join pg_depend on refclassid = 'pg_class'::regclass and (
          (classid = 'pg_attrdef'::regclass and objid = pg_attrdef.oid)
          or (classid = 'pg_class'::regclass and refobjid = attrelid and refobjsubid = attnum)
        )
        join pg_class sequences on sequences.relkind = 'S' and sequences.oid in (refobjid, objid)
        where attname = 'id' and tables.relkind = 'r' and tables.relnamespace = 'public'::regnamespace`,
    );
    assert.ok(rows.length > 0);
    for (const { table, sequence } of rows)
      assert.equal(
        await figure(target, `select nextval('${sequence}') > coalesce(max(id), 0) from ${table}`),
        'true',
        table,
      );
  }
  const highest = 'select max(id) from ledger_entries';
  assert.equal(await figure('billing', `select nextval('document_ids') > (${highest})`), 'true');
  const user = await insertUser(stand.targets.auth, {
    firstName: 'A',
    lastName: 'B',
    username: 'fresh',
    usernameKey: 'fresh',
    email: 'fresh@example.org',
    emailKey: 'fresh@example.org',
    passwordHash: '$argon2id$',
    platformRole: 'user',
    createdAt: new Date(),
  });
  assert.ok(user.id > 110);
});

test('later differences are reported, and the run fails', async () => {
  await stand.pools.core.query(
    'update rooms set area = area + 1 where id = (select min(id) from rooms)',
  );
  const { code, stdout } = await stand.run(['--source', former.url]);
  assert.equal(code, 1);
  assert.match(stdout, /core rooms +rooms +980 +980 +✗/);
  assert.match(stdout, /area of rooms, m² +54145\.00 +54146\.00 +✗/);
  assert.match(stdout, /auth users +users +10 +11 +✗/);
  assert.match(stdout, /billing charges +bills +60,000 +60,000 +✓/);
});

// The schema's posting functions: what they write agrees with the document, and nothing else can write to the books.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import { violates } from '@kvartplata/platform/database/database-errors.ts';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import type pg from 'pg';
import type { BillingTables } from '../../tables.ts';

const PERMISSION = '42501';
let database: TestDatabase;
let owner: Database<BillingTables>;
let client: pg.PoolClient;

before(async () => {
  database = await createTestDatabase('billing');
  owner = openDatabase({ url: database.url, poolSize: 1, applicationName: 'test-owner' });
  client = await owner.pool.connect();
  for (const statement of [
    `select app.ensure_month('2026-01-01')`,
    `select app.ensure_month('2026-02-01')`,
    `select app.ensure_month('2026-03-01')`,
    'insert into billing_cycles (organization_id, year, month) values (1, 2026, 1)',
    `update billing_cycles set status = 'APPLIED', applied_at = now() where organization_id = 1`,
    `update billing_cycles set status = 'CLOSED', closed_at = now() where organization_id = 1`,
    `insert into ledger_entries (organization_id, house_id, personal_account_id, id, period, transaction_type, debt_kind,
       debit, credit, document_id, effective_on)
     values (1, 5, 81, 40, '2026-02-01', 'CHARGE', 'principal', 12.50, 0, 40, '2026-02-28')`,
    `insert into merged_balances (organization_id, house_id, personal_account_id, principal_debt, last_updated_at)
     values (1, 5, 81, 12.50, now())`,
    'select app.link_unlinked(1)',
    'insert into billing_cycles (organization_id, year, month) values (1, 2026, 2)',
    `insert into charge_templates (organization_id, house_id, period, number, rate_type, rule, tariff, reading_missing, basis)
     values (1, 5, '2026-02-01', 1, 'meter', 'individual-meter', 40.48, false, '{}')`,
    `insert into charges (organization_id, house_id, period, personal_account_id, house_service_id, line, template,
       consumption, amount, own)
     values (1, 5, '2026-02-01', 81, 1, 0, 1, 1, 100.00, '')`,
  ])
    await client.query(statement);
});
after(async () => {
  client.release();
  await owner.db.destroy();
  await database.drop();
});
beforeEach(async () => {
  for (const statement of [
    'begin',
    'set local role billing_app',
    `set local app.accountant_of = '{1}'`,
    `set local app.viewer_of = '{1}'`,
  ])
    await client.query(statement);
});
afterEach(async () => client.query('rollback'));

type Given = Readonly<Record<string, unknown>>;

async function pay(payment: Given, account: Given = {}): Promise<void> {
  const given = {
    house_id: 5,
    personal_account_id: 81,
    payments: [
      {
        id: 70,
        amount: '10.00',
        principal_amount: '7.00',
        penalty_amount: '3.00',
        paid_on: '2026-02-20',
        booked_in: '2026-02-01',
        source: 'manual',
        ...payment,
      },
    ],
    moves: [],
    open_debts: {},
    open_court_fees: '0.00',
    advance: '0.00',
    ...account,
  };
  await client.query("select app.post_payments(1, $1, '[]')", [JSON.stringify([given])]);
}

async function reverse(type: string, id: number, bookedIn = '2026-02-01'): Promise<number> {
  const given = {
    house_id: 5,
    personal_account_id: 81,
    id,
    period: '2026-02-01',
    booked_in: bookedIn,
  };
  const { rowCount } = await client.query(`select * from app.post_stornos(1, $1, 'ошибка', $2)`, [
    type,
    JSON.stringify([given]),
  ]);
  return rowCount ?? 0;
}

async function entries(): Promise<readonly unknown[]> {
  const { rows } = await client.query({
    text: `select transaction_type, debt_kind, debit, credit, document_id::integer, period::text, effective_on::text
      from ledger_entries where organization_id = 1 and id <> 40 order by debt_kind`,
    rowMode: 'array',
  });
  return rows;
}

const violating =
  (constraint: string) =>
  (error: unknown): true => {
    assert.ok(violates(error, constraint), String(error));
    return true;
  };

/** By house and month: entries, charged, paid, charged back, reversed, settled. */
async function sums(): Promise<readonly unknown[]> {
  const { rows } = await client.query({
    text: `select house_id::integer, period::text, entries::integer, charged, paid, charged_back, reversed, settled
      from house_month_sums where organization_id = 1 order by house_id, period`,
    rowMode: 'array',
  });
  return rows;
}

async function links(): Promise<number> {
  const { rows } = await client.query(
    'select number::integer from ledger_heads where organization_id = 1 and house_id = 5',
  );
  return rows[0].number;
}

describe('a payment', () => {
  test('has an entry for each kind of debt that it pays, with its own day and month', async () => {
    await pay({});
    assert.deepEqual(await entries(), [
      ['PAYMENT', 'penalty', '0.00', '3.00', 70, '2026-02-01', '2026-02-20'],
      ['PAYMENT', 'principal', '0.00', '7.00', 70, '2026-02-01', '2026-02-20'],
    ]);
    assert.equal(await links(), 2);
  });

  test('changes the sums of its month, and of the month that it pays', async () => {
    const move = { payment_id: 70, debt_kind: 'principal', reason: 'payment', cause_id: 70 };
    const moves = [
      { ...move, period: '2026-01-01', amount: '4.00' },
      { ...move, period: '2026-02-01', amount: '2.00' },
      { ...move, period: null, amount: '1.00' },
    ];
    await pay({}, { moves });
    assert.deepEqual(await sums(), [
      [5, '2026-01-01', 0, '0.00', '0.00', '0.00', '0.00', '4.00'],
      [5, '2026-02-01', 3, '12.50', '10.00', '0.00', '0.00', '2.00'],
    ]);
  });

  test('that is reallocated changes the sums alone', async () => {
    const move = { payment_id: 70, debt_kind: 'principal', reason: 'payment', cause_id: 70 };
    const moves = [{ ...move, period: '2026-02-01', amount: '-4.00' }];
    await pay({}, { payments: [], moves });
    assert.deepEqual(await sums(), [
      [5, '2026-02-01', 1, '12.50', '0.00', '0.00', '0.00', '-4.00'],
    ]);
  });

  test('in a closed month is refused', async () => {
    await assert.rejects(
      pay({ booked_in: '2026-01-01' }),
      violating('ledger_entries_month_is_open'),
    );
  });

  test('whose parts do not add up is refused', async () => {
    await assert.rejects(pay({ penalty_amount: '3.01' }), violating('payments_parts_are_whole'));
  });

  test('of an account whose balance is not locked is refused', async () => {
    await assert.rejects(pay({}, { personal_account_id: 82 }), /account 82 has no balance/);
  });

  test('is booked once', async () => {
    await pay({});
    await assert.rejects(pay({}), violating('payments_pkey'));
  });
});

async function balance(of: string): Promise<unknown> {
  const { rows } = await client.query({
    text: `select principal_debt, open_debts from ${of} where organization_id = 1`,
    rowMode: 'array',
  });
  return rows[0];
}

describe('charges', () => {
  const unmerged = ['12.50', {}];
  const merged = ['112.50', { '2026-02': '100.00' }];

  /** As the owner, the way the application does it: statement by statement to the nodes. */
  async function apply(): Promise<unknown> {
    await client.query('set local role none');
    const { rows } = await client.query({
      text: `select entries, accounts from app.post_charges(1, '2026-02-01', '{5}', '{1}')`,
      rowMode: 'array',
    });
    return rows[0];
  }

  test('are in the balance at once, and merged by the next booking on the account', async () => {
    assert.deepEqual(await apply(), [1, 1]);
    assert.deepEqual(await balance('account_balances'), merged);
    assert.deepEqual(await balance('merged_balances'), unmerged);
    await client.query(`select from app.lock_balances(1, '{5}', '{81}')`);
    assert.deepEqual(await balance('merged_balances'), merged);
    assert.deepEqual(await balance('account_balances'), merged);
  });

  test('are merged once', async () => {
    await apply();
    for (const accounts of [1, 0]) {
      const { rows } = await client.query<{ accounts: number }>(
        "select app.merge_charges(1, '{5}', 10) as accounts",
      );
      assert.equal(rows[0]?.accounts, accounts);
      assert.deepEqual(await balance('merged_balances'), merged);
    }
  });

  test('of another account stay unmerged until its own booking', async () => {
    await apply();
    await client.query(`select from app.lock_balances(1, '{5}', '{82}')`);
    const { rows } = await client.query('select from unmerged_charges where organization_id = 1');
    assert.equal(rows.length, 1);
    assert.deepEqual(await balance('account_balances'), merged);
  });

  test('of several houses are merged in their order; what is left of those before the last one is deleted', async () => {
    await client.query('set local role none');
    for (const statement of [
      `insert into charge_templates (organization_id, house_id, period, number, rate_type, rule, tariff, reading_missing, basis)
       select organization_id, house, period, number, rate_type, rule, tariff, reading_missing, basis
       from charge_templates, (values (6), (7)) as houses (house)`,
      `insert into charges (organization_id, house_id, period, personal_account_id, house_service_id, line, template,
         consumption, amount, own)
       select 1, house, '2026-02-01', account, 1, 0, 1, 1, account, ''
       from (values (6, 91), (6, 92), (7, 93)) as places (house, account)`,
    ])
      await client.query(statement);
    await client.query(`select from app.post_charges(1, '2026-02-01', '{5,6,7}', '{1,2,1}')`);
    const left = async (): Promise<unknown> => {
      const { rows } = await client.query<{ left: unknown }>(
        `select array(
           select house_id::integer from unmerged_charges where organization_id = 1 order by house_id
         ) as left`,
      );
      return rows[0]?.left;
    };
    for (const [most, accounts, houses] of [
      [2, 2, [6, 7]],
      [1, 1, [6, 7]],
      [1, 1, [7]],
      [2, 0, []],
    ] as const) {
      const { rows } = await client.query<{ merged: number }>(
        `select app.merge_charges(1, '{7,6,5}', $1) as merged`,
        [most],
      );
      assert.deepEqual([rows[0]?.merged, await left()], [accounts, houses]);
    }
    const { rows } = await client.query({
      text: `select house_id::integer, personal_account_id::integer, principal_debt from merged_balances
        where organization_id = 1 order by personal_account_id`,
      rowMode: 'array',
    });
    const charged = [91, 92, 93].map((account) => [
      account === 93 ? 7 : 6,
      account,
      `${account}.00`,
    ]);
    assert.deepEqual(rows, [[5, 81, '112.50'], ...charged]);
  });

  test('of a month are merged while those of another stay unmerged', async () => {
    await client.query('set local role none');
    for (const statement of [
      'insert into billing_cycles (organization_id, year, month) values (1, 2026, 3)',
      `insert into charge_templates (organization_id, house_id, period, number, rate_type, rule, tariff, reading_missing, basis)
       select organization_id, house_id, '2026-03-01', number, rate_type, rule, tariff, reading_missing, basis
       from charge_templates`,
      `insert into charges (organization_id, house_id, period, personal_account_id, house_service_id, line, template,
         consumption, amount, own)
       values (1, 5, '2026-03-01', 81, 1, 0, 1, 1, 7.00, '')`,
    ])
      await client.query(statement);
    await apply();
    await client.query(`select from app.post_charges(1, '2026-03-01', '{5}', '{1}')`);
    assert.deepEqual(await balance('merged_balances'), merged);
    const both = ['119.50', { '2026-02': '100.00', '2026-03': '7.00' }];
    assert.deepEqual(await balance('account_balances'), both);
    await client.query("select app.merge_charges(1, '{5}', 10)");
    assert.deepEqual(await balance('merged_balances'), both);
    assert.deepEqual(await balance('account_balances'), both);
    const { rows } = await client.query('select from unmerged_charges where organization_id = 1');
    assert.equal(rows.length, 0);
  });
});

describe('a storno', () => {
  test('mirrors the entries of its document, once, and changes the balance', async () => {
    assert.equal(await reverse('CHARGE', 40), 1);
    assert.equal(await reverse('CHARGE', 40), 0);
    assert.deepEqual(await entries(), [
      ['STORNO', 'principal', '0.00', '12.50', 40, '2026-02-01', '2026-02-28'],
    ]);
    assert.equal(await links(), 2);
  });

  test('changes the sums of its month, and of the month that it reverses', async () => {
    await reverse('CHARGE', 40, '2026-03-01');
    assert.deepEqual(await sums(), [
      [5, '2026-02-01', 1, '12.50', '0.00', '0.00', '12.50', '0.00'],
      [5, '2026-03-01', 1, '0.00', '0.00', '12.50', '0.00', '0.00'],
    ]);
  });

  test('of a missing document books nothing', async () => {
    assert.equal(await reverse('CHARGE', 41), 0);
    assert.equal(await reverse('PAYMENT', 40), 0);
  });

  test('in a closed month is refused', async () => {
    await assert.rejects(
      reverse('CHARGE', 40, '2026-01-01'),
      violating('ledger_entries_month_is_open'),
    );
  });
});

describe('without the right to write for the organization', () => {
  for (const call of [
    `app.lock_balances(1, '{5}', '{81}')`,
    `app.hold_payments(1, '{}', null, '{5}', '{81}', '[]')`,
    `app.draw_document_ids(1, 1)`,
    `app.post_payments(1, '[]', '[]')`,
    `app.post_stornos(1, 'CHARGE', 'x', '[]')`,
    `app.post_charges(1, '2026-02-01', '{5}', '{1}')`,
    `app.post_accruals(1, 1, '{5}')`,
  ]) {
    test(`${call} is refused`, async () => {
      await client.query(`set local app.accountant_of = '{2}'`);
      await assert.rejects(client.query(`select ${call}`), { code: PERMISSION });
    });
  }
});

test('a posting function looks up each row by its key, whatever its plans', async () => {
  const { rows } = await client.query(
    `select proname, array_to_string(proconfig, ' ') as settings from pg_proc
     where proname in ('hold_payments', 'lock_balances', 'post_payments', 'post_stornos') order by proname`,
  );
  const isSpanning = process.env['TEST_CLUSTER_URLS'] !== undefined;
  for (const { proname, settings } of rows)
    for (const setting of ['plan_cache_mode=force_generic_plan', 'enable_hashjoin=off'])
      assert.equal(String(settings).includes(setting), !isSpanning, `${proname}: ${settings}`);
  assert.equal(rows.length, 4);
});

describe('bypassing the functions', () => {
  for (const statement of [
    'insert into ledger_entries select * from ledger_entries',
    'insert into payments select * from payments',
    'insert into payment_allocations select * from payment_allocations',
    'insert into stornos select * from stornos',
    'insert into ledger_links select * from ledger_links',
    'update merged_balances set principal_debt = 0',
    'update ledger_heads set number = 1',
    'update house_month_sums set paid = 0',
    'select * from unlinked_bookings',
    'select app.link_unlinked(1)',
    'select app.sum_books(1)',
    `select app.append_links(1, '{}')`,
    `select app.link_entries(1, '{}', '{}')`,
  ]) {
    test(`${statement} is refused to the application`, async () => {
      await assert.rejects(client.query(statement), { code: PERMISSION });
    });
  }
});

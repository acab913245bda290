// What the database itself refuses, to the application's role and to the owner.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import { listDrift } from '../account-balances/account-balances.repository.ts';
import type { BillingTables } from '../../tables.ts';

let database: TestDatabase;
let owner: Database<BillingTables>;
let application: Database<BillingTables>;

const ENTRY = `(house_id, personal_account_id, id, period, organization_id, transaction_type, debt_kind, debit, credit, document_id, effective_on)`;

before(async () => {
  database = await createTestDatabase('billing');
  owner = openDatabase({ url: database.url, poolSize: 4, applicationName: 'test-owner' });
  application = openDatabase({
    // Sees every row, so that refusals do not come from row-level security.
    url: `${database.url}?options=-c%20app.sees_all%3Don`,
    poolSize: 4,
    applicationName: 'test-app',
    role: 'billing_app',
  });
  await application.pool.query(`select app.ensure_month('2026-01-01')`);
  await application.pool.query(
    `insert into billing_cycles (organization_id, year, month) values (1, 2026, 1)`,
  );
  await owner.pool.query(
    `insert into ledger_entries ${ENTRY} values (1, 1, 1, '2026-01-01', 1, 'CHARGE', 'principal', 10, 0, 1, '2026-01-31')`,
  );
  await owner.pool.query(
    `insert into merged_balances values (1, 1, 1, 10, 0, now()); select app.link_unlinked(1)`,
  );
});
after(async () => {
  await application.db.destroy();
  await owner.db.destroy();
  await database.drop();
});

async function refusal(of: Database<BillingTables>, statement: string): Promise<string> {
  try {
    await of.pool.query(statement);
  } catch (error) {
    return String((error as { code?: string }).code);
  }
  return 'accepted';
}

const FOREIGN_KEY = '23503';
const PERMISSION = '42501';
const RESTRICT = '23001';
const CHECK = '23514';
const UNIQUE = '23505';

test('a closed month and those before it take no entry, the next one does', async () => {
  await owner.pool.query(`
    select app.ensure_month('2026-02-01'), app.ensure_month('2026-03-01'), app.ensure_month('2026-04-01');
    insert into billing_cycles (organization_id, year, month) values (7, 2026, 3);
    update billing_cycles set status = 'APPLIED', applied_at = now() where organization_id = 7;
    update billing_cycles set status = 'CLOSED', closed_at = now() where organization_id = 7`);
  await application.pool.query(`select app.lock_balances(7, '{70}', '{1}')`);
  const pay = (month: string): string => {
    const payment = {
      id: 70,
      amount: '1',
      principal_amount: '1',
      penalty_amount: '0',
      paid_on: '2026-02-01',
      booked_in: `${month}-01`,
      source: 'manual',
    };
    const account = {
      house_id: 70,
      personal_account_id: 1,
      payments: [payment],
      moves: [
        { payment_id: 70, debt_kind: 'principal', amount: '1', reason: 'payment', cause_id: 70 },
      ],
      open_debts: {},
      open_court_fees: '0',
      advance: '1',
    };
    return `select app.post_payments(7, '${JSON.stringify([account])}', '[]')`;
  };
  assert.equal(await refusal(application, pay('2026-02')), RESTRICT);
  assert.equal(await refusal(application, pay('2026-03')), RESTRICT);
  assert.equal(await refusal(application, pay('2026-04')), 'accepted');
});

describe('the ledger only grows', () => {
  for (const table of ['ledger_entries', 'ledger_entries_2026_01']) {
    for (const statement of [
      `update ${table} set debit = 11`,
      `delete from ${table}`,
      `truncate ${table}`,
    ]) {
      test(`${statement} is refused to the owner`, async () => {
        assert.equal(await refusal(owner, statement), RESTRICT);
      });
      test(`${statement} is refused to the application`, async () => {
        assert.equal(await refusal(application, statement), PERMISSION);
      });
    }
  }

  test('the application cannot reach a partition other than through its parent', async () => {
    assert.equal(
      await refusal(application, `insert into ledger_entries_2026_01 select * from ledger_entries`),
      PERMISSION,
    );
    assert.equal(
      await refusal(application, `insert into charges_2026_01 select * from charges`),
      PERMISSION,
    );
  });

  test('the application owns nothing', async () => {
    const { rows } = await owner.pool.query(
      `select relname from pg_class join pg_roles on pg_roles.oid = relowner where rolname = 'billing_app'`,
    );
    assert.deepEqual(rows, []);
  });
});

describe('an entry', () => {
  const values: readonly { readonly why: string; readonly row: string; readonly code: string }[] = [
    {
      why: 'with both sides',
      row: `(1, 1, 2, '2026-01-01', 1, 'CHARGE', 'principal', 1, 1, 2, '2026-01-31')`,
      code: CHECK,
    },
    {
      why: 'with no side',
      row: `(1, 1, 2, '2026-01-01', 1, 'CHARGE', 'principal', 0, 0, 2, '2026-01-31')`,
      code: CHECK,
    },
    {
      why: 'below zero',
      row: `(1, 1, 2, '2026-01-01', 1, 'CHARGE', 'principal', -1, 0, 2, '2026-01-31')`,
      code: CHECK,
    },
    {
      why: 'of NaN',
      row: `(1, 1, 2, '2026-01-01', 1, 'CHARGE', 'principal', 'NaN', 0, 2, '2026-01-31')`,
      code: CHECK,
    },
    {
      why: 'beyond all bounds',
      row: `(1, 1, 2, '2026-01-01', 1, 'CHARGE', 'principal', 1e15, 0, 2, '2026-01-31')`,
      code: '22003',
    },
    {
      why: 'of an unknown type',
      row: `(1, 1, 2, '2026-01-01', 1, 'GIFT', 'principal', 1, 0, 2, '2026-01-31')`,
      code: CHECK,
    },
    {
      why: 'of a charge booked as penalty',
      row: `(1, 1, 2, '2026-01-01', 1, 'CHARGE', 'penalty', 1, 0, 2, '2026-01-31')`,
      code: CHECK,
    },
    {
      why: 'of a penalty booked as principal',
      row: `(1, 1, 2, '2026-01-01', 1, 'PENALTY', 'principal', 1, 0, 2, '2026-01-31')`,
      code: CHECK,
    },
    {
      why: 'booked a second time',
      row: `(1, 1, 1, '2026-01-01', 1, 'CHARGE', 'principal', 10, 0, 1, '2026-01-31')`,
      code: UNIQUE,
    },
    {
      why: 'of a month that no cycle has',
      row: `(1, 1, 2, '2019-01-01', 1, 'CHARGE', 'principal', 1, 0, 2, '2019-01-31')`,
      code: '23514',
    },
  ];
  for (const { why, row, code } of values) {
    test(`${why} is refused`, async () => {
      assert.equal(await refusal(owner, `insert into ledger_entries ${ENTRY} values ${row}`), code);
    });
  }
});

describe('charges belong to months of houses that are not applied', () => {
  const charge = (id: number, period = '2026-01-01', organization = 1): string =>
    `insert into charges (organization_id, house_id, period, personal_account_id, house_service_id, line, id, template,
      consumption, amount, own)
    values (${organization}, 1, '${period}', ${id}, 1, 0, ${id}, 1, 1, 1, '')`;
  const template = (period = '2026-01-01', organization = 1): string =>
    `insert into charge_templates (organization_id, house_id, period, number, rate_type, rule, tariff, reading_missing,
      basis)
    values (${organization}, 1, '${period}', 1, 'meter', 'individual-meter', 1, false, '{}')`;

  test('a charge or a template of a month or an organization without a cycle is refused', async () => {
    await application.pool.query(`select app.ensure_month('2026-02-01')`);
    for (const written of [charge(5, '2026-02-01'), template('2026-02-01')])
      assert.equal(await refusal(application, written), RESTRICT);
    for (const written of [charge(5, '2026-01-01', 2), template('2026-01-01', 2)])
      assert.equal(await refusal(application, written), RESTRICT);
    assert.equal(
      await refusal(owner, charge(5, '2026-02-01').replace('into charges', 'into charges_2026_02')),
      RESTRICT,
    );
  });

  test('one without its template is refused', async () => {
    assert.equal(await refusal(application, charge(5)), FOREIGN_KEY);
    assert.equal(
      await refusal(owner, charge(5).replace('into charges', 'into charges_2026_01')),
      FOREIGN_KEY,
    );
  });

  test('one written while its house is being applied waits, and is then refused', async () => {
    await application.pool.query(template());
    await application.pool.query(charge(6));
    const applying = await application.pool.connect();
    const writing = await application.pool.connect();
    try {
      await applying.query('begin');
      await applying.query(
        `update billing_cycles set status = 'APPLIED', applied_at = now() where id = 1`,
      );
      await applying.query(
        `insert into house_months (house_id, period, organization_id, billing_cycle_id, charges, applied_at)
         values (1, '2026-01-01', 1, 1, 1, now())`,
      );
      const late = writing.query(charge(7)).then(
        () => 'accepted',
        (error: unknown) => String((error as { code?: string }).code),
      );
      await waitUntilSomebodyWaits();
      await applying.query('commit');
      assert.equal(await late, RESTRICT);
    } finally {
      applying.release();
      writing.release();
    }
  });

  test('of an applied house cannot be deleted, changed or truncated', async () => {
    assert.equal(await refusal(application, 'delete from charges where id = 6'), RESTRICT);
    assert.equal(await refusal(owner, 'delete from charges_2026_01 where id = 6'), RESTRICT);
    assert.equal(await refusal(owner, 'update charges set amount = 5'), RESTRICT);
    assert.equal(await refusal(application, 'update charges set amount = 5'), PERMISSION);
    assert.equal(await refusal(owner, 'truncate charges_2026_01'), RESTRICT);
    assert.equal(await refusal(owner, 'truncate charges'), RESTRICT);
    assert.equal(await refusal(application, 'delete from charge_templates'), RESTRICT);
    assert.equal(await refusal(owner, 'update charge_templates set tariff = 5'), RESTRICT);
    assert.equal(await refusal(application, 'update charge_templates set tariff = 5'), PERMISSION);
    assert.equal(await refusal(owner, 'truncate charge_templates'), RESTRICT);
  });

  test('an applied cycle never becomes a draft again', async () => {
    assert.equal(
      await refusal(
        application,
        `update billing_cycles set status = 'DRAFT', applied_at = null where id = 1`,
      ),
      RESTRICT,
    );
    assert.equal(
      await refusal(application, `update billing_cycles set month = 2 where id = 1`),
      RESTRICT,
    );
  });

  async function waitUntilSomebodyWaits(): Promise<void> {
    for (;;) {
      const { rowCount } = await owner.pool.query(
        `select from pg_stat_activity where application_name = 'test-app' and wait_event_type = 'Lock'`,
      );
      if (rowCount === 1) return;
    }
  }
});

describe('drift', () => {
  test('is detected in either direction', async () => {
    assert.deepEqual(await listDrift(owner.db, 1), []);
    await owner.pool.query(
      'update merged_balances set principal_debt = 12 where personal_account_id = 1',
    );
    assert.deepEqual(await listDrift(owner.db, 1), [
      { houseId: 1, personalAccountId: 1, principalDrift: '2.00', penaltyDrift: '0.00' },
    ]);
    await owner.pool.query('delete from merged_balances');
    assert.equal((await listDrift(owner.db, 1))[0]?.principalDrift, '-10.00');
    await owner.pool.query(
      'insert into merged_balances values (1, 1, 1, 10, 0, now()), (1, 2, 1, 0, 3, now())',
    );
    assert.deepEqual(
      (await listDrift(owner.db, 1)).map((drift) => drift.penaltyDrift),
      ['3.00'],
    );
  });
});

describe('penalty rates', () => {
  test('never overlap, and only one is open', async () => {
    const rate = (from: string, to: string) =>
      `insert into penalty_rates (valid_from, valid_to, base_cbr_rate, effective_rate, source) values (${from}, ${to}, 5, 5, 'manual')`;
    assert.equal(await refusal(application, rate(`'2026-10-01'`, 'null')), '23P01');
    assert.equal(await refusal(application, rate(`'2013-09-12'`, `'2013-09-13'`)), '23P01');
    assert.equal(await refusal(application, rate(`'2013-09-12'`, `'2013-09-11'`)), CHECK);
    assert.equal(await refusal(application, rate(`'infinity'`, 'null')), CHECK);
    assert.equal(await refusal(application, rate(`'2013-09-12'`, `'2013-09-12'`)), 'accepted');
  });
});

// The charges of an earlier month are merged into the balances just while the next month is applied.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import type { BillingTables } from '../../tables.ts';

let database: TestDatabase;
let owner: Database<BillingTables>;

before(async () => {
  database = await createTestDatabase('billing');
  owner = openDatabase({ url: database.url, poolSize: 3, applicationName: 'test-owner' });
  for (const statement of [
    ...[1, 2].flatMap((month) => [
      `select app.ensure_month('2026-0${month}-01')`,
      `insert into billing_cycles (organization_id, year, month) values (1, 2026, ${month})`,
      `insert into charge_templates (organization_id, house_id, period, number, rate_type, rule, tariff, reading_missing, basis)
       values (1, 5, '2026-0${month}-01', 1, 'meter', 'individual-meter', 40.48, false, '{}')`,
      `insert into charges (organization_id, house_id, period, personal_account_id, house_service_id, line, template,
         consumption, amount, own)
       values (1, 5, '2026-0${month}-01', 81, 1, 0, 1, 1, ${month}.00, '')`,
    ]),
    // Holds an apply when it has found the earlier month in its way, until the lock is free.
    `create function hold() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock(1); return null; end'`,
    'create trigger hold after insert on unmerged_charges for each statement execute function hold()',
  ])
    await owner.pool.query(statement);
});
after(async () => {
  await owner.db.destroy();
  await database.drop();
});

async function apply(month: number): Promise<void> {
  await owner.pool.query(
    `begin; set local app.accountant_of = '{1}';
     select from app.post_charges(1, '2026-0${month}-01', '{5}', '{1}'); commit`,
  );
}

async function valuesOf(query: string): Promise<unknown> {
  const { rows } = await owner.pool.query({ text: query, rowMode: 'array' });
  return rows;
}

test('the month is left to be merged none the less', async () => {
  await apply(1);
  const merging = await owner.pool.connect();
  await merging.query('select pg_advisory_lock(1)');
  const applied = apply(2);
  await until('the apply is held', async () => {
    const { rows } = await merging.query(
      `select from pg_locks where locktype = 'advisory' and not granted`,
    );
    return rows.length > 0;
  });
  await merging.query(
    `begin; set local app.accountant_of = '{1}'; select app.merge_charges(1, '{5}', null); commit`,
  );
  await merging.query('select pg_advisory_unlock(1)');
  merging.release();
  await applied;
  assert.deepEqual(await valuesOf('select period::text, amounts from unmerged_charges'), [
    ['2026-02-01', [2]],
  ]);
  const owed = [['3.00', { '2026-01': '1.00', '2026-02': '2.00' }]];
  assert.deepEqual(await valuesOf('select principal_debt, open_debts from account_balances'), owed);
});

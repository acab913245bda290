// The numbers of charged accounts, month by month, however often months are calculated.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import {
  inTransaction,
  openDatabase,
  type Database,
} from '@kvartplata/platform/database/database.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import type { BillingTables } from '../../tables.ts';
import { noteAccountNumbers } from './charged-accounts.service.ts';

const ORGANIZATION = 3;
const HOUSE = 1;

let testDatabase: TestDatabase;
let owner: Database<BillingTables>;

before(async () => {
  testDatabase = await createTestDatabase('billing');
  owner = openDatabase({ url: testDatabase.url, poolSize: 2, applicationName: 'test' });
});
beforeEach(async () => {
  await owner.pool.query('delete from charged_accounts; delete from house_months');
});
after(async () => {
  await owner.db.destroy();
  await testDatabase.drop();
});

/** Calculates a month of a house with the numbers of its accounts, ordered by account id. */
async function calculate(month: string, ...numbers: readonly string[]): Promise<void> {
  const accounts = numbers.map((accountNumber, index) => ({
    houseId: HOUSE,
    id: index + 1,
    accountNumber,
  }));
  await owner.pool.query(
    `insert into house_months (organization_id, house_id, period, billing_cycle_id) values ($1, $2, $3, 1)
     on conflict do nothing`,
    [ORGANIZATION, HOUSE, `${month}-01`],
  );
  const period = { organizationId: ORGANIZATION, period: `${month}-01` };
  await inTransaction(owner.db, async (trx) => noteAccountNumbers(trx, period, accounts));
}

async function stored(): Promise<readonly string[]> {
  const rows = await owner.db
    .selectFrom('chargedAccounts')
    .selectAll()
    .orderBy('personalAccountId')
    .orderBy('since')
    .execute();
  return rows.map((row) => `${row.personalAccountId} ${row.since} ${row.accountNumber}`);
}

test('a row is stored where the number differs from the month before, and it holds for months to come', async () => {
  await calculate('2026-01', 'A-1', 'A-2');
  await calculate('2026-02', 'B-1', 'A-2');
  assert.deepEqual(await stored(), ['1 2026-01-01 A-1', '1 2026-02-01 B-1', '2 2026-01-01 A-2']);
  await calculate('2026-03', 'B-1', 'A-2');
  assert.deepEqual(await stored(), ['1 2026-01-01 A-1', '1 2026-02-01 B-1', '2 2026-01-01 A-2']);
});

test('recalculating a month sets its new number, and the month after keeps its own', async () => {
  await calculate('2026-01', 'A-1');
  await calculate('2026-02', 'A-1');
  await calculate('2026-01', 'B-1');
  assert.deepEqual(await stored(), ['1 2026-01-01 B-1', '1 2026-02-01 A-1']);
  await calculate('2026-02', 'B-1');
  assert.deepEqual(await stored(), ['1 2026-01-01 B-1', '1 2026-02-01 B-1']);
});

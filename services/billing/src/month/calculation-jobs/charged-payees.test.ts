// The payees of services' charges, month by month, however often months are calculated.
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
import { notePayees } from './charged-payees.service.ts';

const ORGANIZATION = 3;
const HOUSE = 1;
const FUND = 11;
const OTHER = 12;

let testDatabase: TestDatabase;
let owner: Database<BillingTables>;

before(async () => {
  testDatabase = await createTestDatabase('billing');
  owner = openDatabase({ url: testDatabase.url, poolSize: 2, applicationName: 'test' });
  await owner.pool.query(
    `insert into payees (organization_id, id, name, inn)
     select $1, id, 'Фонд', '7707083893' from unnest($2::bigint[]) as id`,
    [ORGANIZATION, [FUND, OTHER]],
  );
});
beforeEach(async () => {
  await owner.pool.query('delete from charged_payees; delete from house_months');
});
after(async () => {
  await owner.db.destroy();
  await testDatabase.drop();
});

/** Calculates a month of a house with the payees of its services, ordered by service id. */
async function calculate(month: string, ...payees: readonly (number | null)[]): Promise<void> {
  const services = payees.map((payeeId, index) => ({
    houseId: HOUSE,
    houseServiceId: index + 1,
    payeeId,
  }));
  await owner.pool.query(
    `insert into house_months (organization_id, house_id, period, billing_cycle_id) values ($1, $2, $3, 1)
     on conflict do nothing`,
    [ORGANIZATION, HOUSE, `${month}-01`],
  );
  const period = { organizationId: ORGANIZATION, period: `${month}-01` };
  await inTransaction(owner.db, async (trx) => notePayees(trx, period, services));
}

async function stored(): Promise<readonly string[]> {
  const rows = await owner.db
    .selectFrom('chargedPayees')
    .selectAll()
    .orderBy('houseServiceId')
    .orderBy('since')
    .execute();
  return rows.map((row) => `${row.houseServiceId} ${row.since} ${row.payeeId}`);
}

test('a row is stored where the payee differs from the month before', async () => {
  await calculate('2026-01', null, FUND);
  await calculate('2026-02', null, FUND);
  await calculate('2026-03', OTHER, FUND);
  await calculate('2026-04', OTHER, null);
  assert.deepEqual(await stored(), [
    `1 2026-03-01 ${OTHER}`,
    `2 2026-01-01 ${FUND}`,
    '2 2026-04-01 null',
  ]);
});

test('recalculating a month sets its new payee, and the month after keeps its own', async () => {
  await calculate('2026-01', FUND);
  await calculate('2026-02', FUND);
  await calculate('2026-01', OTHER);
  assert.deepEqual(await stored(), [`1 2026-01-01 ${OTHER}`, `1 2026-02-01 ${FUND}`]);
  await calculate('2026-02', OTHER);
  assert.deepEqual(await stored(), [`1 2026-01-01 ${OTHER}`, `1 2026-02-01 ${OTHER}`]);
});

test('a service without a payee of its own has no row', async () => {
  await calculate('2026-01', null, null);
  await calculate('2026-02', null, null);
  assert.deepEqual(await stored(), []);
});

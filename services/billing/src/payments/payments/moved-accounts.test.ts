// Whose money the charges of a month may move: asked for several houses at once, of one organization.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import type { BillingTables } from '../../tables.ts';
import { listMovedAccounts } from './allocations.repository.ts';

const MONTH = '2026-02-01';
let database: TestDatabase;
let owner: Database<BillingTables>;

before(async () => {
  database = await createTestDatabase('billing');
  owner = openDatabase({ url: database.url, poolSize: 1, applicationName: 'test-owner' });
  for (const statement of [
    `select app.ensure_month('${MONTH}')`,
    // An advance beside a debt: 61, and the same of another organization; an advance alone: 62; neither: 51, 52, 63, 71.
    `insert into merged_balances (organization_id, house_id, personal_account_id, open_debts, advance, last_updated_at)
     values (1, 6, 61, '{"2026-02": "5.00"}', 3, now()), (2, 6, 66, '{"2026-02": "5.00"}', 3, now()),
       (1, 6, 62, '{}', 3, now()), (1, 5, 51, '{}', 0, now()), (1, 5, 52, '{}', 0, now()), (1, 6, 63, '{}', 0, now()),
       (1, 7, 71, '{"2026-02": "5.00"}', 3, now())`,
    // The rest of an opening advance beside a debt: 64; a debt that money has left: 65.
    `insert into merged_balances (organization_id, house_id, personal_account_id, principal_debt, open_debts, money_until,
       last_updated_at)
     values (1, 6, 64, -4, '{"2026-02": "5.00"}', '2026-01-31', now()), (1, 6, 65, 5, '{"2026-02": "5.00"}', '2026-01-31', now())`,
    'alter table payments disable trigger user',
    `insert into payments (organization_id, house_id, personal_account_id, id, amount, principal_amount, penalty_amount,
       paid_on, named_period, booked_in, source)
     values (1, 5, 52, 1, 10, 10, 0, '2026-01-20', '${MONTH}', '2026-01-01', 'manual'),
       (1, 5, 51, 2, 10, 10, 0, '2026-01-20', null, '2026-01-01', 'manual')`,
    'alter table ledger_entries disable trigger user',
    `insert into ledger_entries (organization_id, house_id, personal_account_id, id, period, transaction_type, debt_kind,
       debit, credit, document_id, effective_on)
     values (1, 6, 63, 3, '${MONTH}', 'CHARGE', 'principal', 0, 7, 3, '2026-02-28'),
       (1, 6, 62, 4, '${MONTH}', 'CHARGE', 'principal', 7, 0, 4, '2026-02-28')`,
  ])
    await owner.pool.query(statement);
});
after(async () => {
  await owner.db.destroy();
  await database.drop();
});

test('whose money moves is listed by house and account, of these houses only', async () => {
  const moved = await listMovedAccounts(owner.db, { organizationId: 1, houseIds: [6, 5] }, MONTH);
  assert.deepEqual(
    moved.map(({ houseId, personalAccountId }) => [houseId, personalAccountId]),
    [
      [5, 52],
      [6, 61],
      [6, 63],
      [6, 64],
    ],
  );
});

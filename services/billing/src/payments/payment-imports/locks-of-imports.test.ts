// A registry of several pieces, and its reversal, lock the balances of all their accounts before the head of any house, as payments
// do: otherwise they would wait for each other.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { reversePaymentImport } from '@kvartplata/contracts/billing/payment-imports.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { sql } from 'kysely';
import { lockAccounts } from '../../books/account-balances/account-balances.service.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { assertInOrder } from '../../testing/in-order.ts';
import { makeOwingHouse, untilAllocated, type PayingHouse } from '../../testing/paying-house.ts';
import { endOf, sendRegistry } from '../../testing/registry-files.ts';

let stand: BillingStand;

before(async () => {
  stand = await startBillingStand();
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

/** More rows than one piece has, of the first account; the last one is of the second. */
const ROWS = [
  ...Array.from({ length: 500 }, (_, nth) => `LS01;${nth + 1};2026-07-14`),
  'LS02;50;2026-07-14',
];

/** Makes the work wait for the second account, and returns how many heads of its house are free meanwhile. */
async function freeHeadsDuring<Answer>(
  { organizationId, houseId, accounts }: PayingHouse,
  work: () => Promise<Answer>,
): Promise<{ readonly heads: number; readonly answer: Answer }> {
  const place = { organizationId, houseId, personalAccountId: accounts[1] ?? 0 };
  const during = await inTransaction(stand.db, async (another) => {
    await lockAccounts(another, organizationId, [place]);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(another);
    const answer = work();
    await until('the work waits for the account', async () => {
      const { rowCount } = await stand.owner.query(
        'select from pg_locks where not granted and $1 = any(pg_blocking_pids(pid))',
        [rows[0]?.pid],
      );
      return rowCount !== 0;
    });
    const { rowCount: heads } = await stand.owner.query(
      'select from ledger_heads where organization_id = $1 and house_id = $2 for update skip locked',
      [organizationId, houseId],
    );
    return { heads: heads ?? 0, answer };
  });
  return { heads: during.heads, answer: await during.answer };
}

test('no head is locked while a registry, or its reversal, waits for an account', async () => {
  const house = await makeOwingHouse(stand);
  // Its jobs lock the accounts, too.
  await untilAllocated(stand.owner);
  const { app } = stand;
  const booking = await freeHeadsDuring(house, async () =>
    sendRegistry(app, house.user, { profile: 'csv' }, { content: ROWS.join('\n') }),
  );
  const { id, matched } = await endOf(app, house.user, booking.answer.body.id);
  assert.deepEqual([booking.heads, matched], [1, 501]);
  const reversal = await freeHeadsDuring(house, async () =>
    house.ask(reversePaymentImport, {
      params: { paymentImportId: id },
      body: { reason: 'чужой реестр' },
    }),
  );
  assert.deepEqual([reversal.heads, reversal.answer.status], [1, 200]);
});

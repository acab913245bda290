// Opening balances of a month that is being applied: the account owes it once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { sendOnce } from '@kvartplata/platform/testing/answered.ts';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import type { BillingTables } from '../../tables.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { hold, untilBillingWaits } from '../../testing/held-tables.ts';
import { HEADER, importOpening, toldOf } from '../../testing/opening-files.ts';
import { makePayingHouse } from '../../testing/paying-house.ts';

let stand: BillingStand;
let outside: Database<BillingTables>;

before(async () => {
  stand = await startBillingStand();
  outside = openDatabase({ url: stand.databaseUrl, poolSize: 3, applicationName: 'test-outside' });
});
after(async () => {
  await outside.db.destroy();
  await stand.stop();
});

test('an import waits for the apply of a month that its accounts would owe twice', async () => {
  const house = await makePayingHouse(stand);
  const payer = house.accounts[0] ?? 0;
  const { cycleId } = await house.draft('2025-11', [[payer, '50.00']]);
  const worker = await stand.startWorker();
  // The apply has found no opening balance, and cannot book its charges yet.
  const release = await hold(outside, 'lock table unmerged_charges in exclusive mode');
  const { authorization } = house.user;
  const applying = sendOnce(fetch, worker.url, authorization, applyCycle, { params: { cycleId } });
  await untilBillingWaits(outside, 1);
  const file = `${HEADER}\nLS01;2025-11;principal;;50.00\n`;
  const importing = importOpening(stand.app, house.user, { asOf: '2026-01' }, file);
  await untilBillingWaits(outside, 2);
  await release();
  assert.equal((await applying).status, 200);
  assert.equal(toldOf(await importing), 'FAILED 1 0 1 · 0.00 0.00 0.00 · month-charged 1 from 2');
  assert.deepEqual(await house.owed(payer), ['50.00', '0.00']);
  assert.equal(await worker.stop(), 0);
});

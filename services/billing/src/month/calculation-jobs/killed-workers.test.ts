// A worker that dies at any step of its work: another one continues, and the month is the same as without the failure.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import type { BillingTables } from '../../tables.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { endLeases, hold, untilBillingWaits } from '../../testing/held-tables.ts';
import {
  calculate,
  longAfterReadings,
  requestJob,
  seedHouse,
  waitForJob,
  type SeededHouse,
  type TestUser,
} from '../../testing/test-user.ts';

let stand: BillingStand;
let owner: TestUser;
let house: SeededHouse;
let outside: Database<BillingTables>;
/** A month without readings, so that every account has both charges and a skip reason. */
const { day, month: PERIOD } = longAfterReadings();
/** The month when nothing disturbs the work. */
let undisturbed: Month;

before(async () => {
  stand = await startBillingStand({ works: false, today: () => day });
  owner = await stand.newUser();
  house = await seedHouse(stand.coreUrl, owner);
  outside = openDatabase({ url: stand.databaseUrl, poolSize: 3, applicationName: 'test-outside' });
  const worker = await stand.startWorker();
  const job = await calculate(stand.app, owner, { houseId: house.houseId }, PERIOD);
  assert.equal(job.status, 'COMPLETED');
  undisturbed = await monthNow();
  assert.deepEqual([undisturbed.charges.length, undisturbed.skipped.length], [50, 10]);
  assert.equal(await worker.stop(), 0);
});
after(async () => {
  await outside.db.destroy();
  await stand.stop();
});

async function request(): Promise<number> {
  const [year, month] = PERIOD.split('-').map(Number);
  return (await requestJob(stand.app, owner, { houseId: house.houseId, year, month })).id;
}

/** Everything stored for the month except ids and times. */
type Month = Readonly<
  Record<'charges' | 'templates' | 'accounts' | 'sums' | 'skipped' | 'services', readonly unknown[]>
>;

async function monthNow(): Promise<Month> {
  const first = `${PERIOD}-01`;
  const rowsOf = async (statement: string): Promise<readonly unknown[]> =>
    (await outside.pool.query<Record<string, unknown>>(statement, [first])).rows;
  return {
    charges: await rowsOf(
      `select personal_account_id, house_service_id, line, template, consumption, amount, own
       from charges where period = $1 order by 1, 2, 3`,
    ),
    templates: await rowsOf(
      `select number, rate_type, rule, unit, tariff, basis from charge_templates where period = $1 order by number`,
    ),
    accounts: await rowsOf(
      `select personal_account_id, account_number from charged_accounts where since <= $1 order by 1`,
    ),
    sums: await rowsOf(`select accounts, charges, amount from house_months where period = $1`),
    skipped: await rowsOf(
      `select personal_account_id, line, reason from skipped_accounts where period = $1 order by 1, 2`,
    ),
    services: await rowsOf(
      `select code, name, unit from charged_services where $1::date is not null order by 1`,
    ),
  };
}

async function forgetMonth(): Promise<void> {
  await outside.pool.query(
    `delete from charges; delete from charge_templates; delete from charged_accounts; delete from skipped_accounts;
     delete from house_months; delete from charged_services`,
  );
}

/** Where a worker stops when the next resource it needs is locked. */
const steps: readonly { readonly why: string; readonly held: string }[] = [
  { why: 'before it begins', held: 'lock table calculation_jobs in exclusive mode' },
  { why: 'before it takes the house’s month', held: 'lock table house_months in exclusive mode' },
  { why: 'before the services’ names', held: 'lock table charged_services in exclusive mode' },
  { why: 'in the midst of the charges', held: 'lock table charges in exclusive mode' },
  { why: 'before the skipped', held: 'lock table skipped_accounts in exclusive mode' },
  { why: 'before its progress', held: 'lock table calculation_batches in exclusive mode' },
  { why: 'before the job’s end', held: 'select from calculation_jobs for key share' },
];

describe('killed', () => {
  for (const { why, held } of steps) {
    test(`${why}, it leaves all or nothing, and the next worker completes with the same charges`, async () => {
      await forgetMonth();
      const jobId = await request();
      const release = await hold(outside, held);
      const worker = await stand.startWorker();
      await untilBillingWaits(outside);
      await worker.kill();
      await release();
      await endLeases(outside);

      const next = await stand.startWorker();
      const job = await waitForJob(stand.app, owner, jobId);
      assert.deepEqual([job.status, job.processedAccounts, job.error], ['COMPLETED', 10, null]);
      assert.deepEqual(await monthNow(), undisturbed);
      assert.equal(await next.stop(), 0);
    });
  }

  test('and its lease left to expire, the job is still taken up', async () => {
    await forgetMonth();
    const worker = await stand.startWorker();
    const release = await hold(outside, 'lock table charges in exclusive mode');
    const jobId = await request();
    await untilBillingWaits(outside);
    await worker.kill();
    await release();

    const next = await stand.startWorker();
    assert.equal((await waitForJob(stand.app, owner, jobId)).status, 'COMPLETED');
    assert.deepEqual(await monthNow(), undisturbed);
    assert.equal(await next.stop(), 0);
  });
});

test('told to stop in the middle of a job, a worker returns it to the queue and exits with 0', async () => {
  await forgetMonth();
  const worker = await stand.startWorker();
  const release = await hold(outside, 'lock table charges in exclusive mode');
  const jobId = await request();
  await untilBillingWaits(outside);
  const stopped = worker.stop();
  await release();
  assert.equal(await stopped, 0);

  const next = await stand.startWorker();
  assert.equal((await waitForJob(stand.app, owner, jobId)).status, 'COMPLETED');
  assert.deepEqual(await monthNow(), undisturbed);
  assert.equal(await next.stop(), 0);
});

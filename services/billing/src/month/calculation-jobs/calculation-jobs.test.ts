// Requesting and ending calculations: of a house, of all or some houses of an organization.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import {
  cancelCalculationJob,
  createCalculationJob,
  getAccountSkips,
  getCalculationJob,
  listCalculationJobs,
  listSkippedAccounts,
} from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import type { BillingTables } from '../../tables.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { hold, untilBillingWaits } from '../../testing/held-tables.ts';
import {
  ask,
  calculate,
  inCore,
  longAfterReadings,
  readAll,
  requestJob,
  seedHouse,
  waitForJob,
  type SeededHouse,
  type TestUser,
} from '../../testing/test-user.ts';

const { day, month: WITHOUT_READINGS } = longAfterReadings();
let today = day;

let stand: BillingStand;
let owner: TestUser;
let house: SeededHouse;
let empty: number;
let outside: Database<BillingTables>;

before(async () => {
  stand = await startBillingStand({ today: () => today });
  owner = await stand.newUser();
  house = await seedHouse(stand.coreUrl, owner);
  const { organizationId } = house;
  const body = { organizationId, address: 'г. Тула, пр. Ленина, д. 2' };
  empty = (await inCore(stand, owner).call(createHouse, { body })).id;
  outside = openDatabase({ url: stand.databaseUrl, poolSize: 2, applicationName: 'test-outside' });
});
after(async () => {
  await outside.db.destroy();
  await stand.stop();
});

function monthAt(index: number): { readonly year: number; readonly month: number } {
  const [year = 0, month = 0] = (house.months[index] ?? '').split('-').map(Number);
  return { year, month };
}

async function countCharges(): Promise<number> {
  const { rows } = await outside.pool.query<{ n: number }>(
    `select count(*)::integer as n from charges`,
  );
  return rows[0]?.n ?? 0;
}

describe('a job', () => {
  test('for an organization computes each of its houses', async () => {
    const { organizationId } = house;
    const job = await calculate(stand.app, owner, { organizationId }, house.months[0] ?? '');
    assert.deepEqual(
      [job.status, job.houseIds, job.totalAccounts, job.processedAccounts, job.createdCharges],
      ['COMPLETED', [house.houseId, empty], 10, 10, 70],
    );
  });

  test('for some of its houses computes only these', async () => {
    const { organizationId } = house;
    const what = { organizationId, houseIds: [empty] };
    const job = await calculate(stand.app, owner, what, house.months[1] ?? '');
    assert.deepEqual(
      [job.status, job.houseIds, job.totalAccounts, job.createdCharges],
      ['COMPLETED', [empty], 0, 0],
    );
  });

  const refused: readonly {
    readonly why: string;
    readonly what: () => object;
    readonly answer: readonly [number, string];
  }[] = [
    { why: 'neither house nor organization', what: () => ({}), answer: [400, '/houseId'] },
    {
      why: 'both',
      what: () => ({ houseId: house.houseId, organizationId: house.organizationId }),
      answer: [400, '/houseId'],
    },
    {
      why: 'a house and a list of houses',
      what: () => ({ houseId: house.houseId, houseIds: [house.houseId] }),
      answer: [400, '/houseIds'],
    },
    {
      why: 'no house at all',
      what: () => ({ organizationId: house.organizationId, houseIds: [] }),
      answer: [400, '/houseIds'],
    },
    {
      why: 'a house twice',
      what: () => ({ organizationId: house.organizationId, houseIds: [empty, empty] }),
      answer: [400, '/houseIds'],
    },
    {
      why: 'a house of somebody else',
      what: () => ({ organizationId: house.organizationId, houseIds: [empty, 987_654] }),
      answer: [404, 'not-found'],
    },
    { why: 'an unknown house', what: () => ({ houseId: 987_654 }), answer: [404, 'not-found'] },
    {
      why: 'an unknown organization',
      what: () => ({ organizationId: 987_654 }),
      answer: [404, 'not-found'],
    },
  ];
  for (const { why, what, answer } of refused) {
    test(`that names ${why} is refused`, async () => {
      const { status, problem } = await ask(stand.app, owner, createCalculationJob, {
        body: { ...what(), ...monthAt(1) },
      });
      const [expected, says] = answer;
      assert.equal(status, expected, JSON.stringify(problem));
      assert.equal(status === 400 ? problem.errors?.[0]?.path : problem.code, says);
    });
  }

  test('lists only the accounts it skipped, in pages of any size', async () => {
    const job = await calculate(stand.app, owner, { houseId: house.houseId }, WITHOUT_READINGS);
    assert.deepEqual([job.status, job.skippedCount, job.skipped.length], ['COMPLETED', 10, 10]);
    const params = { jobId: job.id };
    for (const limit of [1, 3, 10, 200]) {
      const asked = { params, query: { limit } };
      assert.deepEqual(await readAll(stand.app, owner, listSkippedAccounts, asked), job.skipped);
    }
    const listed = await readAll(stand.app, owner, listCalculationJobs);
    assert.deepEqual(listed.find(({ id }) => id === job.id)?.skipped, job.skipped);
    const ofMonth = { query: { period: WITHOUT_READINGS } };
    assert.deepEqual(
      await readAll(stand.app, owner, listCalculationJobs, ofMonth),
      listed.filter(({ period }) => period === WITHOUT_READINGS),
    );
    const [one] = job.skipped;
    const ofAccount = { params: { personalAccountId: one?.personalAccountId ?? 0 } };
    const { body } = await ask(stand.app, owner, getAccountSkips, ofAccount);
    assert.deepEqual(body, { period: WITHOUT_READINGS, items: [one] });
    const stranger = await stand.newUser();
    assert.equal((await ask(stand.app, stranger, getAccountSkips, ofAccount)).status, 404);

    const again = await calculate(stand.app, owner, { houseId: house.houseId }, WITHOUT_READINGS);
    assert.deepEqual(again.skipped, job.skipped);
    const first = await ask(stand.app, owner, getCalculationJob, { params });
    assert.deepEqual([first.body.skippedCount, first.body.skipped], [10, []]);
  });
});

describe('a job that is cancelled', () => {
  test('stores nothing more, and may be requested again', async () => {
    await calculate(stand.app, owner, { houseId: empty }, house.months[5] ?? '');
    const old = await countCharges();
    const release = await hold(outside, 'lock table charges in exclusive mode');
    const what = { houseId: house.houseId, ...monthAt(5) };
    const job = await requestJob(stand.app, owner, what);
    await untilBillingWaits(outside);
    const params = { jobId: job.id };
    const { status, body } = await ask(stand.app, owner, cancelCalculationJob, { params });
    await release();
    assert.deepEqual([status, body.status, body.createdCharges], [200, 'CANCELLED', 0]);
    assert.ok(body.finishedAt);

    assert.equal(await countCharges(), old);

    const again = await calculate(stand.app, owner, what, house.months[5] ?? '');
    assert.equal(again.status, 'COMPLETED');
    assert.equal(await countCharges(), old + again.createdCharges);
    const later = await ask(stand.app, owner, getCalculationJob, { params });
    assert.deepEqual([later.body.status, later.body.createdCharges], ['CANCELLED', 0]);
  });

  test('cannot be cancelled again, nor can a completed one', async () => {
    const job = await calculate(stand.app, owner, { houseId: empty }, house.months[6] ?? '');
    const asked = { params: { jobId: job.id } };
    const refused = await ask(stand.app, owner, cancelCalculationJob, asked);
    assert.deepEqual([refused.status, refused.problem.code], [409, 'job-finished']);
  });

  test('no longer prevents its cycle from being applied', async () => {
    const release = await hold(outside, 'lock table house_months in exclusive mode');
    const what = { houseId: house.houseId, ...monthAt(7) };
    const job = await requestJob(stand.app, owner, what);
    await untilBillingWaits(outside);
    await ask(stand.app, owner, cancelCalculationJob, { params: { jobId: job.id } });
    await release();
    // Nothing is applied on a day that is in the future by the database's clock.
    today = moscowDayOf(new Date());
    const params = { cycleId: job.billingCycleId };
    assert.equal((await ask(stand.app, owner, applyCycle, { params })).status, 200);
    // It has no charges, so the house is not applied.
    const late = await calculate(
      stand.app,
      owner,
      { houseId: house.houseId },
      house.months[7] ?? '',
    );
    assert.deepEqual([late.status, late.billingCycleId], ['COMPLETED', job.billingCycleId]);
  });
});

test('concurrent jobs on one house all complete, and leave the charges of one', async () => {
  const what = { houseId: house.houseId, ...monthAt(8) };
  const old = await countCharges();
  const asked = await Promise.all(
    Array.from({ length: 4 }, async () => requestJob(stand.app, owner, what)),
  );
  const created = new Set<number>();
  for (const { id } of asked) {
    const job = await waitForJob(stand.app, owner, id);
    assert.deepEqual([job.status, job.processedAccounts], ['COMPLETED', 10]);
    created.add(job.createdCharges);
  }
  assert.deepEqual([...created], [(await countCharges()) - old]);
});

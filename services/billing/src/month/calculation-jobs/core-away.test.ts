// Core dies during a calculation: the job reports why it waits, loses nothing, and ends by itself once core is back.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import {
  getCalculationJob,
  type CalculationJob,
} from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { listHouseCharges } from '@kvartplata/contracts/billing/charges.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { startOwnStand, type OwnStand } from '../../testing/billing-stand.ts';
import {
  ask,
  askOnce,
  calculate,
  requestJob,
  seedHouse,
  waitForJob,
  type SeededHouse,
  type TestUser,
} from '../../testing/test-user.ts';

let stand: OwnStand;
let owner: TestUser;
let house: SeededHouse;

before(async () => {
  stand = await startOwnStand();
  owner = await stand.newUser();
  house = await seedHouse(stand.coreUrl, owner);
});
after(async () => stand.stop());

test('a job waits for core with the reason, and completes by itself once core is back', async () => {
  // The first calculation makes billing cache the house; for an admin, access needs no query to core.
  const { houseId } = house;
  const first = await calculate(stand.app, owner, { houseId }, house.months[0] ?? '');
  await stand.killCore();
  const params = { cycleId: first.billingCycleId };
  const applied = await ask(stand.app, stand.admin, applyCycle, { params });
  assert.equal(
    applied.status,
    200,
    'whether core has changed the house is not known, and no reason to wait',
  );
  const [year, month] = (house.months[1] ?? '').split('-').map(Number);
  const what = { houseId: house.houseId, year, month };
  const asked = await requestJob(stand.app, stand.admin, what);
  const waiting = await untilItSaysWhy(asked.id);
  assert.deepEqual(
    [waiting.status, waiting.error, waiting.errorFacts],
    ['QUEUED', 'dependency-unavailable', { dependency: 'core' }],
  );

  const unknown = await askOnce(stand.app, owner, listHouseCharges, {
    params: { houseId: 424_242 },
  });
  assert.deepEqual([unknown.status, unknown.problem.code], [503, 'dependency-unavailable']);
  assert.ok(Number(unknown.headers.get('retry-after')) > 0);

  await stand.restartCore();
  const finished = await waitForJob(stand.app, owner, asked.id);
  assert.deepEqual(
    [finished.status, finished.error, finished.errorFacts, finished.createdCharges],
    ['COMPLETED', null, null, 70],
  );
});

async function untilItSaysWhy(jobId: number): Promise<CalculationJob> {
  let job: CalculationJob | undefined;
  await until('the job says why it waits', async () => {
    job = (await ask(stand.app, owner, getCalculationJob, { params: { jobId } })).body;
    return job.error !== null;
  });
  assert.ok(job);
  return job;
}

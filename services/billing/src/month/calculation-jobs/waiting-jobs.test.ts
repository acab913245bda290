// Jobs that wait while no worker runs: a repeated request returns the same job, and their number per organization is limited.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import {
  createCalculationJob,
  getCalculationJob,
} from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { accruePenalties } from '@kvartplata/contracts/billing/penalty-accruals.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import type { Answered } from '@kvartplata/platform/testing/answered.ts';
import { askAgain } from '@kvartplata/platform/testing/ask-again.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { hold } from '../../testing/held-tables.ts';
import {
  askOnce,
  inCore,
  seedHouse,
  type SeededHouse,
  type TestUser,
} from '../../testing/test-user.ts';

const MOST_WAITING = 20;

let stand: BillingStand;
let owner: TestUser;
let house: SeededHouse;

before(async () => {
  stand = await startBillingStand({ works: false });
});
beforeEach(async () => {
  owner = await stand.newUser();
  house = await seedHouse(stand.coreUrl, owner);
});
after(async () => stand.stop());

async function request(user: TestUser, period: string, what: object) {
  const [year, month] = period.split('-').map(Number);
  return askForJob(user, createCalculationJob, { ...what, year, month });
}

/** These tests are about too many waiting jobs, so only requests refused for load are repeated. */
async function askForJob<E extends Endpoint>(
  user: TestUser,
  endpoint: E,
  body: object,
): Promise<Answered<E>> {
  return askAgain(async () => askOnce(stand.app, user, endpoint, { body }), [503]);
}

function jobIn({ body }: Answered<typeof createCalculationJob>): number {
  assert.ok('id' in body);
  return body.id;
}

async function idOf(period: string, what: object = { houseId: house.houseId }): Promise<number> {
  const answer = await request(owner, period, what);
  assert.equal(answer.status, 202, answer.text);
  const jobId = jobIn(answer);
  assert.equal(answer.headers.get('location'), addressOf(getCalculationJob, { params: { jobId } }));
  return jobId;
}

async function addHouse(): Promise<number> {
  const { organizationId } = house;
  const body = { organizationId, address: 'г. Тула, пр. Ленина, д. 2' };
  return (await inCore(stand, owner).call(createHouse, { body })).id;
}

function monthOf(nth: number): string {
  return house.months.at(nth) ?? '';
}

test('requesting the same house and month again while the job waits returns that job', async () => {
  const first = await idOf(monthOf(0));
  const again = await Promise.all(Array.from({ length: 8 }, async () => idOf(monthOf(0))));
  assert.deepEqual([...new Set(again)], [first]);
  const { rows } = await stand.owner.query<{ batches: number; jobs: number }>(
    `select (select count(*)::integer from calculation_batches where calculation_job_id = $1) as batches,
       (select count(*)::integer from calculation_jobs where organization_id = $2) as jobs`,
    [first, house.organizationId],
  );
  assert.deepEqual(rows, [{ batches: 1, jobs: 1 }]);
});

test('a second click gets the job of the first, even if that has begun meanwhile', async () => {
  const first = await idOf(monthOf(0));
  const release = await hold(
    { pool: stand.owner },
    'lock table billing_cycles in access exclusive mode',
  );
  const second = idOf(monthOf(0));
  await until('the second request waits', async () => {
    const { rows } = await stand.owner.query<{ waits: boolean }>(
      `select exists (select from pg_locks where not granted and database = (
         select oid from pg_database where datname = current_database())) as waits`,
    );
    return rows[0]?.waits === true;
  });
  await stand.owner.query(
    `update calculation_jobs set status = 'RUNNING', started_at = clock_timestamp() where id = $1`,
    [first],
  );
  await release();
  assert.equal(await second, first);
  assert.notEqual(await idOf(monthOf(0)), first, 'a later one may want what has changed since');
});

test('another month, or the whole organization, is another job', async () => {
  const first = await idOf(monthOf(0));
  const { organizationId } = house;
  await addHouse();
  const whole = await idOf(monthOf(0), { organizationId });
  assert.equal(new Set([first, await idOf(monthOf(1)), whole]).size, 3);
  assert.equal(await idOf(monthOf(0), { organizationId }), whole);
});

const BEGUN = {
  'is at work, and may have read what has changed since': `status = 'RUNNING', started_at = now()`,
  'was interrupted at its work': `status = 'QUEUED', started_at = now()`,
  'has ended': `status = 'COMPLETED', started_at = now(), finished_at = now()`,
};
for (const [why, change] of Object.entries(BEGUN))
  test(`a job that ${why} is not returned for a new request`, async () => {
    const first = await idOf(monthOf(0));
    await stand.owner.query(`update calculation_jobs set ${change} where id = $1`, [first]);
    const second = await idOf(monthOf(0));
    assert.notEqual(second, first);
    assert.equal(await idOf(monthOf(0)), second);
  });

test(`more than ${MOST_WAITING} waiting jobs are refused, but not a repeated request or another organization`, async () => {
  const other = await addHouse();
  const wanted = house.months.flatMap((period) => [
    { period, what: { houseId: house.houseId } },
    { period, what: { houseId: other } },
  ]);
  const answers = [];
  for (const { period, what } of wanted) answers.push(await request(owner, period, what));
  const refused = answers.filter(({ status }) => status !== 202);
  assert.equal(refused.length, wanted.length - MOST_WAITING);
  for (const { status, problem, headers } of refused) {
    assert.deepEqual([status, problem.code], [429, 'too-many-jobs']);
    assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  }
  const nth = answers.findIndex(({ status }) => status === 202);
  const [waiting, accepted] = [wanted[nth], answers[nth]];
  assert.ok(waiting && accepted);
  assert.equal(await idOf(waiting.period, waiting.what), jobIn(accepted));
  const neighbour = await stand.newUser();
  const { houseId } = await seedHouse(stand.coreUrl, neighbour);
  assert.equal((await request(neighbour, monthOf(0), { houseId })).status, 202);
  await stand.owner.query(
    `update calculation_jobs set status = 'RUNNING', started_at = now() where id = $1`,
    [jobIn(accepted)],
  );
  assert.equal((await request(owner, waiting.period, waiting.what)).status, 202);
});

test('repeated accruals of the same houses up to the same day are one job, with the same limit', async () => {
  const accrue = async (day: number) =>
    askForJob(owner, accruePenalties, {
      houseId: house.houseId,
      targetDate: `2026-01-${String(day).padStart(2, '0')}`,
    });
  const first = await accrue(1);
  assert.equal(first.status, 202, first.text);
  const again = await accrue(1);
  assert.deepEqual([again.status, again.body.id], [202, first.body.id]);
  for (let day = 2; day <= MOST_WAITING; day += 1) assert.equal((await accrue(day)).status, 202);
  const refused = await accrue(MOST_WAITING + 1);
  assert.deepEqual([refused.status, refused.problem.code], [429, 'too-many-jobs']);
  assert.equal((await accrue(1)).body.id, first.body.id);
});

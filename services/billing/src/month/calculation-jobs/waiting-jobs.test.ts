// Jobs that wait, while nobody works: the same asked for again is one job, and an organization has a number of them.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { CalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import type { AccrualJob } from '@kvartplata/contracts/billing/penalty-accruals.ts';
import type { Problem } from '@kvartplata/contracts/problem.ts';
import { askAgain } from '@kvartplata/platform/testing/ask-again.ts';
import pg from 'pg';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import {
  askAtOnce,
  post,
  seedHouse,
  type SeededHouse,
  type TestUser,
} from '../../testing/test-user.ts';

const JOBS = '/api/billing/calculation-jobs';
const ACCRUALS = '/api/billing/penalties/accruals';
const MOST_WAITING = 20;

let stand: BillingStand;
let outside: pg.Pool;
let owner: TestUser;
let house: SeededHouse;

before(async () => {
  stand = await startBillingStand({ works: false });
  outside = new pg.Pool({ connectionString: stand.databaseUrl, max: 2 });
  outside.on('error', () => {});
});
beforeEach(async () => {
  owner = await stand.newUser();
  house = await seedHouse(stand.coreUrl, owner);
});
after(async () => {
  await outside.end();
  await stand.stop();
});

async function request(user: TestUser, period: string, what: object) {
  const [year, month] = period.split('-').map(Number);
  return askForJob<CalculationJob>(user, JOBS, { ...what, year, month });
}

/** That too many jobs wait is what these tests are about: only what is refused for load is asked again. */
async function askForJob<T>(user: TestUser, url: string, body: object) {
  return askAgain(
    async () => askAtOnce<T & Pick<Problem, 'code'>>(stand.app, user, 'POST', url, body),
    [503],
  );
}

async function idOf(period: string, what: object = { houseId: house.houseId }): Promise<number> {
  const { status, body, headers } = await request(owner, period, what);
  assert.equal(status, 202, JSON.stringify(body));
  assert.equal(headers['location'], `${JOBS}/${body.id}`);
  return body.id;
}

async function addHouse(): Promise<number> {
  const { organizationId } = house;
  const body = { organizationId, address: 'г. Тула, пр. Ленина, д. 2' };
  const { id } = (await post(`${stand.coreUrl}/api/houses`, owner, body)) as { id: number };
  return id;
}

function monthOf(nth: number): string {
  return house.months.at(nth) ?? '';
}

test('the same house and month asked for again while it waits is one job', async () => {
  const first = await idOf(monthOf(0));
  const again = await Promise.all(Array.from({ length: 8 }, async () => idOf(monthOf(0))));
  assert.deepEqual([...new Set(again)], [first]);
  const { rows } = await outside.query<{ batches: number; jobs: number }>(
    `select (select count(*)::integer from calculation_batches where calculation_job_id = $1) as batches,
       (select count(*)::integer from calculation_jobs where organization_id = $2) as jobs`,
    [first, house.organizationId],
  );
  assert.deepEqual(rows, [{ batches: 1, jobs: 1 }]);
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
  test(`a job that ${why} is not the one that is asked for`, async () => {
    const first = await idOf(monthOf(0));
    await outside.query(`update calculation_jobs set ${change} where id = $1`, [first]);
    const second = await idOf(monthOf(0));
    assert.notEqual(second, first);
    assert.equal(await idOf(monthOf(0)), second);
  });

test(`more than ${MOST_WAITING} waiting jobs are refused, one that waits already is not, others are not`, async () => {
  const other = await addHouse();
  const wanted = house.months.flatMap((period) => [
    { period, what: { houseId: house.houseId } },
    { period, what: { houseId: other } },
  ]);
  const answers = [];
  for (const { period, what } of wanted) answers.push(await request(owner, period, what));
  const refused = answers.filter(({ status }) => status !== 202);
  assert.equal(refused.length, wanted.length - MOST_WAITING);
  for (const { status, body, headers } of refused) {
    assert.deepEqual([status, body.code], [429, 'too-many-jobs']);
    assert.match(String(headers['retry-after']), /^[1-9]\d*$/);
  }
  const nth = answers.findIndex(({ status }) => status === 202);
  const waiting = wanted[nth];
  assert.ok(waiting);
  assert.equal(await idOf(waiting.period, waiting.what), answers[nth]?.body.id);
  const neighbour = await stand.newUser();
  const { houseId } = await seedHouse(stand.coreUrl, neighbour);
  assert.equal((await request(neighbour, monthOf(0), { houseId })).status, 202);
  await outside.query(
    `update calculation_jobs set status = 'RUNNING', started_at = now() where id = $1`,
    [answers[nth]?.body.id],
  );
  assert.equal((await request(owner, waiting.period, waiting.what)).status, 202);
});

test('accruals of the same houses up to the same day are one job, and so many wait', async () => {
  const accrue = async (day: number) =>
    askForJob<AccrualJob>(owner, ACCRUALS, {
      houseId: house.houseId,
      targetDate: `2026-01-${String(day).padStart(2, '0')}`,
    });
  const first = await accrue(1);
  assert.equal(first.status, 202, JSON.stringify(first.body));
  const again = await accrue(1);
  assert.deepEqual([again.status, again.body.id], [202, first.body.id]);
  for (let day = 2; day <= MOST_WAITING; day += 1) assert.equal((await accrue(day)).status, 202);
  const refused = await accrue(MOST_WAITING + 1);
  assert.deepEqual([refused.status, refused.body.code], [429, 'too-many-jobs']);
  assert.equal((await accrue(1)).body.id, first.body.id);
});

// Months before one that is closed: they are no longer computed, what was not charged in them is charged by a correction, and
// closing a month other than the last one can be undone.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { createCalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { closeCycle, reopenCycle } from '@kvartplata/contracts/billing/close.ts';
import { createCorrection } from '@kvartplata/contracts/billing/corrections.ts';
import { createCycle, listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import type { Answered, Sent } from '@kvartplata/platform/testing/answered.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { ask, readAll, type TestUser } from '../../testing/test-user.ts';

let stand: BillingStand;
let user: TestUser;
let house: MeteredHouse;

before(async () => {
  stand = await startBillingStand();
});
beforeEach(async () => {
  user = await stand.newUser();
  house = await makeMeteredHouse(stand, user);
  await house.addService('upkeep', 'area');
});
after(async () => stand.stop());

async function asked<E extends Endpoint>(endpoint: E, sent?: Sent): Promise<Answered<E>> {
  return ask(stand.app, user, endpoint, sent);
}

async function cycleOf(period: string): Promise<number> {
  const cycles = await readAll(stand.app, user, listCycles);
  const [year, month] = period.split('-').map(Number);
  const cycle = cycles.find((one) => one.year === year && one.month === month);
  assert.ok(cycle, period);
  return cycle.id;
}

async function book(period: string): Promise<void> {
  await house.charge(period);
  const { status } = await asked(applyCycle, { params: { cycleId: await cycleOf(period) } });
  assert.equal(status, 200);
}

async function close(period: string): Promise<string> {
  const answer = await asked(closeCycle, { params: { cycleId: await cycleOf(period) } });
  return answer.status === 200 ? 'closed' : `${answer.status} ${answer.problem.code}`;
}

async function reopen(period: string): Promise<string> {
  const answer = await asked(reopenCycle, {
    params: { cycleId: await cycleOf(period) },
    body: { reason: 'закрыт по ошибке' },
  });
  if (answer.status === 200) return 'opened';
  return `${answer.status} ${answer.problem.code} ${answer.problem.detail}`;
}

async function calculate(period: string): Promise<string> {
  const [year, month] = period.split('-').map(Number);
  const body = { houseId: house.houseId, year, month };
  const answer = await asked(createCalculationJob, { body });
  return answer.status === 202 ? 'queued' : `${answer.status} ${answer.problem.code}`;
}

async function open(period: string): Promise<string> {
  const [year, month] = period.split('-').map(Number);
  const answer = await asked(createCycle, { body: { year, month } });
  return answer.status === 201 ? 'opened' : `${answer.status} ${answer.problem.code}`;
}

test('a month that was passed over cannot be computed, and a correction charges it whole', async () => {
  await book('2025-01');
  await book('2025-03');
  assert.equal(await close('2025-03'), 'closed');
  assert.equal(await calculate('2025-01'), '409 cycle-not-draft');
  assert.equal(await calculate('2025-02'), '409 month-closed');
  assert.equal(await calculate('2025-03'), '409 cycle-not-draft');
  const cycles = await readAll(stand.app, user, listCycles);
  assert.deepEqual(
    cycles.map(({ month }) => month),
    [3, 1],
    'nothing is left of what was refused',
  );
  const { body: tried } = await asked(createCalculationJob, {
    query: { dryRun: 'true' },
    body: { houseId: house.houseId, year: 2025, month: 2 },
  });
  assert.ok('totals' in tried);
  assert.equal(tried.totals.difference, '5000.00', 'what a correction charges');
  const range = { periodFrom: '2024-12', periodTo: '2025-03' };
  const body = { houseId: house.houseId, ...range, reason: 'Февраль пропущен' };
  const { body: correction } = await asked(createCorrection, { body });
  assert.deepEqual(
    [correction.months, correction.lines.map((line) => `${line.correctedPeriod} ${line.amount}`)],
    [['2025-01', '2025-02', '2025-03'], ['2025-02 5000.00']],
  );
});

test('repeating the correction of a month that was passed over charges nothing more', async () => {
  const service = await house.addService('cold-water', 'meter', '3.1');
  const meterId = await house.addMeter(service, 'cold-water');
  await house.read(meterId, { '2025-01': '10', '2025-03': '40' });
  await book('2025-01');
  await book('2025-03');
  assert.equal(await close('2025-03'), 'closed');
  const range = { periodFrom: '2025-02', periodTo: '2025-03' };
  const body = { houseId: house.houseId, ...range, reason: 'Февраль пропущен' };
  const correct = async (): Promise<readonly string[]> => {
    const { body: correction } = await asked(createCorrection, { body });
    return correction.lines.map((line) => `${line.correctedPeriod} ${line.amount}`);
  };
  assert.deepEqual(await correct(), ['2025-02 5000.00', '2025-02 620.00', '2025-03 -620.00']);
  assert.deepEqual(await correct(), []);
});

test('no cycle can be opened for a month that was passed over, but for the one after the closed one', async () => {
  await book('2025-01');
  await book('2025-03');
  assert.equal(await close('2025-03'), 'closed');
  assert.equal(await open('2025-01'), '409 cycle-exists');
  assert.equal(await open('2025-02'), '409 month-closed');
  assert.equal(await open('2025-04'), 'opened');
  assert.equal(await reopen('2025-03'), 'opened');
  assert.equal(await open('2025-02'), 'opened');
});

test('no later month can be closed while a job computes one before it', async () => {
  await book('2025-01');
  await book('2025-03');
  await stand.owner.query(
    `update calculation_jobs set status = 'RUNNING', finished_at = null where billing_cycle_id = $1`,
    [await cycleOf('2025-01')],
  );
  assert.equal(await close('2025-03'), '409 job-under-way');
});

test('a month can be reopened though a later one was applied before it was closed', async () => {
  await book('2025-01');
  await book('2025-02');
  assert.equal(await close('2025-01'), 'closed');
  assert.equal(await reopen('2025-01'), 'opened');
  assert.equal(await close('2025-01'), 'closed');
  await book('2025-03');
  assert.equal(
    await reopen('2025-01'),
    '409 month-built-upon A later month was applied since it was closed',
  );
});

test('a month cannot be reopened while a later one is closed', async () => {
  await book('2025-01');
  await book('2025-02');
  assert.equal(await close('2025-02'), 'closed');
  assert.equal(await close('2025-01'), 'closed');
  assert.equal(
    await reopen('2025-01'),
    '409 month-built-upon A later month is closed: reopen that one first',
  );
  assert.equal(await reopen('2025-02'), 'opened');
  assert.equal(await reopen('2025-01'), 'opened');
});

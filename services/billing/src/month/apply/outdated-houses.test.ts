// A fact that core changes after the calculation of a house: the closing checks report it until another calculation uses it, or for
// an applied house a correction has charged the difference. Every tariff is 100 roubles.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { closeCycle } from '@kvartplata/contracts/billing/close.ts';
import { listClosingChecks } from '@kvartplata/contracts/billing/closing-checks.ts';
import { createCorrection } from '@kvartplata/contracts/billing/corrections.ts';
import { listReadings, replaceReading } from '@kvartplata/contracts/core/readings.ts';
import {
  getPersonalAccount,
  replacePersonalAccount,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { makeSmallHouse } from '../../testing/small-house.ts';
import { ask, calculate, type TestUser } from '../../testing/test-user.ts';

let stand: BillingStand;
let owner: TestUser;
let house: MeteredHouse;
let meterId: number;

before(async () => {
  stand = await startBillingStand();
});
beforeEach(async () => {
  owner = await stand.newUser();
  house = await makeMeteredHouse(stand, owner);
  const service = await house.addService('cold-water', 'meter', '3.1');
  meterId = await house.addMeter(service, 'cold-water');
  await house.read(meterId, { '2025-01': '4', '2025-02': '8' });
});
after(async () => stand.stop());

async function mistype(period: string, value: string): Promise<void> {
  const { items } = await house.call(listReadings, { params: { meterId } });
  const reading = items.find((one) => one.period === period);
  assert.ok(reading);
  const body = { value, takenOn: reading.takenOn };
  await house.call(replaceReading, { params: { readingId: reading.id }, body });
}

async function cycleOf(period: string): Promise<number> {
  const [charge] = await house.chargesOf(period);
  assert.ok(charge);
  return charge.billingCycleId;
}

async function apply(period: string): Promise<void> {
  const { status } = await ask(stand.app, owner, applyCycle, {
    params: { cycleId: await cycleOf(period) },
  });
  assert.equal(status, 200);
}

/** The check's remarks about the month, in English. */
async function told(period: string): Promise<readonly string[]> {
  const params = { cycleId: await cycleOf(period) };
  const { body } = await ask(stand.app, owner, listClosingChecks, { params });
  const check = body.items.find(({ code }) => code === 'outdated-charges');
  assert.ok(check);
  assert.ok(check.rows.every(({ houseId }) => houseId === house.houseId));
  return check.rows.map(({ en }) => en);
}

/** The differences of the month, as `month amount`. */
async function correct(period: string, dry: { dryRun?: boolean } = {}): Promise<readonly string[]> {
  const { houseId } = house;
  const reason = 'Показание исправлено';
  const { body } = await ask(stand.app, owner, createCorrection, {
    body: { houseId, periodFrom: period, periodTo: period, reason, ...dry },
  });
  return body.lines.map(({ correctedPeriod, amount }) => `${correctedPeriod} ${amount}`);
}

const AGAIN =
  'Readings, tariffs or other data have changed since the calculation: calculate the house again';
const APPLIED =
  'Readings, tariffs or other data have changed since the calculation; charged by what they were. A correction charges the difference, if there is any';

test('a draft reports a changed reading until it is calculated again', async () => {
  assert.deepEqual(await house.charge('2025-01'), ['cold-water individual-meter 4 400.00']);
  assert.deepEqual(await told('2025-01'), []);
  await mistype('2025-01', '5');
  assert.deepEqual(await told('2025-01'), [AGAIN]);
  assert.deepEqual(await house.charge('2025-01'), ['cold-water individual-meter 5 500.00']);
  assert.deepEqual(await told('2025-01'), []);
  await apply('2025-01');
  assert.deepEqual(await told('2025-01'), []);
});

test('a draft reports that a month before it was calculated after it', async () => {
  await house.charge('2025-02');
  assert.deepEqual(await told('2025-02'), []);
  await house.charge('2025-01');
  assert.deepEqual(await told('2025-02'), [AGAIN]);
  await house.charge('2025-02');
  assert.deepEqual(await told('2025-02'), []);
  // Nothing has changed: neither has what it passes on.
  await house.charge('2025-01');
  assert.deepEqual(await told('2025-02'), []);
});

test('an outdated house applied anyway is reported, and a correction charges the difference', async () => {
  await house.charge('2025-01');
  await mistype('2025-01', '5');
  await apply('2025-01');
  assert.deepEqual(await told('2025-01'), [APPLIED]);
  // February's consumption starts from the changed reading: without a correction the cubic metre would be lost.
  assert.deepEqual(await house.charge('2025-02'), ['cold-water individual-meter 3 300.00']);
  assert.deepEqual(await correct('2025-01'), ['2025-01 100.00']);
  assert.deepEqual(await told('2025-01'), []);
});

test('a house changed after it was applied is reported, until a correction has computed it from the changed data', async () => {
  await house.charge('2025-01');
  await apply('2025-01');
  assert.deepEqual(await told('2025-01'), []);
  await mistype('2025-01', '5');
  assert.deepEqual(await told('2025-01'), [APPLIED]);
  assert.deepEqual(await correct('2025-01', { dryRun: true }), ['2025-01 100.00']);
  assert.deepEqual(await told('2025-01'), [APPLIED]);
  assert.deepEqual(await correct('2025-01'), ['2025-01 100.00']);
  assert.deepEqual(await told('2025-01'), []);
  await mistype('2025-01', '6');
  assert.deepEqual(await told('2025-01'), [APPLIED]);
  assert.deepEqual(await correct('2025-01'), ['2025-01 100.00']);
  assert.deepEqual(await told('2025-01'), []);
});

test('a change that affects nothing is reported until a dry run of a correction has found so', async () => {
  await house.charge('2025-01');
  await apply('2025-01');
  await mistype('2025-01', '5');
  await mistype('2025-01', '4');
  assert.deepEqual(await told('2025-01'), [APPLIED]);
  assert.deepEqual(await correct('2025-01', { dryRun: true }), []);
  assert.deepEqual(await told('2025-01'), []);
});

test('a closed month keeps the houses that were outdated when it was closed, and gets no new ones', async () => {
  await house.charge('2025-01');
  await apply('2025-01');
  await mistype('2025-01', '5');
  const cycleId = await cycleOf('2025-01');
  assert.equal((await ask(stand.app, owner, closeCycle, { params: { cycleId } })).status, 200);
  assert.deepEqual(await told('2025-01'), [APPLIED]);
  assert.deepEqual(await correct('2025-01'), ['2025-01 100.00']);
  assert.deepEqual(await told('2025-01'), []);
  await mistype('2025-01', '6');
  assert.deepEqual(await told('2025-01'), []);
});

test('a house stays a draft while other houses are applied by name', async () => {
  const { houseId, organizationId } = house;
  const other = { organizationId, address: 'ул. Соседняя, 2', prefix: 'S', rooms: ['1'] };
  const named = await makeSmallHouse(stand, owner, other);
  await calculate(stand.app, owner, { organizationId, houseIds: [houseId, named] }, '2025-02');
  await mistype('2025-02', '9');
  const { status } = await ask(stand.app, owner, applyCycle, {
    params: { cycleId: await cycleOf('2025-02') },
    body: { houseIds: [named] },
  });
  assert.equal(status, 200);
  assert.deepEqual(await told('2025-02'), [AGAIN]);
  await house.charge('2025-02');
  assert.deepEqual(await told('2025-02'), []);
});

test('neither a reading of a later month nor a payer’s name makes a month outdated', async () => {
  await house.charge('2025-01');
  await mistype('2025-02', '9');
  const params = { personalAccountId: house.accountId };
  const { roomId, openedOn } = await house.call(getPersonalAccount, { params });
  const body = { roomId, accountNumber: '1', payer: 'Петров', openedOn };
  await house.call(replacePersonalAccount, { params, body });
  assert.deepEqual(await told('2025-01'), []);
});

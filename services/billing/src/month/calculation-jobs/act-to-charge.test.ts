// From an act on a meter that is recorded in core to the charge that follows. Every tariff is 100 roubles; the dwelling has two
// persons and a norm of cold water of 3.1 m³ a person.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { explainCharge } from '@kvartplata/contracts/billing/charges.ts';
import { createCorrection } from '@kvartplata/contracts/billing/corrections.ts';
import { createMeterAct, type MeterActKind } from '@kvartplata/contracts/core/meter-acts.ts';
import { createMeterVerification } from '@kvartplata/contracts/core/meter-verifications.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
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
});
after(async () => stand.stop());

/** 4 m³ a month from January to June 2025. */
async function meteredWater(more: object = {}, norm: string | null = '3.1'): Promise<void> {
  const service = await house.addService('cold-water', 'meter', norm ?? undefined);
  meterId = await house.addMeter(service, 'cold-water', more);
  await house.read(meterId, {
    '2025-01': '4',
    '2025-02': '8',
    '2025-03': '12',
    '2025-04': '16',
    '2025-05': '20',
    '2025-06': '24',
  });
}

const act = async (kind: MeterActKind, on: string, more: object = {}) =>
  house.call(createMeterAct, { params: { meterId }, body: { kind, on, basis: 'Акт', ...more } });

async function chargeAll(...periods: readonly string[]): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const period of periods) lines.push(...(await house.charge(period)));
  return lines;
}

describe('a meter that fails on 27 July, after its reading of the 25th', () => {
  test('is charged by both, then by the average and the norm; the next reading is reduced by all of it', async () => {
    await meteredWater();
    await house.read(meterId, { '2025-07': '28' });
    await act('failed', '2025-07-27', { until: '2025-11-02' });
    assert.deepEqual(await chargeAll('2025-07', '2025-08', '2025-09', '2025-10'), [
      'cold-water reading-then-average 4.645 464.52', // 4 + 4 × 5/31
      'cold-water average-meter-faulty 4 400.00',
      'cold-water average-meter-faulty 4 400.00',
      'cold-water norm-meter-faulty 6.2 620.00',
      'cold-water excess 3.1 310.00',
    ]);
    await house.read(meterId, { '2025-11': '48' });
    // 48 − 28 − (0.645161 + 4 + 4 + 6.2) = 5.154839
    assert.deepEqual(await chargeAll('2025-11'), ['cold-water individual-meter 5.155 515.48']);
  });

  test('and is repaired at once is charged the rest in the next month', async () => {
    await meteredWater();
    await house.read(meterId, { '2025-07': '28', '2025-08': '33' });
    await act('failed', '2025-07-27');
    await act('seal', '2025-08-04');
    assert.deepEqual(await chargeAll('2025-07', '2025-08'), [
      'cold-water reading-then-average 4.645 464.52',
      'cold-water individual-meter 4.355 435.48', // 33 − 28 − 0.645161
    ]);
  });

  test('because its verification has expired is charged the same way', async () => {
    await meteredWater({ verifiedUntil: '2025-07-26' });
    await house.read(meterId, { '2025-07': '28', '2025-08': '33' });
    const renewed = { verifiedOn: '2025-08-04', verifiedUntil: '2031-08-03' };
    await house.call(createMeterVerification, { params: { meterId }, body: renewed });
    assert.deepEqual(await chargeAll('2025-07', '2025-08'), [
      'cold-water reading-then-average 4.645 464.52',
      'cold-water individual-meter 4.355 435.48',
    ]);
  });
});

test('a meter whose check is refused is charged by its average, then by the norm with K, until it is checked', async () => {
  await meteredWater();
  await house.read(meterId, { '2025-07': '40', '2025-08': '50', '2025-09': '60' });
  await house.read(meterId, { '2025-10': '70', '2025-11': '72' });
  await act('access-refused', '2025-07-01', { until: '2025-11-09' });
  assert.deepEqual(await chargeAll('2025-07', '2025-09', '2025-10', '2025-11'), [
    'cold-water average-access-refused 4 400.00',
    'cold-water average-access-refused 4 400.00',
    'cold-water norm-access-refused 6.2 620.00',
    'cold-water excess 3.1 310.00',
    'cold-water individual-meter 2 200.00',
  ]);
});

describe('interference with a meter', () => {
  const TENFOLD = 'cold-water tampering 186 18600.00'; // 3 × 2 × 3.1 × 10

  test('adds a line of its own that says from which article it follows', async () => {
    await meteredWater();
    await house.read(meterId, { '2025-07': '28' });
    await act('tampering', '2025-07-26');
    await act('seal', '2025-07-26');
    assert.deepEqual(await chargeAll('2025-07'), ['cold-water individual-meter 4 400.00', TENFOLD]);
    const charge = (await house.chargesOf('2025-07')).at(-1);
    assert.ok(charge);
    const { source, formula, parts } = charge.explanation;
    assert.match(source, /p\. 62, 81\(11\)/);
    assert.match(formula, /^2 persons × 3\.1 × 10 × 3 months/);
    assert.deepEqual(parts[0]?.tampering, [
      {
        serialNumber: 'cold-water 1',
        from: '2025-04-26',
        to: '2025-07-25',
        days: 91,
        months: '3.000000',
      },
    ]);
    const explained = await ask(stand.app, owner, explainCharge, {
      params: { chargeId: charge.id },
    });
    assert.equal(explained.body.agrees, true);
  });

  test('is charged by the capacity since the last seal if it is known', async () => {
    await meteredWater();
    await house.read(meterId, { '2025-07': '28' });
    await act('seal', '2025-07-16');
    await act('tampering', '2025-07-26', { capacityPerDay: '1.5', until: '2025-07-26' });
    assert.deepEqual(await chargeAll('2025-07'), [
      'cold-water individual-meter 4 400.00',
      'cold-water tampering 15 1500.00',
    ]);
  });

  test('recorded after the month was applied is charged by a correction, once', async () => {
    await meteredWater();
    await house.read(meterId, { '2025-07': '28' });
    assert.deepEqual(await chargeAll('2025-07'), ['cold-water individual-meter 4 400.00']);
    const [charge] = await house.chargesOf('2025-07');
    const applied = { params: { cycleId: charge?.billingCycleId } };
    assert.equal((await ask(stand.app, owner, applyCycle, applied)).status, 200);
    await act('tampering', '2025-07-26', { until: '2025-07-26' });
    const body = {
      houseId: house.houseId,
      periodFrom: '2025-07',
      periodTo: '2025-07',
      reason: 'Акт о вмешательстве',
    };
    const correct = async () =>
      (await ask(stand.app, owner, createCorrection, { body })).body.lines.map(
        ({ correctedPeriod, amount }) => `${correctedPeriod} ${amount}`,
      );
    assert.deepEqual(await correct(), ['2025-07 18600.00']);
    assert.deepEqual(await correct(), []);
  });

  test('without a norm and a capacity leaves the service uncharged, with the reason', async () => {
    await meteredWater({}, null);
    await house.read(meterId, { '2025-07': '28' });
    await act('tampering', '2025-07-26', { until: '2025-07-26' });
    const { skipped } = await calculate(stand.app, owner, { houseId: house.houseId }, '2025-07');
    assert.deepEqual(
      skipped.map(({ reason, facts }) => [reason, facts.day, facts.meter]),
      [['tampering-volume-missing', '2025-07-26', 'cold-water 1']],
    );
  });
});

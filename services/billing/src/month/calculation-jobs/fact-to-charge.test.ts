// From a fact that is recorded in core to the charge that follows: snapshot, calculation and figures worked by hand. Every
// tariff is 100 roubles; the dwelling has two persons and a norm of cold water of 3.1 m³ a person.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { createCorrection } from '@kvartplata/contracts/billing/corrections.ts';
import { reverseCharge } from '@kvartplata/contracts/billing/stornos.ts';
import { createAbsence, replaceAbsence } from '@kvartplata/contracts/core/absences.ts';
import { replaceHouse } from '@kvartplata/contracts/core/houses.ts';
import { createMeterAct, replaceMeterAct } from '@kvartplata/contracts/core/meter-acts.ts';
import { createMeterReplacement } from '@kvartplata/contracts/core/meter-replacements.ts';
import { createMeterVerification } from '@kvartplata/contracts/core/meter-verifications.ts';
import { listReadings, replaceReading } from '@kvartplata/contracts/core/readings.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { ask, type TestUser } from '../../testing/test-user.ts';

let stand: BillingStand;
let owner: TestUser;
let house: MeteredHouse;

before(async () => {
  stand = await startBillingStand();
});
beforeEach(async () => {
  owner = await stand.newUser();
  house = await makeMeteredHouse(stand, owner);
});
after(async () => stand.stop());

/** 4 m³ a month from January to June 2025. */
const HALF_YEAR = {
  '2025-01': '4',
  '2025-02': '8',
  '2025-03': '12',
  '2025-04': '16',
  '2025-05': '20',
  '2025-06': '24',
};

async function meteredWater(more: Parameters<MeteredHouse['addMeter']>[2] = {}): Promise<number> {
  const service = await house.addService('cold-water', 'meter', '3.1');
  const meterId = await house.addMeter(service, 'cold-water', more);
  await house.read(meterId, HALF_YEAR);
  return meterId;
}

async function chargeAll(...periods: readonly string[]): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const period of periods) lines.push(...(await house.charge(period)));
  return lines;
}

const AVERAGED = 'cold-water average-reading-missing 4 400.00';

describe('a meter without a reading', () => {
  test('is charged by its average three times, then by the norm', async () => {
    await meteredWater();
    assert.deepEqual(await chargeAll('2025-06', '2025-07', '2025-08', '2025-09', '2025-10'), [
      'cold-water individual-meter 4 400.00',
      AVERAGED,
      AVERAGED,
      AVERAGED,
      'cold-water norm-reading-missing 6.2 620.00',
    ]);
    const [charge] = await house.chargesOf('2025-08');
    const { meterId: _, ...unread } = charge?.explanation.unread?.[0] ?? {};
    assert.deepEqual(unread, {
      serialNumber: 'cold-water 1',
      because: 'reading-missing',
      period: 2,
      average: { months: 6, volume: '24.000', days: 31 },
      estimate: '4.000000',
    });
  });

  test('is charged by the norm at once when it has worked for two months', async () => {
    const service = await house.addService('cold-water', 'meter', '3.1');
    const meterId = await house.addMeter(service, 'cold-water', { installedOn: '2025-05-01' });
    await house.read(meterId, { '2025-05': '4', '2025-06': '8' });
    assert.deepEqual(await house.charge('2025-07'), ['cold-water norm-reading-missing 6.2 620.00']);
  });
});

describe('a late reading', () => {
  test('charges what estimates did not: 54 − 24 − (3 × 4 + 6.2) = 11.8', async () => {
    const meterId = await meteredWater();
    await chargeAll('2025-07', '2025-08', '2025-09', '2025-10');
    await house.read(meterId, { '2025-11': '54' });
    assert.deepEqual(await chargeAll('2025-11'), ['cold-water individual-meter 11.8 1180.00']);
    const [charge] = await house.chargesOf('2025-11');
    assert.equal(charge?.explanation.meters?.[0]?.estimated, '18.200000');
    await house.read(meterId, { '2025-12': '58' });
    assert.deepEqual(await chargeAll('2025-12'), ['cold-water individual-meter 4 400.00']);
  });

  test('gives back what they charged in excess: 29 − 24 − 8 = −3', async () => {
    const meterId = await meteredWater();
    await chargeAll('2025-07', '2025-08');
    await house.read(meterId, { '2025-09': '29' });
    assert.deepEqual(await chargeAll('2025-09'), [
      'cold-water individual-meter 0 0.00',
      'cold-water late-reading -3 -300.00',
    ]);
  });

  test('ignores months that were not computed', async () => {
    const meterId = await meteredWater();
    await chargeAll('2025-08');
    await house.read(meterId, { '2025-09': '36' });
    assert.deepEqual(await chargeAll('2025-09'), ['cold-water individual-meter 8 800.00']);
  });

  test('ignores a reversed charge', async () => {
    const meterId = await meteredWater();
    await chargeAll('2025-07');
    await apply('2025-07');
    const [charge] = await house.chargesOf('2025-07');
    assert.ok(charge);
    await chargeAll('2025-08');
    await house.read(meterId, { '2025-09': '36' });
    assert.deepEqual(await chargeAll('2025-09'), ['cold-water individual-meter 4 400.00']);
    const storno = { params: { chargeId: charge.id }, body: { reason: 'Счёт закрыт' } };
    const { status } = await ask(stand.app, owner, reverseCharge, storno);
    assert.equal(status, 200);
    assert.deepEqual(await chargeAll('2025-09'), ['cold-water individual-meter 8 800.00']);
  });

  test('uses the estimates as corrected, whether in the same correction or an earlier one', async () => {
    const meterId = await meteredWater();
    await house.read(meterId, { '2025-09': '36' });
    for (const period of ['2025-06', '2025-07', '2025-08', '2025-09']) {
      await chargeAll(period);
      await apply(period);
    }
    const [september] = await house.chargesOf('2025-09');
    assert.equal(september?.amount, '400.00');
    // June was mistyped: 27 instead of 24. Averages of 4.5 follow, and nothing is left for September.
    const { items } = await house.call(listReadings, { params: { meterId } });
    const june = items.find(({ period }) => period === '2025-06');
    assert.ok(june);
    const body = { value: '27', takenOn: june.takenOn };
    await house.call(replaceReading, { params: { readingId: june.id }, body });
    assert.deepEqual(await correct('2025-06', '2025-09'), [
      '2025-06 300.00',
      '2025-07 50.00',
      '2025-08 50.00',
      '2025-09 -400.00',
    ]);
    assert.deepEqual(await correct('2025-06', '2025-09'), []);
    assert.deepEqual(await correct('2025-09', '2025-09'), []);
  });

  test('of the house-wide meter is reduced by its own estimates: 46 − 30 − 5 − 4 = 7', async () => {
    await house.read(await meteredWater(), { '2025-07': '28', '2025-08': '32' });
    const common = await house.addService('cold-water-odn', 'odn');
    const meterId = await house.addMeter(common, 'cold-water-house');
    await house.read(meterId, { '2025-04': '8', '2025-05': '16', '2025-06': '30' });
    assert.deepEqual(await chargeAll('2025-07'), [
      'cold-water individual-meter 4 400.00',
      'cold-water-odn odn-house-average 1 100.00', // 30 / 6 − 4
    ]);
    await house.read(meterId, { '2025-08': '46' });
    assert.deepEqual(await chargeAll('2025-08'), [
      'cold-water individual-meter 4 400.00',
      'cold-water-odn odn-house-meter 7 700.00',
    ]);
  });
});

describe('a late reading of the house-wide heat meter', () => {
  test('gives back what averages charged in excess: 65 − 60 − 2 × 10 = −15', async () => {
    const { houseId } = house;
    const heatingMonths = Array.from({ length: 12 }, (_, index) => index + 1);
    const body = { address: 'ул. Мира, 1', heatingMonths };
    await house.call(replaceHouse, { params: { houseId }, body });
    const service = await house.addService('heating', 'heating', undefined, 'house-meter');
    const meterId = await house.addMeter(service, 'heating-house');
    await house.read(meterId, {
      '2025-01': '10',
      '2025-02': '20',
      '2025-03': '30',
      '2025-04': '40',
      '2025-05': '50',
      '2025-06': '60',
    });
    assert.deepEqual(await chargeAll('2025-07', '2025-08'), [
      'heating heating-house-meter 10 1000.00',
      'heating heating-house-meter 10 1000.00',
    ]);
    await house.read(meterId, { '2025-09': '65' });
    assert.deepEqual(await chargeAll('2025-09'), [
      'heating heating-house-meter 0 0.00',
      'heating heating-late-reading -15 -1500.00',
    ]);
    await house.read(meterId, { '2025-10': '76' });
    assert.deepEqual(await chargeAll('2025-10'), ['heating heating-house-meter 11 1100.00']);
  });
});

/** The charges of a correction of the months, by month. */
async function correct(periodFrom: string, periodTo: string): Promise<readonly string[]> {
  const { houseId } = house;
  const body = { houseId, periodFrom, periodTo, reason: 'Показание исправлено' };
  const answer = await ask(stand.app, owner, createCorrection, { body });
  return answer.body.lines.map(({ correctedPeriod, amount }) => `${correctedPeriod} ${amount}`);
}

async function apply(period: string): Promise<void> {
  const [charge] = await house.chargesOf(period);
  const params = { cycleId: charge?.billingCycleId };
  const { status } = await ask(stand.app, owner, applyCycle, { params });
  assert.equal(status, 200);
}

describe('a meter that does not count', () => {
  test('past its verification is charged by its average, then by the norm with K', async () => {
    const meterId = await meteredWater({ verifiedUntil: '2025-06-30' });
    await house.read(meterId, { '2025-07': '40', '2025-08': '50', '2025-09': '60' });
    await house.read(meterId, { '2025-10': '70' });
    assert.deepEqual(await chargeAll('2025-06', '2025-07', '2025-10'), [
      'cold-water individual-meter 4 400.00',
      'cold-water average-meter-faulty 4 400.00',
      'cold-water norm-meter-faulty 6.2 620.00',
      'cold-water excess 3.1 310.00',
    ]);
  });

  test('counts again from the month of its verification, and earlier months stay the same', async () => {
    const meterId = await meteredWater({ verifiedUntil: '2025-06-30' });
    await house.read(meterId, { '2025-07': '40', '2025-08': '50' });
    const verification = { verifiedOn: '2025-08-10', verifiedUntil: '2031-08-09' };
    await house.call(createMeterVerification, { params: { meterId }, body: verification });
    assert.deepEqual(await chargeAll('2025-07', '2025-08'), [
      'cold-water average-meter-faulty 4 400.00',
      'cold-water individual-meter 10 1000.00',
    ]);
  });

  test('is out of order from the day it broke until it is repaired', async () => {
    const meterId = await meteredWater();
    await house.read(meterId, { '2025-07': '24', '2025-08': '30' });
    const failed = { kind: 'failed', on: '2025-06-26', basis: 'Акт № 1' } as const;
    const { id: actId } = await house.call(createMeterAct, { params: { meterId }, body: failed });
    assert.deepEqual(await chargeAll('2025-06', '2025-07', '2025-08'), [
      'cold-water reading-then-average 4.667 466.67', // 4 + 4 × 5/30
      'cold-water average-meter-faulty 4 400.00',
      'cold-water average-meter-faulty 4 400.00',
    ]);
    const repaired = { ...failed, until: '2025-08-03' };
    await house.call(replaceMeterAct, { params: { actId }, body: repaired });
    assert.deepEqual(await chargeAll('2025-07', '2025-08'), [
      'cold-water average-meter-faulty 4 400.00',
      'cold-water individual-meter 6 600.00',
    ]);
  });
});

describe('a meter installed on some of the days', () => {
  test('counts until it is replaced, and the new one from there: 26 − 24 + 3', async () => {
    const meterId = await meteredWater();
    const meter = {
      serialNumber: 'new',
      digits: 5,
      installedOn: '2025-07-10',
      initialReading: '0',
    };
    const body = { removedOn: '2025-07-10', finalReading: '26', meter };
    const { id } = await house.call(createMeterReplacement, { params: { meterId }, body });
    await house.read(id, { '2025-07': '3' });
    assert.deepEqual(await chargeAll('2025-07'), ['cold-water individual-meter 5 500.00']);
  });

  test('leaves the days before its installation to the norm: 6.2 × 15/31 + 3', async () => {
    const service = await house.addService('cold-water', 'meter', '3.1');
    const meterId = await house.addMeter(service, 'cold-water', { installedOn: '2025-07-16' });
    await house.read(meterId, { '2025-07': '3' });
    assert.deepEqual(await chargeAll('2025-07'), ['cold-water meter-some-days 6 600.00']);
  });
});

test('an absence gives back the part of those who are away: 6.2 × 10 / (31 × 2)', async () => {
  await house.addService('cold-water', 'norm', '3.1');
  const absence = { from: '2025-07-05', to: '2025-07-14', persons: 1, basis: 'Билеты' };
  const { id: absenceId } = await house.call(createAbsence, {
    params: { personalAccountId: house.accountId },
    body: absence,
  });
  const charged = 'cold-water norm-per-person 6.2 620.00';
  assert.deepEqual(await chargeAll('2025-07'), [charged, 'cold-water absence -1 -100.00']);
  await house.call(replaceAbsence, {
    params: { absenceId },
    body: { ...absence, to: '2025-07-09' },
  });
  assert.deepEqual(await chargeAll('2025-07'), [charged]);
});

describe('common-house needs', () => {
  const describeHouse = async (more: object) =>
    house.call(replaceHouse, {
      params: { houseId: house.houseId },
      body: { address: 'ул. Мира, 1', commonArea: '200', ...more },
    });

  test('are charged up to their norm, unless the owners decided otherwise: 0.01 × 200', async () => {
    await meteredWater();
    const common = await house.addService('cold-water-odn', 'odn', '0.01');
    const meterId = await house.addMeter(common, 'cold-water-house');
    await house.read(meterId, { '2025-01': '10', '2025-02': '20', '2025-03': '30' });
    await describeHouse({});
    const own = 'cold-water individual-meter 4 400.00';
    assert.deepEqual(await chargeAll('2025-03'), [own, 'cold-water-odn odn-capped 2 200.00']);
    await describeHouse({ odnCapped: false });
    assert.deepEqual(await chargeAll('2025-03'), [own, 'cold-water-odn odn-house-meter 6 600.00']);
  });

  test('without a house meter are charged by the common area', async () => {
    await house.addService('cold-water-odn', 'odn', '0.01');
    await describeHouse({});
    assert.deepEqual(await chargeAll('2025-03'), ['cold-water-odn odn-norm 2 200.00']);
  });
});

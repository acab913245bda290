// The house-wide heat meter is unread in July, charged by its average of 10 Gcal, and read in August: 25 Gcal in two months. Then
// July turns out to have been charged to somebody, or to everybody, by mistake. Two rooms of 50 m², 100 roubles a Gcal.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { createCorrection } from '@kvartplata/contracts/billing/corrections.ts';
import { createAccountService } from '@kvartplata/contracts/core/account-services.ts';
import { replaceHouse } from '@kvartplata/contracts/core/houses.ts';
import { createPersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { createRoom } from '@kvartplata/contracts/core/rooms.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { ask, type TestUser } from '../../testing/test-user.ts';

/** 10 Gcal a month. */
const HALF_YEAR = {
  '2025-01': '10',
  '2025-02': '20',
  '2025-03': '30',
  '2025-04': '40',
  '2025-05': '50',
  '2025-06': '60',
};
const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);

let stand: BillingStand;
let owner: TestUser;
let house: MeteredHouse;
let neighbourId: number;
let heatingId: number;

before(async () => {
  stand = await startBillingStand();
});
beforeEach(async () => {
  owner = await stand.newUser();
  house = await makeMeteredHouse(stand, owner);
  const params = { houseId: house.houseId };
  const room = { number: '2', area: '50' };
  const { id: roomId } = await house.call(createRoom, { params, body: room });
  const account = { roomId, accountNumber: '2', payer: 'Петров', openedOn: '2025-01-01' };
  const body = { ...account, registeredPersons: 1 };
  ({ id: neighbourId } = await house.call(createPersonalAccount, { params, body }));
  await heatIn(MONTHS);
  heatingId = await house.addService('heating', 'heating', undefined, 'house-meter');
  const meterId = await house.addMeter(heatingId, 'heating-house');
  await house.read(meterId, { ...HALF_YEAR, '2025-08': '85' });
  await book('2025-07');
});
after(async () => stand.stop());

/** Since July the neighbour pays the supplier. */
async function chargeByContract(): Promise<void> {
  const notCharged = { charged: false, reason: 'direct-contract' } as const;
  await house.call(createAccountService, {
    params: { personalAccountId: neighbourId },
    body: { houseServiceId: heatingId, validFrom: '2025-07-01', ...notCharged },
  });
}

async function heatIn(heatingMonths: readonly number[]): Promise<void> {
  const { houseId } = house;
  const body = { address: 'ул. Мира, 1', heatingMonths: [...heatingMonths] };
  await house.call(replaceHouse, { params: { houseId }, body });
}

async function book(period: string): Promise<void> {
  await house.charge(period);
  const [charge] = await house.chargesOf(period);
  const { status } = await ask(stand.app, owner, applyCycle, {
    params: { cycleId: charge?.billingCycleId },
  });
  assert.equal(status, 200);
}

/** The lines of a correction of the months: account, month and amount. */
async function correct(periodFrom: string, periodTo: string): Promise<readonly string[]> {
  const { houseId } = house;
  const body = { houseId, periodFrom, periodTo, reason: 'Начислено по ошибке' };
  const answer = await ask(stand.app, owner, createCorrection, { body });
  return answer.body.lines.map(
    ({ accountNumber, correctedPeriod, amount }) => `${accountNumber} ${correctedPeriod} ${amount}`,
  );
}

describe('a month that one account is charged for no more still counts against the late reading', () => {
  test('once it is corrected: 25 − 10 = 15', async () => {
    await chargeByContract();
    assert.deepEqual(await correct('2025-07', '2025-07'), ['2 2025-07 -500.00']);
    assert.deepEqual(await house.charge('2025-08'), [
      'heating heating-house-meter 7.5 750.00',
      'heating correction -5 -500.00',
    ]);
  });

  test('in the correction itself, and when it is repeated', async () => {
    await book('2025-08');
    await chargeByContract();
    assert.deepEqual(await correct('2025-07', '2025-08'), [
      '2 2025-07 -500.00',
      '2 2025-08 -750.00',
    ]);
    assert.deepEqual(await correct('2025-07', '2025-08'), []);
  });
});

describe('a month that nobody is charged for any more does not', () => {
  test('once it is corrected: 25', async () => {
    await heatIn(MONTHS.filter((month) => month !== 7));
    assert.deepEqual(await correct('2025-07', '2025-07'), [
      '1 2025-07 -500.00',
      '2 2025-07 -500.00',
    ]);
    assert.deepEqual(await house.charge('2025-08'), [
      'heating heating-house-meter 12.5 1250.00',
      'heating correction -5 -500.00',
      'heating heating-house-meter 12.5 1250.00',
      'heating correction -5 -500.00',
    ]);
  });

  test('in the correction itself, and when it is repeated', async () => {
    await book('2025-08');
    await heatIn(MONTHS.filter((month) => month !== 7));
    assert.deepEqual(await correct('2025-07', '2025-08'), [
      '1 2025-07 -500.00',
      '1 2025-08 500.00',
      '2 2025-07 -500.00',
      '2 2025-08 500.00',
    ]);
    assert.deepEqual(await correct('2025-07', '2025-08'), []);
  });
});

// An organization with an account older than its books is billed like any other.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createCycle } from '@kvartplata/contracts/billing/cycles.ts';
import { createPayment } from '@kvartplata/contracts/billing/payments.ts';
import { createPersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { createRoom } from '@kvartplata/contracts/core/rooms.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import {
  ask,
  calculate,
  inCore,
  seedHouse,
  type SeededHouse,
  type TestUser,
} from '../../testing/test-user.ts';

let stand: BillingStand;
let owner: TestUser;
let house: SeededHouse;
let accountId: number;

before(async () => {
  stand = await startBillingStand();
  owner = await stand.newUser();
  house = await seedHouse(stand.coreUrl, owner);
  const { call } = inCore(stand, owner);
  const params = { houseId: house.houseId };
  const { id: roomId } = await call(createRoom, { params, body: { number: '90', area: '50' } });
  const body = { roomId, accountNumber: '1994-1', payer: 'Старожилов', openedOn: '1994-05-01' };
  ({ id: accountId } = await call(createPersonalAccount, { params, body }));
});
after(async () => stand.stop());

test('its month is opened and computed', async () => {
  const [, period = ''] = house.months;
  const [year, month] = period.split('-').map(Number);
  const body = { organizationId: house.organizationId, year, month };
  assert.equal((await ask(stand.app, owner, createCycle, { body })).status, 201);
  const { status } = await calculate(stand.app, owner, { houseId: house.houseId }, period);
  assert.equal(status, 'COMPLETED');
});

test('a payment of the old account is booked', async () => {
  const paidOn = `${house.months[1]}-15`;
  const body = { personalAccountId: accountId, amount: '100.00', paidOn };
  const { status, text } = await ask(stand.app, owner, createPayment, { body });
  assert.equal(status, 201, text);
});

// The account of a payment: callers with a single organization are answered by its books, all others by core.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createPayment } from '@kvartplata/contracts/billing/payments.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { makePayingHouse, type PayingHouse } from '../../testing/paying-house.ts';
import { addMember, ask, seedHouse, type TestUser } from '../../testing/test-user.ts';

/** An account that only the books know: core does not have it. */
const IN_BOOKS_ALONE = 777_000_001;

let stand: BillingStand;
let house: PayingHouse;

before(async () => {
  stand = await startBillingStand();
  house = await makePayingHouse(stand);
  await house.charge('2026-01', [[IN_BOOKS_ALONE, '100.00']]);
});
after(async () => stand.stop());

/** The house of the paid account, or the code of the refusal. */
async function pay(user: TestUser, personalAccountId: number): Promise<number | string> {
  const body = { personalAccountId, amount: '10.00', paidOn: '2026-04-05' };
  const answered = await ask(stand.app, user, createPayment, { body });
  return answered.status === 201 ? answered.body.houseId : answered.problem.code;
}

async function newMember(role: 'accountant' | 'viewer'): Promise<TestUser> {
  const user = await stand.newUser();
  await addMember(stand.coreUrl, house, user, role);
  return user;
}

test('an accountant of one organization pays without core if its books have the account', async () => {
  const accountant = await newMember('accountant');
  assert.equal(await pay(accountant, IN_BOOKS_ALONE), house.houseId);
});

test('core is asked about an account without bookings, and the books from then on', async () => {
  const accountant = await newMember('accountant');
  const [account = 0] = house.accounts;
  for (const time of ['first', 'second'])
    assert.equal(await pay(accountant, account), house.houseId, time);
});

test('core is asked for members of several organizations, and for the admin of the platform', async () => {
  const accountant = await newMember('accountant');
  await seedHouse(stand.coreUrl, accountant);
  for (const user of [accountant, stand.admin])
    assert.equal(await pay(user, IN_BOOKS_ALONE), 'not-found');
});

test('an account of another organization is a 404, and nothing is booked on it', async () => {
  const stranger = await makePayingHouse(stand);
  const [account = 0] = stranger.accounts;
  await stranger.charge('2026-01', [[account, '100.00']]);
  assert.equal(await pay(house.user, account), 'not-found');
  assert.deepEqual(await stranger.owed(account), ['100.00', '0.00']);
});

test('a viewer gets a 403 for an existing account, and a 404 for a missing one', async () => {
  const viewer = await newMember('viewer');
  const [account = 0] = house.accounts;
  assert.equal(await pay(viewer, account), 'forbidden');
  assert.equal(await pay(viewer, 888_000_001), 'not-found');
});

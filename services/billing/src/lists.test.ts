// Long lists: the same rows whatever the page size, and only those that match the filters.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  getAccountBalance,
  listAccountBalances,
} from '@kvartplata/contracts/billing/account-balances.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import {
  listCalculationJobs,
  type CalculationJob,
} from '@kvartplata/contracts/billing/calculation-jobs.ts';
import {
  listCharges,
  listHouseCharges,
  listJobCharges,
  type Charge,
} from '@kvartplata/contracts/billing/charges.ts';
import { listLedgerEntries } from '@kvartplata/contracts/billing/ledger-entries.ts';
import type { ItemOf, Listing } from '@kvartplata/contracts/endpoint.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { startBillingStand, type BillingStand } from './testing/billing-stand.ts';
import {
  ask,
  calculate,
  readAll,
  seedHouse,
  type SeededHouse,
  type TestUser,
} from './testing/test-user.ts';

let stand: BillingStand;
let owner: TestUser;
let house: SeededHouse;
let other: SeededHouse;
let draft: CalculationJob;

before(async () => {
  stand = await startBillingStand();
  owner = await stand.newUser();
  house = await seedHouse(stand.coreUrl, owner);
  other = await seedHouse(stand.coreUrl, owner);
  const applied = await calculate(
    stand.app,
    owner,
    { houseId: house.houseId },
    house.months[0] ?? '',
  );
  const params = { cycleId: applied.billingCycleId };
  assert.equal((await ask(stand.app, owner, applyCycle, { params })).status, 200);
  draft = await calculate(stand.app, owner, { houseId: house.houseId }, house.months[1] ?? '');
  await calculate(stand.app, owner, { houseId: other.houseId }, house.months[1] ?? '');
});
after(async () => stand.stop());

async function all<E extends Listing>(
  endpoint: E,
  query: Sent['query'],
  params: Sent['params'] = {},
): Promise<readonly ItemOf<E>[]> {
  return readAll(stand.app, owner, endpoint, { params, query });
}

async function drafts(): Promise<readonly Charge[]> {
  return all(listJobCharges, { limit: 200 }, { jobId: draft.id });
}

test('pages of any size give the same rows', async () => {
  const whole = await drafts();
  assert.equal(whole.length, draft.createdCharges);
  for (const limit of [1, 7, 69, 70, 71]) {
    assert.deepEqual(
      await all(listCharges, { houseId: house.houseId, period: draft.period, limit }),
      whole,
    );
  }
});

test('filtering by a house and an account in it gives the same rows as by the account alone', async () => {
  const [charge] = await all(listCharges, { houseId: house.houseId, limit: 200 });
  assert.ok(charge);
  const { houseId, personalAccountId } = charge;
  const ofAccount = await all(listCharges, { personalAccountId, limit: 200 });
  assert.deepEqual(await all(listCharges, { houseId, personalAccountId, limit: 200 }), ofAccount);
  assert.equal(new Set(ofAccount.map(({ id }) => id)).size, ofAccount.length);
});

test('balances are filtered by account, now and as of a day', async () => {
  const { houseId } = house;
  const balances = await all(listAccountBalances, { houseId });
  assert.ok(balances.length > 1);
  const [one] = balances;
  assert.ok(one);
  const { personalAccountId } = one;
  assert.deepEqual(await all(listAccountBalances, { personalAccountId }), [one]);
  assert.deepEqual(await all(listAccountBalances, { houseId, personalAccountId }), [one]);
  assert.deepEqual(
    await all(listAccountBalances, { houseId: other.houseId, personalAccountId }),
    [],
  );
  const asOf = `${house.months[1]}-28`;
  assert.deepEqual(await all(listAccountBalances, { personalAccountId, asOf }), [{ ...one, asOf }]);
  const elsewhere = { houseId: other.houseId, personalAccountId, asOf };
  assert.deepEqual(await all(listAccountBalances, elsewhere), []);
});

test('without a filter every house of the caller is listed, each row once', async () => {
  const charges = await all(listCharges, { limit: 33 });
  assert.deepEqual(
    new Set(charges.map((charge) => charge.houseId)),
    new Set([house.houseId, other.houseId]),
  );
  assert.equal(new Set(charges.map((charge) => charge.id)).size, charges.length);
});

test('charges are filtered by account and status, and show their status', async () => {
  const personalAccountId = (await drafts())[0]?.personalAccountId;
  const ofAccount = async (status: string) =>
    all(listCharges, { personalAccountId, status, limit: 200 });
  const [inDraft, applied] = [await ofAccount('DRAFT'), await ofAccount('APPLIED')];
  assert.ok(inDraft.length > 0 && applied.length > 0);
  assert.ok(
    inDraft.every(
      (charge) => charge.status === 'DRAFT' && charge.personalAccountId === personalAccountId,
    ),
  );
  assert.ok(
    applied.every((charge) => charge.status === 'APPLIED' && charge.period === house.months[0]),
  );
  assert.deepEqual(await ofAccount('REVERSED'), []);
});

test('a house and an account of another house have no charge in common', async () => {
  const [foreign] = await all(listHouseCharges, { limit: 1 }, { houseId: other.houseId });
  assert.ok(foreign);
  const { personalAccountId } = foreign;
  const query = { personalAccountId, limit: 200 };
  assert.deepEqual(await all(listHouseCharges, query, { houseId: house.houseId }), []);
});

test('ledger entries are filtered by account, month and type', async () => {
  const [entry] = await all(listLedgerEntries, { houseId: house.houseId, limit: 200 });
  assert.ok(entry);
  const { personalAccountId, period } = entry;
  const filter = { personalAccountId, period, transactionType: 'CHARGE', limit: 3 };
  const own = await all(listLedgerEntries, filter);
  assert.ok(
    own.length > 3 &&
      own.every((one) => one.personalAccountId === personalAccountId && one.period === period),
  );
  const paid = { personalAccountId, transactionType: 'PAYMENT', limit: 200 };
  assert.deepEqual(await all(listLedgerEntries, paid), []);
});

test('an account without bookings owes nothing', async () => {
  const [charge] = await all(listHouseCharges, { limit: 200 }, { houseId: other.houseId });
  const params = { personalAccountId: charge?.personalAccountId };
  const { body } = await ask(stand.app, owner, getAccountBalance, { params });
  assert.deepEqual(
    [body.principalDebt, body.penaltyDebt, body.lastUpdatedAt],
    ['0.00', '0.00', null],
  );
});

test('jobs are listed newest first', async () => {
  const ids = (await all(listCalculationJobs, { limit: 2 })).map(({ id }) => id);
  assert.equal(ids.length, 3);
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => b - a),
  );
});

// Long lists: the same rows by pages of any size, and only what the filters let through.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { AccountBalance } from '@kvartplata/contracts/billing/account-balances.ts';
import type { CalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import type { Charge } from '@kvartplata/contracts/billing/charges.ts';
import type { LedgerEntry } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { startBillingStand, type BillingStand } from './testing/billing-stand.ts';
import {
  askAt,
  calculate,
  readAllAt,
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
  await askAt(stand.app, owner, 'POST', `/api/billing/cycles/${applied.billingCycleId}/apply`);
  draft = await calculate(stand.app, owner, { houseId: house.houseId }, house.months[1] ?? '');
  await calculate(stand.app, owner, { houseId: other.houseId }, house.months[1] ?? '');
});
after(async () => stand.stop());

async function all<T>(url: string): Promise<readonly T[]> {
  return readAllAt<T>(stand.app, owner, url);
}

async function drafts(): Promise<readonly Charge[]> {
  return all<Charge>(`/api/billing/charges/by-job/${draft.id}?limit=200`);
}

test('pages of any size give the same rows', async () => {
  const whole = await drafts();
  assert.equal(whole.length, draft.createdCharges);
  for (const limit of [1, 7, 69, 70, 71]) {
    assert.deepEqual(
      await all<Charge>(
        `/api/billing/charges?houseId=${house.houseId}&period=${draft.period}&limit=${limit}`,
      ),
      whole,
    );
  }
});

test('without a filter every house of the caller is listed, each row once', async () => {
  const charges = await all<Charge>('/api/billing/charges?limit=33');
  assert.deepEqual(
    new Set(charges.map((charge) => charge.houseId)),
    new Set([house.houseId, other.houseId]),
  );
  assert.equal(new Set(charges.map((charge) => charge.id)).size, charges.length);
});

test('charges are filtered by account and status, and know their status', async () => {
  const account = (await drafts())[0]?.personalAccountId;
  const inDraft = await all<Charge>(
    `/api/billing/charges?personalAccountId=${account}&status=DRAFT&limit=200`,
  );
  const applied = await all<Charge>(
    `/api/billing/charges?personalAccountId=${account}&status=APPLIED&limit=200`,
  );
  assert.ok(inDraft.length > 0 && applied.length > 0);
  assert.ok(
    inDraft.every((charge) => charge.status === 'DRAFT' && charge.personalAccountId === account),
  );
  assert.ok(
    applied.every((charge) => charge.status === 'APPLIED' && charge.period === house.months[0]),
  );
  assert.deepEqual(
    await all<Charge>(
      `/api/billing/charges?personalAccountId=${account}&status=REVERSED&limit=200`,
    ),
    [],
  );
});

test('a house and an account of another house have no charge in common', async () => {
  const [foreign] = await all<Charge>(`/api/billing/charges/by-house/${other.houseId}?limit=1`);
  const url = `/api/billing/charges/by-house/${house.houseId}?personalAccountId=${foreign?.personalAccountId}&limit=200`;
  assert.deepEqual(await all<Charge>(url), []);
});

test('ledger entries are filtered by account, month and type', async () => {
  const [entry] = await all<LedgerEntry>(
    `/api/billing/ledger-entries?houseId=${house.houseId}&limit=200`,
  );
  assert.ok(entry);
  const own = await all<LedgerEntry>(
    `/api/billing/ledger-entries?personalAccountId=${entry.personalAccountId}&period=${entry.period}&transactionType=CHARGE&limit=3`,
  );
  assert.ok(
    own.length > 3 &&
      own.every(
        (one) => one.personalAccountId === entry.personalAccountId && one.period === entry.period,
      ),
  );
  assert.deepEqual(
    await all<LedgerEntry>(
      `/api/billing/ledger-entries?personalAccountId=${entry.personalAccountId}&transactionType=PAYMENT&limit=200`,
    ),
    [],
  );
});

test('an account that nothing was booked for owes nothing', async () => {
  const [charge] = await all<Charge>(`/api/billing/charges/by-house/${other.houseId}?limit=200`);
  const { body } = await askAt<AccountBalance>(
    stand.app,
    owner,
    'GET',
    `/api/billing/account-balances/${charge?.personalAccountId}`,
  );
  assert.deepEqual(
    [body.principalDebt, body.penaltyDebt, body.lastUpdatedAt],
    ['0.00', '0.00', null],
  );
});

test('jobs are listed newest first', async () => {
  const ids = (await all<CalculationJob>('/api/billing/calculation-jobs?limit=2')).map(
    ({ id }) => id,
  );
  assert.equal(ids.length, 3);
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => b - a),
  );
});

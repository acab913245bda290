// Every charge of a real month explains itself over HTTP, and the month is searched for outliers.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  listChargeOutliers,
  type ChargeOutlier,
} from '@kvartplata/contracts/billing/charge-outliers.ts';
import {
  explainCharge,
  listHouseCharges,
  type Charge,
} from '@kvartplata/contracts/billing/charges.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { putTariff } from '../../testing/core-facts.ts';
import {
  ask,
  calculate,
  readAll,
  seedHouse,
  type SeededHouse,
  type TestUser,
} from '../../testing/test-user.ts';

/** Months of the golden house; before the second is computed somebody mistypes the tariff of the upkeep. */
const [BEFORE, ODD_MONTH] = [3, 4];

let stand: BillingStand;
let owner: TestUser;
let house: SeededHouse;
let charges: readonly Charge[];

before(async () => {
  stand = await startBillingStand();
  owner = await stand.newUser();
  house = await seedHouse(stand.coreUrl, owner);
  const { houseId, months } = house;
  await calculate(stand.app, owner, { houseId }, months[BEFORE] ?? '');
  await putTariff(stand.coreUrl, owner, { houseId, code: 'upkeep', value: '341.80' });
  await calculate(stand.app, owner, { houseId }, months[ODD_MONTH] ?? '');
  const asked = { params: { houseId }, query: { limit: 200 } };
  charges = await readAll(stand.app, owner, listHouseCharges, asked);
});
after(async () => stand.stop());

test('every charge is explained in both languages and replayed to its amount', async () => {
  assert.equal(charges.length, 140);
  for (const charge of charges) {
    const asked = { params: { chargeId: charge.id } };
    const { body } = await ask(stand.app, owner, explainCharge, asked);
    const { steps, replayedAmount, agrees, ...same } = body;
    assert.deepEqual(same, charge);
    assert.deepEqual([replayedAmount, agrees], [charge.amount, true]);
    assert.ok(steps.length >= 3);
    assert.ok(steps[0]?.article?.ru.match(/Правила № 354|Жилищный кодекс/));
    assert.ok(steps.at(-1)?.en.endsWith(` ${charge.amount} ₽.`));
  }
});

test('a charge of another organization, or a missing one, is a 404', async () => {
  const stranger = await stand.newUser();
  const [charge] = charges;
  for (const [user, id] of [
    [stranger, charge?.id],
    [owner, 4_242_424],
  ] as const) {
    const asked = { params: { chargeId: id } };
    const { status, problem } = await ask(stand.app, user, explainCharge, asked);
    assert.deepEqual([status, problem.code], [404, 'not-found']);
  }
});

test('outliers are listed with both charges, in pages, by house and month', async () => {
  const { houseId, months } = house;
  const outliersOf = async (nth: number, query = {}): Promise<readonly ChargeOutlier[]> =>
    readAll(stand.app, owner, listChargeOutliers, {
      query: { houseId, period: months[nth], ...query },
    });
  const outliers = await outliersOf(ODD_MONTH);
  assert.deepEqual(
    outliers
      .filter(({ serviceCode }) => serviceCode === 'upkeep')
      .map(({ why, ratio }) => [why, ratio]),
    Array.from({ length: 10 }, () => ['jump', '10.00']),
  );
  assert.deepEqual(await outliersOf(ODD_MONTH, { limit: 1 }), outliers);
  for (const outlier of outliers) {
    const charge = charges.find(({ id }) => id === outlier.chargeAfter);
    assert.deepEqual(
      [charge?.amount, charge?.serviceCode, charge?.accountNumber],
      [outlier.after, outlier.serviceCode, outlier.accountNumber],
    );
  }
  const first = await outliersOf(BEFORE);
  assert.deepEqual(first, [], 'a month whose predecessor was not computed has none');
});

test('outliers without a house, or of another’s, are refused', async () => {
  const stranger = await stand.newUser();
  const period = house.months[ODD_MONTH];
  const nobody = await ask(stand.app, owner, listChargeOutliers, { query: { period } });
  assert.deepEqual([nobody.status, nobody.problem.code], [400, 'validation-failed']);
  const query = { period, houseId: house.houseId };
  const foreign = await ask(stand.app, stranger, listChargeOutliers, { query });
  assert.deepEqual([foreign.status, foreign.problem.code], [404, 'not-found']);
});

// Every charge of a real month explains itself over HTTP, and the month is looked through for what is odd.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ChargeOutlier } from '@kvartplata/contracts/billing/charge-outliers.ts';
import type { Charge, ExplainedCharge } from '@kvartplata/contracts/billing/charges.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { putTariff } from '../../testing/core-facts.ts';
import {
  askAt,
  calculate,
  readAllAt,
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
  charges = await readAllAt<Charge>(
    stand.app,
    owner,
    `/api/billing/charges/by-house/${house.houseId}?limit=200`,
  );
});
after(async () => stand.stop());

test('every charge is said in both languages and computed again to its amount', async () => {
  assert.equal(charges.length, 140);
  for (const charge of charges) {
    const url = `/api/billing/charges/${charge.id}/explain`;
    const { status, body } = await askAt<ExplainedCharge>(stand.app, owner, 'GET', url);
    assert.equal(status, 200);
    const { steps, replayedAmount, agrees, ...same } = body;
    assert.deepEqual(same, charge);
    assert.deepEqual([replayedAmount, agrees], [charge.amount, true]);
    assert.ok(steps.length >= 3);
    assert.ok(steps[0]?.article?.ru.match(/Правила № 354|Жилищный кодекс/));
    assert.ok(steps.at(-1)?.en.endsWith(` ${charge.amount} ₽.`));
  }
});

test('a charge that is another’s, or nobody’s, is not there', async () => {
  const stranger = await stand.newUser();
  const [charge] = charges;
  for (const [user, id] of [
    [stranger, charge?.id],
    [owner, 4_242_424],
  ] as const) {
    const { status, body } = await askAt(
      stand.app,
      user,
      'GET',
      `/api/billing/charges/${id}/explain`,
    );
    assert.deepEqual([status, body.code], [404, 'not-found']);
  }
});

test('outliers are told with both charges, by pages, of a house and a month', async () => {
  const list = `/api/billing/charges/outliers?houseId=${house.houseId}&period=${house.months[ODD_MONTH]}`;
  const outliers = await readAllAt<ChargeOutlier>(stand.app, owner, list);
  assert.deepEqual(
    outliers
      .filter(({ serviceCode }) => serviceCode === 'upkeep')
      .map(({ why, ratio }) => [why, ratio]),
    Array.from({ length: 10 }, () => ['jump', '10.00']),
  );
  assert.deepEqual(await readAllAt<ChargeOutlier>(stand.app, owner, `${list}&limit=1`), outliers);
  for (const outlier of outliers) {
    const charge = charges.find(({ id }) => id === outlier.chargeAfter);
    assert.deepEqual(
      [charge?.amount, charge?.serviceCode, charge?.accountNumber],
      [outlier.after, outlier.serviceCode, outlier.accountNumber],
    );
  }
  const { body } = await askAt<PageOf<ChargeOutlier>>(
    stand.app,
    owner,
    'GET',
    list.replace(house.months[ODD_MONTH] ?? '', house.months[BEFORE] ?? ''),
  );
  assert.deepEqual(body.items, [], 'a month whose predecessor was not computed has none');
});

test('outliers of no house, or of another’s, are refused', async () => {
  const stranger = await stand.newUser();
  const list = `/api/billing/charges/outliers?period=${house.months[ODD_MONTH]}`;
  const nobody = await askAt(stand.app, owner, 'GET', list);
  assert.deepEqual([nobody.status, nobody.body.code], [400, 'validation-failed']);
  const foreign = await askAt(stand.app, stranger, 'GET', `${list}&houseId=${house.houseId}`);
  assert.deepEqual([foreign.status, foreign.body.code], [404, 'not-found']);
});

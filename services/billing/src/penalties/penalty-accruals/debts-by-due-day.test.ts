// Penalties that depend on the due day of a debt: the moratorium of 2022, and caps agreed for some debts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getCourtCalculation } from '@kvartplata/contracts/billing/account-reports.ts';
import { createPenaltyRule } from '@kvartplata/contracts/billing/penalty-rules.ts';
import { debtsInWords, makeAccruingHouse, type AccruingHouse } from '../../testing/accruing.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { assertInOrder } from '../../testing/in-order.ts';

let stand: BillingStand;

before(async () => {
  stand = await startBillingStand();
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

async function makeHouse(...months: readonly string[]): Promise<AccruingHouse> {
  const house = await makeAccruingHouse(stand);
  for (const month of months) await house.charge(month, [[house.account, '10000.00']]);
  return house;
}

async function accrued(house: AccruingHouse, to: string): Promise<readonly string[]> {
  await house.accrue(to);
  const newest = (await house.accruals()).at(-1);
  return newest === undefined ? [] : debtsInWords(newest);
}

test('the moratorium of 2022 covers debts due before it, 856.79 instead of 2124.87, and no others', async () => {
  // Due on 2021-12-10, and on 2022-04-11 since the 10th was a Sunday.
  const house = await makeHouse('2021-11', '2022-03');
  // The second debt: 60 days from 2022-05-12 and 174 from 2022-07-11 to 2022-12-31, at the rates of those days.
  const later = 190 + (21 * 9.5 + 49 * 8 + 104 * 7.5) / 1.3;
  assert.deepEqual(await accrued(house, '2022-12-31'), [
    '2021-11 utilities 856.79 of 856.79',
    `2022-03 utilities ${later.toFixed(2)} of ${later.toFixed(2)}`,
  ]);
  const query = { personalAccountId: house.account };
  const { body } = await house.ask(getCourtCalculation, { query });
  assert.equal('items' in body, true);
  const [old] = body.items;
  const free = old?.lines.find(({ from }) => from === '2022-04-01');
  assert.deepEqual(
    [free?.to, free?.rate, free?.amount],
    ['2022-10-01', '0.0000', '0.000000000000'],
  );
  assert.deepEqual(free?.basis, {
    ru: 'Мораторий на пени по долгам со сроком до 01.04.2022: постановление № 497',
    en: 'Moratorium on penalties of debts due before 2022-04-01: Decree 497',
  });
  assert.deepEqual(body.remarks, []);
});

test('a cap for debts due within a range of days does not affect others', async () => {
  // Due on 2025-02-10 and 2025-03-10.
  const house = await makeHouse('2025-01', '2025-02');
  const rule = {
    houseId: house.houseId,
    kind: 'rate-cap',
    value: '0',
    basis: 'Протокол № 4',
    validFrom: '2025-01-01',
    dueFrom: '2025-03-01',
    dueTo: '2025-03-31',
  };
  const { status, text } = await house.ask(createPenaltyRule, { body: rule });
  assert.equal(status, 201, text);
  // Day 31 of January's debt is 2025-03-13: 31 days to 2025-04-12 at 9.5 % / 300.
  assert.deepEqual(await accrued(house, '2025-04-12'), ['2025-01 utilities 98.17 of 98.17']);
});

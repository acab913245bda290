// A fixed sum per account.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calculateHouse } from '../../calculate-house.ts';
import { account, amounts, day, house, reasonOf, service, tariff } from '../../testing/facts.ts';

const intercom = service(1, 'own-1', 'fixed', { tariffs: [tariff('60')] });

test('an intercom costs 60.00 per account, regardless of area, share and residents', () => {
  const nobody = [{ count: 0, validFrom: day('2020-01-01') }];
  const half = account(2, { areaE2: 9_999n, shareE8: 50_000_000n, registeredPersons: nobody });
  const shop = account(3, { roomKind: 'non-residential' });
  assert.deepEqual(amounts(house([intercom]), account(1), half, shop), ['60.00', '60.00', '60.00']);
});

const days: readonly (readonly [why: string, Parameters<typeof account>[1], amount: string])[] = [
  ['opened on 16 July: 16 of 31 days', { openedOn: day('2026-07-16') }, '30.97'],
  ['closed on 15 July: 15 of 31 days', { closedOn: day('2026-07-15') }, '29.03'],
];
for (const [why, facts, amount] of days) {
  test(`an account is charged for its days: ${why}`, () => {
    assert.deepEqual(amounts(house([intercom]), account(1, facts)), [amount]);
  });
}

test('60 → 70 on 16 July: 29.03 + 36.13', () => {
  const tariffs = [tariff('60', '2020-01-01', '2026-07-15'), tariff('70', '2026-07-16')];
  assert.deepEqual(amounts(house([{ ...intercom, tariffs }]), account(1)), ['29.03', '36.13']);
});

test('a one-off charge has a tariff in one month; other months have no line, skip or idle service', () => {
  const gate = { ...intercom, tariffs: [tariff('1500', '2026-07-01', '2026-07-31')] };
  assert.deepEqual(amounts(house([gate]), account(1)), ['1500.00']);
  // A month's facts include only the tariffs in force in it.
  const after = house([{ ...gate, tariffs: [] }], {
    month: Temporal.PlainYearMonth.from('2026-08'),
  });
  const { lines, skipped, idle } = calculateHouse(after, [account(1)]);
  assert.deepEqual([lines, skipped, idle], [[], [], []]);
});

test('a tariff of zero makes the service idle', () => {
  const free = house([{ ...intercom, tariffs: [tariff('0')] }]);
  assert.deepEqual(calculateHouse(free, [account(1)]).idle, [1]);
  assert.equal(reasonOf(free, account(1)), 'not skipped');
});

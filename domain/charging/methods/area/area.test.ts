// By the area of the room.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { account, amounts, house, rulesOf, service, tariff } from '../../testing/facts.ts';

const repairs = house([
  service(1, 'major-repairs', 'area', { precision: 2, tariffs: [tariff('12.5')] }),
]);

test('major repairs are charged by the square metre: 50 × 12.5', () => {
  assert.deepEqual(amounts(repairs, account(1)), ['625.00']);
  assert.deepEqual(rulesOf(repairs, account(1)), ['area']);
});

test('an account is charged for its share of the room: 54.32 × 1/3 × 12.5', () => {
  const third = account(1, { areaE2: 5_432n, shareE8: 33_333_333n });
  assert.deepEqual(amounts(repairs, third), ['226.33']);
});

// Remarks in the order of the houses' addresses; those of one house keep their order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckCode, Remark } from '@kvartplata/contracts/billing/closing-checks.ts';
import { inHouseOrder } from './remark-order.ts';

const ADDRESSES = new Map([
  [1, 'ул. Новая, д. 10'],
  [2, 'ул. Новая, д. 2'],
  [3, 'ул. Новая, д. 10А'],
  [4, 'ул. Абрикосовая, д. 100'],
]);

function remark(check: CheckCode, houseId: number | undefined, key: string): Remark {
  const at = houseId === undefined ? {} : { houseId };
  return { check, key, ru: key, en: key, isBlocking: false, accepted: null, ...at };
}

test('remarks of a kind go house by house, in natural order; without a house, or with an unknown one, last', () => {
  const found = [
    remark('outliers', 1, 'a'),
    remark('outliers', undefined, 'b'),
    remark('outliers', 9, 'c'),
    remark('outliers', 2, 'd'),
    remark('outliers', 3, 'e'),
    remark('outliers', 1, 'f'),
    remark('drift', 4, 'g'),
  ];
  assert.deepEqual(
    inHouseOrder(found, ADDRESSES).map(({ key }) => key),
    ['d', 'a', 'f', 'e', 'c', 'b', 'g'],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { naturalOrder } from './natural-order.ts';

test('houses are sorted by number, those with a fraction or a letter after the plain one', () => {
  const inOrder = [
    'г. Самара, ул. Ёлочная, д. 3',
    'г. Самара, ул. Садовая, д. 2',
    'г. Самара, ул. Садовая, д. 10',
    'г. Самара, ул. Садовая, д. 10, корп. 2',
    'г. Самара, ул. Садовая, д. 10/2',
    'г. Самара, ул. Садовая, д. 10А',
    'г. Самара, ул. Садовая, д. 11',
    'г. Самара, ул. Садовая, д. 100',
  ];
  assert.deepEqual(inOrder.toReversed().toSorted(naturalOrder), inOrder);
});

test('rooms and account numbers are sorted by numeric value', () => {
  assert.deepEqual(['10', '2', '1а', '1'].toSorted(naturalOrder), ['1', '1а', '2', '10']);
  assert.deepEqual(['12-10', '12-9', '9-1'].toSorted(naturalOrder), ['9-1', '12-9', '12-10']);
});

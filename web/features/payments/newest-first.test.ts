import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newestFirst } from './newest-first.ts';

test('payments are ordered by day, the last one first, whenever they were booked', () => {
  const payments = [
    { id: 4, paidOn: '2025-12-09' },
    { id: 3, paidOn: '2026-01-09' },
    { id: 2, paidOn: '2025-12-20' },
    { id: 1, paidOn: '2026-02-08' },
  ];
  assert.deepEqual(
    newestFirst(payments).map(({ id }) => id),
    [1, 3, 2, 4],
  );
});

test('payments of one day are ordered by id, the last one first', () => {
  const payments = [1, 3, 2].map((id) => ({ id, paidOn: '2026-02-08' }));
  assert.deepEqual(
    newestFirst(payments).map(({ id }) => id),
    [3, 2, 1],
  );
});

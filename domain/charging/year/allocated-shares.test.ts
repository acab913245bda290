// Heat cost allocators: which accounts share, and where allocators count.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coversHalf, shareByAllocators } from './allocated-shares.ts';

test('the volume of rooms with allocators is shared among them alone, without losing a unit', () => {
  assert.deepEqual(shareByAllocators([6n, 6n, 6n], [3n, 1n, undefined]), {
    volumes: [9n, 3n, 6n],
    pool: 12n,
    units: 4n,
  });
  assert.deepEqual(shareByAllocators([5n, 5n], [1n, 2n])?.volumes, [3n, 7n]);
});

test('allocators that show zero or nothing have no effect', () => {
  assert.equal(shareByAllocators([6n, 6n], [0n, undefined]), undefined);
  assert.equal(shareByAllocators([6n, 6n], [undefined, undefined]), undefined);
});

test('allocators count if their rooms cover more than half of the house', () => {
  assert.equal(coversHalf([{ weight: 30n }, { weight: 21n }], 100n), true);
  assert.equal(coversHalf([{ weight: 30n }, { weight: 20n }], 100n), false);
});

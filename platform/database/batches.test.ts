import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { inBatches, inChunks } from './batches.ts';

const MOST = 10;

test('batches hold every item once, in order, and stay within the limit', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(15)), (sizes) => {
      const batches = [...inBatches(sizes, (size) => size, MOST)];
      assert.deepEqual(batches.flat(), sizes);
      const sums = batches.map((batch) => batch.reduce((sum, size) => sum + size, 0));
      for (const [index, sum] of sums.entries()) {
        assert.ok(sum <= MOST || batches[index]?.length === 1, `${batches[index]?.join()}`);
        // The next batch begins where the first item did not fit.
        const [next] = batches[index + 1] ?? [];
        assert.ok(next === undefined || sum + next > MOST);
      }
    }),
  );
});

test('chunks hold every item once, in order, and are full save the last', () => {
  assert.deepEqual([...inChunks([], 2)], []);
  assert.deepEqual(
    [...inChunks([1, 2, 3, 4], 2)],
    [
      [1, 2],
      [3, 4],
    ],
  );
  assert.deepEqual([...inChunks([1, 2, 3, 4, 5], 2)], [[1, 2], [3, 4], [5]]);
});

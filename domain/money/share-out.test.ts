import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { shareOut } from './share-out.ts';
import { sumOf } from './sums.ts';

const cases = [
  { total: 100n, weights: [1n, 1n, 1n], parts: [34n, 33n, 33n], why: 'a tie: the earlier index' },
  { total: 200n, weights: [1n, 1n, 1n], parts: [67n, 67n, 66n], why: 'two units left' },
  { total: -100n, weights: [1n, 1n, 1n], parts: [-34n, -33n, -33n], why: 'the mirror' },
  { total: 0n, weights: [3n, 5n], parts: [0n, 0n], why: 'nothing to share' },
  { total: 7n, weights: [0n, 2n, 0n], parts: [0n, 7n, 0n], why: 'a zero weight gets nothing' },
  {
    total: 10n,
    weights: [15n, 16n, 17n],
    parts: [3n, 3n, 4n],
    why: '3.125, 3.333, 3.542: the largest cut-off part',
  },
  { total: 1n, weights: [1n, 3n, 2n], parts: [0n, 1n, 0n], why: 'less to share than takers' },
];

for (const { total, weights, parts, why } of cases) {
  test(`${total} is shared by ${weights.join(':')}: ${why}`, () => {
    assert.deepEqual(shareOut(total, weights), parts);
  });
}

test('weights that give no proportion are refused', () => {
  assert.throws(() => shareOut(10n, []), /none of 0 weights/);
  assert.throws(() => shareOut(10n, [0n, 0n]), /none of 2 weights/);
  assert.throws(() => shareOut(10n, [2n, -1n]), /index 1 is negative/);
  assert.throws(() => shareOut(0n, [0n]), RangeError);
});

test('the parts sum to the total, and none is a whole unit off its exact share', () => {
  const weightLists = fc
    .array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 1, maxLength: 40 })
    .filter((weights) => weights.some((weight) => weight > 0n));
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
      weightLists,
      (total, weights) => {
        const parts = shareOut(total, weights);
        const weightSum = sumOf(weights);
        assert.equal(sumOf(parts), total);
        for (const [index, part] of parts.entries()) {
          const off = part * weightSum - total * weights[index]!;
          assert.ok(off < weightSum && off > -weightSum);
        }
        assert.deepEqual(
          shareOut(-total, weights),
          parts.map((part) => -part),
        );
      },
    ),
  );
});

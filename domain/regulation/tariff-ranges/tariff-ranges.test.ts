// The cost of a volume in ranges: the published figure, and that nothing is lost between lines and bounds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { add, fraction, fromScaled, multiply, roundHalfUp, sum } from '../../money/fraction.ts';
import { formatKopecks } from '../../money/kopecks.ts';
import { volumesInRanges } from './tariff-ranges.ts';

const texts = (before: bigint, volume: bigint, ...bounds: readonly bigint[]) =>
  volumesInRanges(
    fraction(before),
    fraction(volume),
    bounds.map((bound) => bound * 1000n),
  ).map((one) => Number(roundHalfUp(one, 3)) / 1000);

test('4500 kWh at 5.00, above 3900 at 7.00 = 23700.00', () => {
  const [first = fraction(0n), above = fraction(0n)] = volumesInRanges(
    fraction(0n),
    fraction(4_500n),
    [3_900_000n],
  );
  const roubles = add(
    multiply(first, fromScaled(50_000n, 4)),
    multiply(above, fromScaled(70_000n, 4)),
  );
  assert.equal(formatKopecks(roundHalfUp(roubles, 2)), '23700.00');
});

const cases: readonly (readonly [why: string, got: readonly number[], parts: readonly number[]])[] =
  [
    ['up to the bound, the first range alone', texts(0n, 3_900n, 3_900n), [3_900, 0]],
    ['three ranges', texts(0n, 10n, 3n, 7n), [3, 4, 3]],
    ['what lines before have filled is not counted again', texts(8n, 4n, 3n, 10n), [0, 2, 2]],
    ['a volume that is taken back comes from the top', texts(12n, -5n, 3n, 10n), [0, -3, -2]],
    ['and what is more than the month has is the first range', texts(2n, -5n, 3n), [-5, 0]],
    ['no bounds, one range', texts(0n, 5n), [5]],
  ];
for (const [why, got, parts] of cases) {
  test(`ranges: ${why}`, () => {
    assert.deepEqual(got, parts);
  });
}

test('the parts of any volume sum to it, and two lines are divided as both together', () => {
  const whole = fc.integer({ min: -1_000, max: 1_000 });
  fc.assert(
    fc.property(
      fc.nat(500),
      whole,
      whole,
      fc.uniqueArray(fc.integer({ min: 1, max: 900 }), { maxLength: 3 }),
      (before, one, other, drawn) => {
        const bounds = drawn.toSorted((a, b) => a - b).map((bound) => BigInt(bound) * 1000n);
        const at = (from: number, volume: number) =>
          volumesInRanges(fraction(BigInt(from)), fraction(BigInt(volume)), bounds);
        const both = at(before, one + other);
        const then = at(before + one, other);
        assert.equal(roundHalfUp(sum(both), 6), BigInt(one + other) * 1_000_000n);
        for (const [range, part] of at(before, one).entries())
          assert.equal(
            roundHalfUp(add(part, then[range] ?? fraction(0n)), 6),
            roundHalfUp(both[range] ?? fraction(0n), 6),
          );
      },
    ),
  );
});

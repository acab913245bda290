// Heating by the house-wide meter: the published figure, and that the parts sum to the whole.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fraction, fromScaled, multiply, roundHalfUp } from '../../money/fraction.ts';
import { sumOf } from '../../money/sums.ts';
import { shareHeating, shareHeatingBesideBoilers } from './heating-by-house-meter.ts';

test('120 Gcal × 50/1000 × 2280.50 = 13683.00', () => {
  const [share = 0n] = shareHeating(fraction(120n), 6, [50n], 1_000n);
  assert.equal(share, 6_000_000n);
  assert.equal(
    roundHalfUp(multiply(fromScaled(share, 6), fromScaled(22_805_000n, 4)), 2),
    13_683_00n,
  );
});

test('three equal rooms share 10 Gcal without losing a millionth', () => {
  assert.deepEqual(shareHeating(fraction(10n), 6, [1n, 1n, 1n], 3n), [
    3_333_334n,
    3_333_333n,
    3_333_333n,
  ]);
});

test('rooms with more area than the house are refused', () => {
  assert.throws(() => shareHeating(fraction(1n), 6, [3n, 2n], 4n), RangeError);
});

test('V 110, heated 900 of 1000 m², common rooms 200: 50 m² 15000.00, with a boiler 2500.00', () => {
  const { own, common } = shareHeatingBesideBoilers(fraction(110n), 6, {
    heated: [50n, 0n, 850n],
    all: [50n, 100n, 850n],
    whole: 1_000n,
    common: 200n,
  });
  const roubles = (share: bigint) =>
    roundHalfUp(multiply(fromScaled(share, 6), fromScaled(25_000_000n, 4)), 2);
  assert.equal(roubles((own[0] ?? 0n) + (common[0] ?? 0n)), 15_000_00n);
  assert.deepEqual([own[1], roubles(common[1] ?? 0n)], [0n, 5_000_00n]);
  const all = sumOf([...own, ...common]);
  assert.equal(all, 110_000_000n);
});

test('where no room heats itself, the common rooms change nothing', () => {
  const { own, common } = shareHeatingBesideBoilers(fraction(120n), 6, {
    heated: [50n],
    all: [50n],
    whole: 1_000n,
    common: 200n,
  });
  assert.equal((own[0] ?? 0n) + (common[0] ?? 0n), 6_000_000n);
});

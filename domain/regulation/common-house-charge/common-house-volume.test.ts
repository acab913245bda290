// Common-house needs: the published figures, and that nothing is lost in sharing out.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { fraction, fromScaled, multiply, roundHalfUp } from '../../money/fraction.ts';
import { formatKopecks } from '../../money/kopecks.ts';
import { sumOf } from '../../money/sums.ts';
import { commonHouseVolume, shareCommonHouseVolume } from './common-house-volume.ts';

describe('the common-house volume (formulas 11–12)', () => {
  test('is its meter less the rooms: (12000 − 1000 − 4000 − 5000) × 60/2400 × 1.936 = 96.80', () => {
    const common = commonHouseVolume({
      houseVolume: fraction(12_000n),
      individualVolumes: fraction(10_000n),
      precision: 3,
    });
    assert.equal(common, 2_000_000n);
    const [share = 0n] = shareCommonHouseVolume(common, [60n], 2_400n);
    assert.equal(
      formatKopecks(roundHalfUp(multiply(fromScaled(share, 3), fromScaled(19_360n, 4)), 2)),
      '96.80',
    );
  });

  test('is below zero when the rooms used more than the house', () => {
    assert.equal(
      commonHouseVolume({
        houseVolume: fraction(99n),
        individualVolumes: fraction(100n),
        precision: 3,
      }),
      -1_000n,
    );
  });

  test('is rounded once, to the precision of the service', () => {
    assert.equal(
      commonHouseVolume({
        houseVolume: fraction(1n),
        individualVolumes: fraction(1n, 3n),
        precision: 3,
      }),
      667n,
    );
  });
});

describe('the share-out (formula 10)', () => {
  test('adds up to the house total exactly, whatever the areas', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt(1n, 10n ** 9n), { minLength: 1, maxLength: 200 }),
        fc.bigInt(0n, 10n ** 12n),
        (weights, volume) => {
          const whole = sumOf(weights);
          const shares = shareCommonHouseVolume(volume, weights, whole);
          assert.equal(sumOf(shares), volume);
          assert.ok(
            shares.every(
              (share, index) => abs(share * whole - volume * (weights[index] ?? 0n)) < whole,
            ),
          );
        },
      ),
    );
  });

  test('leaves the share of a room without an account uncharged', () => {
    assert.deepEqual(shareCommonHouseVolume(100n, [1n, 1n], 4n), [25n, 25n]);
  });

  test('refuses accounts with more area than the house', () => {
    assert.throws(() => shareCommonHouseVolume(100n, [3n, 2n], 4n), RangeError);
  });
});

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

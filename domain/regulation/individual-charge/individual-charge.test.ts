// The published figures of Decree 354, recomputed with the rules of this folder.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fraction, fromScaled, multiply, roundHalfUp } from '../../money/fraction.ts';
import { formatKopecks } from '../../money/kopecks.ts';
import { parseScaled } from '../../money/scaled.ts';
import { heatingVolume } from './heating-volume.ts';
import { meterVolume } from './meter-volume.ts';
import { normVolume, personsForNorm } from './norm-volume.ts';

const roubles = (volume: Parameters<typeof multiply>[0], tariff: string): string =>
  formatKopecks(roundHalfUp(multiply(volume, fromScaled(parseScaled(tariff, 4), 4)), 2));

describe('a meter (formula 1)', () => {
  const readings: readonly (readonly [
    why: string,
    previous: string,
    current: string,
    digits: number,
    rollover: boolean,
    volume: string,
  ])[] = [
    ['counts the difference of its readings', '150.000', '154.320', 5, false, '4.320'],
    ['counts nothing when it stands still', '17.500', '17.500', 5, false, '0.000'],
    ['that rolled over adds 10^digits: 99998.5 → 2.5', '99998.500', '2.500', 5, true, '4.000'],
    ['of four digits rolls over sooner', '9999.900', '0.100', 4, true, '0.200'],
    [
      'that went once around to the same figure has counted a whole turn',
      '5.000',
      '5.000',
      5,
      true,
      '100000.000',
    ],
  ];
  for (const [why, previous, current, digits, rollover, volume] of readings) {
    test(why, () => {
      assert.equal(
        meterVolume({
          previousE3: parseScaled(previous, 3),
          currentE3: parseScaled(current, 3),
          digits,
          rollover,
        }),
        parseScaled(volume, 3),
      );
    });
  }

  test('that went back without rolling over is refused', () => {
    assert.throws(
      () => meterVolume({ previousE3: 10n, currentE3: 9n, digits: 5, rollover: false }),
      RangeError,
    );
  });
});

describe('a norm (formula 4)', () => {
  test('is counted for each person', () => {
    assert.equal(roubles(normVolume(2, 3_190_000n), '49.19'), '313.83');
  });

  test('is counted for the owners where nobody is registered (p. 56(2))', () => {
    assert.deepEqual(personsForNorm(0, 2), { persons: 2, areOwners: true });
    assert.deepEqual(personsForNorm(3, 2), { persons: 3, areOwners: false });
  });
});

describe('heating by norm (formulas 2 and 2(1))', () => {
  const area = fromScaled(5544n, 2);

  test('over the whole year: 55.44 m² × 0.0195 × 7/12 × 2371.72 = 1495.68', () => {
    const volume = heatingVolume({ area, normE6: 19_500n, monthsOfYear: 7 });
    assert.equal(roubles(volume, '2371.72'), '1495.68');
  });

  test('in a month of the season', () => {
    const volume = heatingVolume({ area, normE6: 19_500n });
    assert.equal(roubles(volume, '2371.72'), '2564.02'); // 55.44 × 0.0195 = 1.08108; × 2371.72 = 2564.0190576
  });

  test('over the whole year gives the same yearly volume as in the season', () => {
    const ofYear = (months: bigint, monthsOfYear?: number) =>
      multiply(
        heatingVolume({ area, normE6: 19_500n, ...(monthsOfYear && { monthsOfYear }) }),
        fraction(months),
      );
    assert.equal(roundHalfUp(ofYear(7n), 9), roundHalfUp(ofYear(12n, 7), 9));
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { meanOf, oddityOf, volumeBetween } from './consumption.ts';

describe('what a meter has counted', () => {
  const cases = [
    { why: 'it went on', readings: [150_000n, 154_320n], rollover: false, volume: 4_320n },
    { why: 'it stood still', readings: [150_000n, 150_000n], rollover: false, volume: 0n },
    {
      why: '99998.5 → 2.5 over 99999',
      readings: [99_998_500n, 2_500n],
      rollover: true,
      volume: 4_000n,
    },
    { why: 'it went back', readings: [150_000n, 149_999n], rollover: false, volume: undefined },
    {
      why: 'more than its digits can show',
      readings: [200_000_000n, 1n],
      rollover: true,
      volume: undefined,
    },
  ] as const;
  for (const { why, readings, rollover, volume } of cases) {
    test(`is ${volume} thousandths: ${why}`, () => {
      assert.equal(volumeBetween(readings[0], readings[1], 5, rollover), volume);
    });
  }
});

describe('a reading', () => {
  /** Twelve months of 4.000. */
  const year = { volumeE3: 48_000n, months: 12, readings: 12 };
  const cases = [
    { why: 'nothing was used', volume: 0n, months: 1, year, odd: 'zero' },
    {
      why: 'nothing was used by a new meter',
      volume: 0n,
      months: 1,
      year: { ...year, readings: 0 },
      odd: 'zero',
    },
    { why: 'as in every month', volume: 4_000n, months: 1, year, odd: null },
    { why: 'three times the mean', volume: 12_000n, months: 1, year, odd: null },
    {
      why: 'a thousandth above three times the mean',
      volume: 12_001n,
      months: 1,
      year,
      odd: 'jump',
    },
    { why: 'two months in one', volume: 24_000n, months: 2, year, odd: null },
    { why: 'a thousandth above that', volume: 24_001n, months: 2, year, odd: 'jump' },
    {
      why: 'two readings have no mean',
      volume: 99_000n,
      months: 1,
      year: { volumeE3: 8_000n, months: 2, readings: 2 },
      odd: null,
    },
    {
      why: 'three have one',
      volume: 12_001n,
      months: 1,
      year: { volumeE3: 12_000n, months: 3, readings: 3 },
      odd: 'jump',
    },
    {
      why: 'a mean that is no thousandth: 10 / 3 × 3',
      volume: 10_000n,
      months: 1,
      year: { volumeE3: 10_000n, months: 3, readings: 3 },
      odd: null,
    },
    {
      why: 'somebody moved in',
      volume: 1n,
      months: 1,
      year: { ...year, volumeE3: 0n },
      odd: 'jump',
    },
  ] as const;
  for (const { why, volume, months, year: before, odd } of cases) {
    test(`is ${odd ?? 'not odd'}: ${why}`, () => {
      assert.equal(oddityOf({ volumeE3: volume, months }, before), odd);
    });
  }

  test('has a mean from three readings on, rounded half-up', () => {
    assert.equal(meanOf(year), 4_000n);
    assert.equal(meanOf({ volumeE3: 10_000n, months: 3, readings: 3 }), 3_333n);
    assert.equal(meanOf({ volumeE3: 10_002n, months: 4, readings: 3 }), 2_501n); // 2500.5
    assert.equal(meanOf({ volumeE3: 10_000n, months: 3, readings: 2 }), null);
  });
});

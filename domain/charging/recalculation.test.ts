// A recalculation books what a month would be charged now, less what stands for it, and then nothing more.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { differencesOf, type LineAmount } from './recalculation.ts';

const line = (
  personalAccountId: number,
  houseServiceId: number,
  place: number,
  amountKopecks: bigint,
): LineAmount => ({
  personalAccountId,
  houseServiceId,
  line: place,
  consumptionE6: amountKopecks * 10n,
  amountKopecks,
});
const replayed = (...lines: readonly LineAmount[]) => ({ lines, skipped: [] });

describe('the differences of a month', () => {
  test('are what is charged more, less, newly and no longer, in the order of accounts', () => {
    const booked = [
      line(2, 1, 0, 500n),
      line(1, 1, 0, 100n),
      line(1, 1, 1, 50n),
      line(1, 2, 0, 7n),
    ];
    const now = replayed(
      line(1, 1, 0, 130n),
      line(1, 2, 0, 7n),
      line(2, 1, 0, 400n),
      line(2, 3, 0, 9n),
    );
    assert.deepEqual(differencesOf(booked, now), [
      { ...line(1, 1, 0, 30n), bookedKopecks: 100n, replayedKopecks: 130n },
      { ...line(1, 1, 1, -50n), bookedKopecks: 50n, replayedKopecks: 0n },
      { ...line(2, 1, 0, -100n), bookedKopecks: 500n, replayedKopecks: 400n },
      { ...line(2, 3, 0, 9n), bookedKopecks: 0n, replayedKopecks: 9n },
    ]);
  });

  test('take nothing back of an account that the replay has skipped', () => {
    const skipped = [{ personalAccountId: 1, reason: 'tariff-missing: …' }];
    assert.deepEqual(differencesOf([line(1, 1, 0, 100n)], { lines: [], skipped }), []);
  });

  test('are none once they are booked', () => {
    const lines = fc.array(
      fc
        .tuple(fc.nat({ max: 3 }), fc.nat({ max: 2 }), fc.nat({ max: 6 }), fc.bigInt(-900n, 900n))
        .map((one) => line(...one)),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(lines, lines, (booked, now) => {
        const differences = differencesOf(booked, replayed(...now));
        assert.ok(differences.every(({ amountKopecks }) => amountKopecks !== 0n));
        assert.deepEqual(differencesOf([...booked, ...differences], replayed(...now)), []);
      }),
    );
  });
});

// Heating with heat meters of rooms: the published figures, and that the parts sum to the whole.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fraction, fromScaled, multiply, roundHalfUp } from '../../money/fraction.ts';
import { sumOf } from '../../money/sums.ts';
import {
  shareHeatingByRoomMeters,
  type HeatedRoom,
  type RoomShares,
} from './heating-by-room-meters.ts';

const withMeter = (area: bigint, counted: bigint): HeatedRoom => ({
  counted: fraction(counted),
  metered: area,
  unmetered: 0n,
  all: area,
});
const without = (area: bigint): HeatedRoom => ({
  counted: fraction(0n),
  metered: 0n,
  unmetered: area,
  all: area,
});
const heatsItself = (area: bigint): HeatedRoom => ({ ...without(area), unmetered: 0n });

function totals(found: RoomShares | undefined): readonly bigint[] {
  assert.ok(found);
  return found.own.map((own, index) => own + (found.common[index] ?? 0n));
}
const roubles = (units: bigint): bigint =>
  roundHalfUp(multiply(fromScaled(units, 6), fraction(2000n)), 2);

test('V 100, S 1000: A 100 m² 6 and B 100 m² 10 by meter are 8 and 12, 50 m² without one 5', () => {
  const rooms = [withMeter(100n, 6n), withMeter(100n, 10n), without(50n), without(750n)];
  const shares = totals(shareHeatingByRoomMeters(fraction(100n), 6, rooms, 1000n));
  assert.deepEqual(shares.slice(0, 3).map(roubles), [16_000_00n, 24_000_00n, 10_000_00n]);
  assert.equal(sumOf(shares), 100_000_000n);
});

test('if all rooms have meters, what these have not counted is shared by area', () => {
  const rooms = [withMeter(100n, 6n), withMeter(300n, 10n)];
  const found = shareHeatingByRoomMeters(fraction(20n), 6, rooms, 400n);
  assert.deepEqual(found, { own: [6_000_000n, 10_000_000n], common: [1_000_000n, 3_000_000n] });
});

test('a room that heats itself bears only its part of the rest', () => {
  const rooms = [withMeter(100n, 6n), heatsItself(100n)];
  const found = shareHeatingByRoomMeters(fraction(10n), 6, rooms, 200n);
  assert.deepEqual(found, { own: [6_000_000n, 0n], common: [2_000_000n, 2_000_000n] });
});

test('a meter for some days counts for these, the average for the others', () => {
  const some = { counted: fraction(3n), metered: 50n, unmetered: 50n, all: 100n };
  const found = shareHeatingByRoomMeters(fraction(9n), 6, [some, without(50n)], 150n);
  assert.deepEqual(found, { own: [6_000_000n, 3_000_000n], common: [0n, 0n] });
});

test('if rooms use more than the house, all pay less, but none below zero', () => {
  const rooms = [withMeter(100n, 6n), withMeter(100n, 10n)];
  const found = shareHeatingByRoomMeters(fraction(10n), 6, rooms, 200n);
  assert.deepEqual(found, { own: [3_000_000n, 7_000_000n], common: [0n, 0n] });
  const idle = [withMeter(100n, 0n), withMeter(100n, 16n)];
  assert.equal(shareHeatingByRoomMeters(fraction(10n), 6, idle, 200n), undefined);
});

test('indivisible units go to the largest remainders', () => {
  const rooms = [withMeter(100n, 1n), without(100n), without(100n)];
  const shares = totals(shareHeatingByRoomMeters(fraction(10n), 6, rooms, 300n));
  assert.deepEqual(shares, [3_333_334n, 3_333_333n, 3_333_333n]);
  assert.throws(() => shareHeatingByRoomMeters(fraction(1n), 6, [without(1n)], 1n), RangeError);
});

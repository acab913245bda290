import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roomNumbers, roomsTyped } from './room-numbers.ts';

const ROOMS = Array.from({ length: 36 }, (_, index) => ({
  id: 100 + index,
  number: String(index + 1),
})).concat({ id: 900, number: 'Н-1' });
const numbers = (typed: string): string =>
  roomNumbers(roomsTyped(typed, ROOMS).ids, ROOMS).join(' ');

for (const [why, typed, chosen] of [
  ['nothing is the whole house', ' ', ''],
  ['rooms one by one', '3, 7; 12', '3 7 12'],
  ['a range', '10-13', '10 11 12 13'],
  ['a riser: every fourth room', '3-35/4', '3 7 11 15 19 23 27 31 35'],
  ['a room with a letter, and one twice', 'Н-1, 2, 1-2', '1 2 Н-1'],
] as const)
  test(`typed rooms: ${why}`, () => assert.equal(numbers(typed), chosen));

test('text that names no room is reported', () => {
  assert.deepEqual(roomsTyped('1, 99, 40-50', ROOMS), { ids: [100], unknown: ['99', '40-50'] });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLateMeters } from './late-meters.ts';

const METER = {
  houseId: 7,
  personalAccountId: 81,
  houseServiceId: 9,
  meterId: 3,
  estimatedSince: '2026-05',
};
const HOUSE = '{"line":"house","address":"ул. Мира, 1"}\n';
const END = `${JSON.stringify({ line: 'end', accounts: 1, lateMeters: [METER] })}\n`;

test('the last line lists the late meters', () => {
  assert.deepEqual(readLateMeters(new TextEncoder().encode(HOUSE + END)), [METER]);
  assert.deepEqual(readLateMeters(new TextEncoder().encode(END)), [METER]);
});

for (const [why, text] of [
  ['is empty', ''],
  ['ends within a line', HOUSE + END.slice(0, -3)],
  ['has another last line', HOUSE],
  ['names them otherwise', HOUSE + END.replace('"2026-05"', '5')],
] as const) {
  test(`there are none in a snapshot that ${why}`, () => {
    assert.deepEqual(readLateMeters(new TextEncoder().encode(text)), []);
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apart, nearest, partOf, ticks } from './geometry.ts';

const SCALES = [
  { least: 0, greatest: 21, ticks: [0, 10, 20, 30] },
  { least: 0, greatest: 100, ticks: [0, 50, 100] },
  { least: -70, greatest: 130, ticks: [-100, -50, 0, 50, 100, 150] },
  { least: 0, greatest: 0, ticks: [0, 0.5] },
  { least: 5, greatest: 5, ticks: [4, 6] },
];
for (const { least, greatest, ticks: expected } of SCALES)
  test(`from ${least} to ${greatest} the scale is ${expected.join(', ')}`, () =>
    assert.deepEqual(ticks(least, greatest), expected));

test('a scale covers its least and its greatest value, and zero if it lies between', () => {
  for (const least of [-12_345.67, -3, 0, 0.002, 7])
    for (const greatest of [7.5, 999, 1_234_567]) {
      const scale = ticks(least, greatest);
      assert.ok((scale[0] ?? 0) <= least && (scale.at(-1) ?? 0) >= greatest);
      assert.ok(scale.length >= 2 && scale.length <= 8, `${scale.length} ticks`);
      if (least <= 0) assert.ok(scale.includes(0));
    }
});

test('labels that would touch the previous one are left out', () => {
  assert.deepEqual(apart([0, 30, 60, 90], 30), [0, 1, 2, 3]);
  assert.deepEqual(apart([0, 5, 40, 60, 75], 30), [0, 2, 4]);
  assert.deepEqual(apart([], 30), []);
});

test('the position of a day between two others is proportional to the days', () => {
  assert.equal(partOf('2026-01-01', '2026-01-01', '2026-01-11'), 0);
  assert.equal(partOf('2026-01-06', '2026-01-01', '2026-01-11'), 0.5);
  assert.equal(partOf('2026-01-06', '2026-01-06', '2026-01-06'), 0);
});

test('the nearest stop is found, or the earlier of two equally near', () => {
  assert.equal(nearest([0, 0.5, 1], 0.7), 1);
  assert.equal(nearest([0, 0.5, 1], 0.8), 2);
  assert.equal(nearest([0, 0.5, 1], 0.25), 0);
});

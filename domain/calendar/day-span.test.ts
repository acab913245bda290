import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differenceOf, hullOf, type DaySpan } from './day-span.ts';

const MAY = span('2026-05-01', '2026-05-31');

function span(from: string | null, to: string | null): DaySpan {
  return { from, to };
}

test('a hull covers both spans, from the earliest to the latest day', () => {
  assert.equal(hullOf(null, null), null);
  assert.deepEqual(hullOf(null, MAY), MAY);
  assert.deepEqual(hullOf(MAY, span('2026-07-01', '2026-07-02')), span('2026-05-01', '2026-07-02'));
  assert.deepEqual(hullOf(span(null, '2026-05-01'), span('2026-05-02', null)), span(null, null));
});

test('a span to the last possible day equals one without an end', () => {
  assert.equal(differenceOf(span('2026-05-01', '2999-12-31'), span('2026-05-01', null)), null);
});

const differences: { why: string; other: DaySpan; days: DaySpan | null }[] = [
  { why: 'the same', other: MAY, days: null },
  {
    why: 'begins later',
    other: span('2026-05-10', '2026-05-31'),
    days: span('2026-05-01', '2026-05-09'),
  },
  { why: 'since ever', other: span(null, '2026-05-31'), days: span(null, '2026-04-30') },
  {
    why: 'ends earlier',
    other: span('2026-05-01', '2026-05-30'),
    days: span('2026-05-31', '2026-05-31'),
  },
  { why: 'for good', other: span('2026-05-01', null), days: span('2026-06-01', null) },
  {
    why: 'until the last day',
    other: span('2026-05-01', '2999-12-31'),
    days: span('2026-06-01', null),
  },
  {
    why: 'both ends elsewhere',
    other: span('2026-05-02', '2026-06-30'),
    days: span('2026-05-01', '2026-06-30'),
  },
];
for (const { why, other, days } of differences) {
  test(`two spans differ in these days, in either order: ${why}`, () => {
    assert.deepEqual(differenceOf(MAY, other), days);
    assert.deepEqual(differenceOf(other, MAY), days);
  });
}

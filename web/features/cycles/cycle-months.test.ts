// What the list of cycles says about months without a look at any other data.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  closedWith,
  lastAppliedMonth,
  stripMonths,
  workedMonthOf,
  type KnownCycle,
} from './cycle-months.ts';

/** Newest first, as the service lists them; there is no August. */
const CYCLES: readonly KnownCycle[] = [
  { year: 2026, month: 12, status: 'DRAFT' },
  { year: 2026, month: 11, status: 'APPLIED' },
  { year: 2026, month: 10, status: 'CLOSED' },
  { year: 2026, month: 9, status: 'APPLIED' },
  { year: 2026, month: 7, status: 'CLOSED' },
];

const CLOSINGS: readonly (readonly [period: string, closing: string | undefined, why: string])[] = [
  ['2026-12', undefined, 'it is the newest'],
  ['2026-11', undefined, 'only an earlier month is closed'],
  ['2026-10', undefined, 'it is closed by itself'],
  ['2026-09', '2026-10', 'it is applied, before a closed month'],
  ['2026-08', '2026-10', 'it has no cycle'],
  ['2026-07', undefined, 'it is closed by itself, before another closed month'],
  ['2025-12', '2026-07', 'the next closing counts, also in another year'],
];
for (const [period, closing, why] of CLOSINGS)
  test(`${period} is closed with ${closing ?? 'no other month'}: ${why}`, () =>
    assert.equal(closedWith(CYCLES, period), closing));

test('the newest month is being worked on until it is closed, before the first the current one', () => {
  assert.equal(workedMonthOf(CYCLES, '2027-01'), '2026-12');
  assert.equal(workedMonthOf(CYCLES.slice(2), '2027-01'), '2026-11');
  assert.equal(workedMonthOf([], '2027-01'), '2027-01');
});

test('reports begin with the last applied month, before the first with the current one', () => {
  assert.equal(lastAppliedMonth(CYCLES, '2027-01'), '2026-11');
  assert.equal(lastAppliedMonth(CYCLES.slice(2), '2027-01'), '2026-10');
  assert.equal(lastAppliedMonth(CYCLES.slice(0, 1), '2027-01'), '2027-01');
});

const STRIPS: readonly (readonly [shown: string, first: string, last: string, why: string])[] = [
  ['2026-11', '2026-01', '2026-12', 'the newest cycle may be after the current month'],
  ['2026-01', '2026-01', '2026-12', 'the first of the strip'],
  ['2027-02', '2026-03', '2027-02', 'a later month ends the strip'],
  ['2025-06', '2024-07', '2025-06', 'so does one before the strip'],
];
for (const [shown, first, last, why] of STRIPS)
  test(`the strip with ${shown} is from ${first} to ${last}: ${why}`, () => {
    const months = stripMonths(CYCLES, shown, '2026-11');
    assert.deepEqual([months.length, months[0], months.at(-1)], [12, first, last]);
  });

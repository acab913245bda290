import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { ageDebts, ageOf, dueDates } from './debt-age.ts';
import { percentOf } from './percent.ts';

for (const [days, age] of [
  [-20, 'notDue'],
  [0, 'notDue'],
  [1, 'days0to30'],
  [30, 'days0to30'],
  [31, 'days31to90'],
  [90, 'days31to90'],
  [91, 'days91to180'],
  [180, 'days91to180'],
  [181, 'days181to365'],
  [365, 'days181to365'],
  [366, 'over365'],
] as const)
  test(`${days} days after the due date is ${age}`, () => {
    assert.equal(ageOf(days), age);
  });

test('a debt is as old as its month is overdue, and only overdue months are counted', () => {
  const owed = (month: string, amountKopecks: bigint) => ({
    kind: 'principal' as const,
    month: parseBillingMonth(month),
    amountKopecks,
  });
  const dueDateOf = dueDates({ house: [], organization: [] });
  // Due on 10 November 2025 (a Monday), 16 March 2026 (the 15th is a Sunday), 15 April 2026.
  const { kopecks, months } = ageDebts(
    [owed('2025-10', 1_00n), owed('2026-02', 2_00n), owed('2026-03', 4_00n)],
    dueDateOf,
    parseDay('2026-04-15'),
  );
  assert.deepEqual(kopecks, {
    notDue: 4_00n,
    days0to30: 2_00n,
    days31to90: 0n,
    days91to180: 1_00n,
    days181to365: 0n,
    over365: 0n,
  });
  assert.deepEqual(months.map(String), ['2025-10', '2026-02']);
});

test('months before the Housing Code were due by the end of the next', () => {
  const dueDateOf = dueDates({ house: [], organization: [] });
  assert.equal(String(dueDateOf(parseBillingMonth('2001-01'))), '2001-02-28');
});

for (const { part, whole, percent } of [
  { part: 1n, whole: 3n, percent: '33.33' },
  { part: 2n, whole: 3n, percent: '66.67' },
  { part: 3n, whole: 2n, percent: '150.00' },
  { part: -1n, whole: 4n, percent: '-25.00' },
  { part: 1n, whole: 0n, percent: null },
  { part: 1n, whole: -5n, percent: null },
])
  test(`${part} of ${whole} is ${percent} %`, () => {
    assert.equal(percentOf(part, whole), percent);
  });

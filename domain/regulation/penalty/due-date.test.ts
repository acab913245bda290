import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBillingMonth } from '../../calendar/billing-month.ts';
import { formatDay } from '../../calendar/day.ts';
import type { DueTerms } from './due-date.ts';
import { dueDateOf, dueDayRules } from './due-date.ts';

function due(month: string, terms: { house?: DueTerms; organization?: DueTerms } = {}): string {
  return formatDay(dueDateOf(parseBillingMonth(month), terms));
}

const byLaw = [
  { month: '2025-05', due: '2025-06-10', why: 'the 10th of the next month, a Tuesday' },
  { month: '2025-12', due: '2026-01-12', why: 'Saturday 10 January moves over the Sunday' },
  { month: '2026-01', due: '2026-02-10', why: 'the last month of the 10th' },
  { month: '2026-02', due: '2026-03-16', why: 'the first month of the 15th, a Sunday' },
  { month: '2026-05', due: '2026-06-15', why: 'a Monday' },
  { month: '2026-07', due: '2026-08-17', why: 'Saturday 15 August' },
  { month: '2026-12', due: '2027-01-15', why: 'over the end of the year' },
  { month: '2024-04', due: '2024-05-13', why: 'the 10th was moved to be a day off' },
];

for (const { month, due: expected, why } of byLaw) {
  test(`the charges of ${month} are due on ${expected}: ${why}`, () => {
    assert.equal(due(month), expected);
  });
}

const settled = [
  {
    month: '2025-07',
    terms: { organization: { agreedDay: 20 } },
    due: '2025-08-20',
    why: 'the contract of the organization',
  },
  {
    month: '2025-07',
    terms: { organization: { agreedDay: 20 }, house: { agreedDay: 25 } },
    due: '2025-08-25',
    why: 'the meeting of the house goes before it',
  },
  {
    month: '2026-05',
    terms: { organization: { agreedDay: 25 }, house: { agreedDay: 20 } },
    due: '2026-06-15',
    why: 'since 177-FZ no other day can be agreed',
  },
  {
    month: '2026-07',
    terms: { organization: { movesToWorkingDay: false } },
    due: '2026-08-15',
    why: 'the organization moves no term',
  },
  {
    month: '2026-07',
    terms: { organization: { movesToWorkingDay: false }, house: { movesToWorkingDay: true } },
    due: '2026-08-17',
    why: 'the house does',
  },
  {
    month: '2025-01',
    terms: { house: { agreedDay: 31 } },
    due: '2025-02-28',
    why: 'February has no 31st',
  },
];

for (const { month, terms, due: expected, why } of settled) {
  test(`by their own terms the charges of ${month} are due on ${expected}: ${why}`, () => {
    assert.equal(due(month, terms), expected);
  });
}

test('a due day outside 1 to 31, and a month before the Housing Code, are refused', () => {
  for (const agreedDay of [0, 32, 1.5, -1, Number.NaN])
    assert.throws(() => due('2025-01', { house: { agreedDay } }), RangeError);
  assert.throws(() => due('2005-02'), RangeError);
});

test('each rule comes into force on the day after the one before it ends', () => {
  for (const [index, rule] of dueDayRules.entries()) {
    const before = dueDayRules[index - 1];
    if (before === undefined) continue;
    assert.equal(before.validTo?.add({ days: 1 }).toString(), rule.validFrom.toString());
  }
  assert.equal(dueDayRules.at(-1)?.validTo, null);
});

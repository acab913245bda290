import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatBillingMonth,
  parseBillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { monthRangeOf } from './month-range.ts';

for (const { why, firstMonth, today, range } of [
  {
    why: 'from the first account',
    firstMonth: '2019-04',
    today: '2026-11-30',
    range: '2019-04 2026-12',
  },
  {
    why: 'into the next year',
    firstMonth: '2026-12',
    today: '2026-12-01',
    range: '2026-12 2027-01',
  },
  {
    why: 'the first account opens next month',
    firstMonth: '2027-01',
    today: '2026-12-31',
    range: '2027-01 2027-01',
  },
  { why: 'no account yet', firstMonth: undefined, today: '2026-02-28', range: '2025-02 2026-03' },
  {
    why: 'the first account opens long after',
    firstMonth: '2999-12',
    today: '2026-02-28',
    range: '2025-02 2026-03',
  },
]) {
  test(`months from ${range.replace(' ', ' to ')}: ${why}`, () => {
    const known = firstMonth === undefined ? undefined : parseBillingMonth(firstMonth);
    const { first, last } = monthRangeOf(known, parseDay(today));
    assert.equal([first, last].map(formatBillingMonth).join(' '), range);
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatBillingMonth } from '../calendar/billing-month.ts';
import { formatDay, parseDay } from '../calendar/day.ts';
import { readingWindowOn } from './reading-window.ts';

for (const { days, today, window, why } of [
  {
    days: null,
    today: '2026-10-31',
    window: '2026-10 2026-10-01 2026-10-31 open',
    why: 'every day',
  },
  {
    days: [15, 25],
    today: '2026-10-15',
    window: '2026-10 2026-10-15 2026-10-25 open',
    why: 'its first day',
  },
  {
    days: [15, 25],
    today: '2026-10-25',
    window: '2026-10 2026-10-15 2026-10-25 open',
    why: 'its last day',
  },
  {
    days: [15, 25],
    today: '2026-10-14',
    window: '2026-10 2026-10-15 2026-10-25 shut',
    why: 'the day before',
  },
  {
    days: [15, 25],
    today: '2026-12-26',
    window: '2027-01 2027-01-15 2027-01-25 shut',
    why: 'over: the next month’s',
  },
  {
    days: [23, 3],
    today: '2026-11-03',
    window: '2026-10 2026-10-23 2026-11-03 open',
    why: 'ends in the month after',
  },
  { days: [23, 3], today: '2026-11-04', window: '2026-11 2026-11-23 2026-12-03 shut', why: 'over' },
  {
    days: [30, 31],
    today: '2026-02-28',
    window: '2026-02 2026-02-28 2026-02-28 open',
    why: 'a month without these days',
  },
  {
    days: [20, 19],
    today: '2026-11-19',
    window: '2026-10 2026-10-20 2026-11-19 open',
    why: 'one is always open',
  },
] as const)
  test(`on ${today} with ${JSON.stringify(days)} readings are of ${window}: ${why}`, () => {
    const asked = days === null ? null : { fromDay: days[0], toDay: days[1] };
    const { period, from, to, isOpen } = readingWindowOn(asked, parseDay(today));
    const told = [
      formatBillingMonth(period),
      formatDay(from),
      formatDay(to),
      isOpen ? 'open' : 'shut',
    ];
    assert.equal(told.join(' '), window);
  });

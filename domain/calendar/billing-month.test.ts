import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compareMonths,
  firstDayOf,
  formatBillingMonth,
  lastDayOf,
  monthOf,
  monthsFrom,
  nextMonth,
  parseBillingMonth,
  previousMonth,
} from './billing-month.ts';
import { formatDay, parseDay } from './day.ts';

const bounds = [
  { text: '2026-07', first: '2026-07-01', last: '2026-07-31', why: 'a long month' },
  { text: '2026-06', first: '2026-06-01', last: '2026-06-30', why: 'a short month' },
  { text: '2025-02', first: '2025-02-01', last: '2025-02-28', why: 'a common February' },
  { text: '2024-02', first: '2024-02-01', last: '2024-02-29', why: 'a leap February' },
  { text: '2000-01', first: '2000-01-01', last: '2000-01-31', why: 'the earliest' },
  { text: '2999-12', first: '2999-12-01', last: '2999-12-31', why: 'the latest' },
];

for (const { text, first, last, why } of bounds) {
  test(`${text} lasts from ${first} to ${last}: ${why}`, () => {
    const month = parseBillingMonth(text);
    assert.equal(formatBillingMonth(month), text);
    assert.equal(formatDay(firstDayOf(month)), first);
    assert.equal(formatDay(lastDayOf(month)), last);
    assert.ok(monthOf(parseDay(last)).equals(month));
  });
}

const malformed = [
  '2026-7',
  '2026-00',
  '2026-13',
  '1999-12',
  '3000-01',
  '2026-07-01',
  '202607',
  '07.2026',
  ' 2026-07',
  '',
];

for (const text of malformed) {
  test(`"${text}" is not a month, and the error names it`, () => {
    assert.throws(
      () => parseBillingMonth(text),
      (error) => error instanceof RangeError && error.message.includes(`"${text}"`),
    );
  });
}

test('the year changes between December and January', () => {
  assert.equal(formatBillingMonth(nextMonth(parseBillingMonth('2025-12'))), '2026-01');
  assert.equal(formatBillingMonth(previousMonth(parseBillingMonth('2026-01'))), '2025-12');
});

test('consecutive months begin with the given one and run into the next year', () => {
  const months = monthsFrom(parseBillingMonth('2025-11'), 4).map(formatBillingMonth);
  assert.deepEqual(months, ['2025-11', '2025-12', '2026-01', '2026-02']);
  assert.deepEqual(monthsFrom(parseBillingMonth('2025-11'), 0), []);
  assert.throws(() => monthsFrom(parseBillingMonth('2025-11'), -1), RangeError);
  assert.throws(() => monthsFrom(parseBillingMonth('2025-11'), 1.5), RangeError);
});

test('months are ordered by the calendar', () => {
  const earlier = parseBillingMonth('2025-12');
  const later = parseBillingMonth('2026-01');
  assert.ok(compareMonths(earlier, later) < 0);
  assert.ok(compareMonths(later, earlier) > 0);
  assert.equal(compareMonths(earlier, parseBillingMonth('2025-12')), 0);
});

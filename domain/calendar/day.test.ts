import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareDays, countDays, daysBetween, formatDay, moscowDayOf, parseDay } from './day.ts';

for (const text of ['2025-02-28', '2024-02-29', '2000-02-29', '1900-01-01', '2999-12-31']) {
  test(`${text} is parsed and printed unchanged`, () => {
    assert.equal(formatDay(parseDay(text)), text);
  });
}

const refused = [
  { text: '2025-02-29', why: 'not a leap year' },
  { text: '1900-02-29', why: 'a century that is not a leap year' },
  { text: '2025-13-01', why: 'no such month' },
  { text: '2025-04-31', why: 'no such day' },
  { text: '2025-00-10', why: 'month zero' },
  { text: '1899-12-31', why: 'before 1900' },
  { text: '3000-01-01', why: 'after 2999' },
  { text: '20250228', why: 'the basic ISO form' },
  { text: '2025-2-28', why: 'one digit' },
  { text: '28.02.2025', why: 'the Russian form' },
  { text: '2025-02-28T00:00:00Z', why: 'an instant' },
  { text: '2025-02-28[u-ca=hebrew]', why: 'another calendar' },
  { text: ' 2025-02-28', why: 'blank before' },
  { text: '', why: 'empty' },
];

for (const { text, why } of refused) {
  test(`"${text}" is refused, and the error names it: ${why}`, () => {
    assert.throws(
      () => parseDay(text),
      (error) => error instanceof RangeError && error.message.includes(`"${text}"`),
    );
  });
}

const counts = [
  { from: '2025-02-28', to: '2025-02-28', between: 0, inclusive: 1, why: 'the same day' },
  { from: '2024-02-28', to: '2024-03-01', between: 2, inclusive: 3, why: 'over a leap day' },
  { from: '2025-02-28', to: '2025-03-01', between: 1, inclusive: 2, why: 'no leap day' },
  { from: '2024-01-01', to: '2024-12-31', between: 365, inclusive: 366, why: 'a leap year' },
  { from: '2010-03-27', to: '2010-03-29', between: 2, inclusive: 3, why: 'clocks went forward' },
];

for (const { from, to, between, inclusive, why } of counts) {
  test(`from ${from} to ${to} there are ${between} days, ${inclusive} inclusive: ${why}`, () => {
    assert.equal(daysBetween(parseDay(from), parseDay(to)), between);
    assert.equal(countDays(parseDay(from), parseDay(to)), inclusive);
  });
}

test('a span back in time has a negative distance, and its inclusive count is refused', () => {
  assert.equal(daysBetween(parseDay('2025-03-10'), parseDay('2025-03-01')), -9);
  assert.throws(
    () => countDays(parseDay('2025-03-10'), parseDay('2025-03-09')),
    /2025-03-10 to 2025-03-09/,
  );
});

test('days are ordered by the calendar', () => {
  const days = ['2025-03-10', '2024-12-31', '2025-03-09'].map(parseDay).toSorted(compareDays);
  assert.deepEqual(days.map(formatDay), ['2024-12-31', '2025-03-09', '2025-03-10']);
});

test('a day in Moscow ends with its last millisecond, in any order of calls', () => {
  const instants = ['2026-01-20T20:59:59.999Z', '2026-01-20T21:00:00.000Z'];
  const days = ['2026-01-20', '2026-01-21'];
  for (const nth of [0, 1, 0, 0, 1, 1])
    assert.equal(formatDay(moscowDayOf(new Date(instants[nth] ?? ''))), days[nth]);
  assert.throws(() => moscowDayOf(new Date(Number.NaN)), RangeError);
});

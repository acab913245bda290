// Days of a month as numbers and sets: checked against the calendar itself.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { splitDays } from '../calendar/period.ts';
import {
  countDays,
  cutAt,
  dayNumber,
  daysBetween,
  daysOfMonth,
  edgesOf,
  hasDay,
  stretchesOf,
} from './month-days.ts';

const july = daysOfMonth(Temporal.PlainYearMonth.from('2026-07'));
const numbers = Array.from({ length: 31 }, (_, index) => index + 1);
const dayOfMonth = fc.integer({ min: 1, max: 31 });

describe('the number of a day', () => {
  const cases: readonly (readonly [day: string, number: number])[] = [
    ['2025-07-15', 0],
    ['2026-06-30', 0],
    ['2026-07-01', 1],
    ['2026-07-31', 31],
    ['2026-08-01', 32],
    ['2027-01-01', 32],
  ];
  for (const [day, number] of cases) {
    test(`of ${day} in July 2026 is ${number}`, () => {
      assert.equal(dayNumber(july, Temporal.PlainDate.from(day)), number);
    });
  }
});

describe('a set of days', () => {
  test('has the days from its first to its last, and counts them', () => {
    fc.assert(
      fc.property(dayOfMonth, dayOfMonth, (first, last) => {
        const set = daysBetween(first, last);
        const days = numbers.filter((day) => first <= day && day <= last);
        assert.deepEqual(
          numbers.filter((day) => hasDay(set, day)),
          days,
        );
        assert.equal(countDays(set), days.length);
      }),
    );
  });

  test('has edges where its stretches begin and end', () => {
    const set = daysBetween(3, 9) | daysBetween(20, 31);
    assert.equal(edgesOf(july, set), cutAt(july, 3) | cutAt(july, 10) | cutAt(july, 20));
  });
});

test('a month is cut into the same stretches as by the calendar, also on a second call', () => {
  fc.assert(
    fc.property(dayOfMonth, dayOfMonth, fc.array(dayOfMonth, { maxLength: 5 }), (a, b, cuts) => {
      const [first, last] = a < b ? [a, b] : [b, a];
      const at = (day: number) => july.month.toPlainDate({ day });
      const expected = splitDays(at(first), at(last), cuts.map(at)).map(({ from, to, days }) => ({
        from: from.toString(),
        to: to.toString(),
        days: BigInt(days),
        first: from.day,
        last: to.day,
      }));
      const set = cuts.reduce((all, day) => all | cutAt(july, day), 0);
      assert.deepEqual(stretchesOf(july, first, last, set), expected);
      assert.deepEqual(stretchesOf(july, first, last, set), expected);
    }),
  );
  assert.deepEqual(stretchesOf(july, 5, 4, 0), []);
});

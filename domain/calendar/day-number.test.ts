import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { daysBetween, formatDay, parseDay } from './day.ts';
import { dayOfNumber, numberOfDay } from './day-number.ts';

const days = [
  { day: '1970-01-01', number: 0, why: 'days are counted from here' },
  { day: '1969-12-31', number: -1, why: 'the day before is negative' },
  { day: '1900-01-01', number: -25_567, why: '70 years with 17 leap days' },
  { day: '2000-03-01', number: 11_017, why: '2000 is a leap year' },
  { day: '2026-11-21', number: 20_778, why: 'a day of this century' },
];

for (const { day, number, why } of days) {
  test(`${day} is day ${number}: ${why}`, () => {
    assert.equal(numberOfDay(parseDay(day)), number);
    assert.equal(formatDay(dayOfNumber(number)), day);
  });
}

test('the difference of two numbers is the distance between their days', () => {
  const anyDay = fc.integer({ min: -25_567, max: 376_199 });
  fc.assert(
    fc.property(anyDay, anyDay, (a, b) => {
      assert.equal(daysBetween(dayOfNumber(a), dayOfNumber(b)), b - a);
      assert.equal(numberOfDay(dayOfNumber(a)), a);
    }),
  );
});

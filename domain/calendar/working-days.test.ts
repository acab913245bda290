import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDay, parseDay } from './day.ts';
import {
  isWorkingDay,
  movedRestDays,
  movedRestDaysKnownTo,
  workingDayFrom,
} from './working-days.ts';

const days = [
  { day: '2026-06-15', next: '2026-06-15', why: 'a Monday' },
  { day: '2026-08-15', next: '2026-08-17', why: 'a Saturday moves over the Sunday' },
  { day: '2026-11-15', next: '2026-11-16', why: 'a Sunday' },
  { day: '2025-06-12', next: '2025-06-16', why: 'a holiday, a moved day off and a weekend' },
  { day: '2026-01-01', next: '2026-01-12', why: 'the New Year, with a Friday that was moved' },
  { day: '2026-05-09', next: '2026-05-12', why: 'a holiday on a Saturday moves to Monday' },
  { day: '2024-05-10', next: '2024-05-13', why: 'a Friday that was moved' },
  { day: '2024-11-02', next: '2024-11-02', why: 'a Saturday on which people work' },
  { day: '2024-12-28', next: '2024-12-28', why: 'another one' },
  { day: '2024-12-29', next: '2025-01-09', why: 'from the old year into the new one' },
  { day: '2027-01-08', next: '2027-01-11', why: 'of a year without a decree, its holidays' },
  { day: '2027-01-11', next: '2027-01-11', why: 'and no Monday for those of January' },
  { day: '2027-05-01', next: '2027-05-04', why: 'but one for a holiday on a Saturday, by law' },
  { day: '2027-05-10', next: '2027-05-11', why: 'and one for a holiday on a Sunday' },
];

for (const { day, next, why } of days) {
  test(`a term that ends on ${day} ends on ${next}: ${why}`, () => {
    assert.equal(formatDay(workingDayFrom(parseDay(day))), next);
    assert.equal(isWorkingDay(parseDay(day)), day === next);
  });
}

test('moved days are plausible: days off are weekdays, worked days are Saturdays', () => {
  for (const { year, off, worked } of movedRestDays) {
    for (const text of off) {
      assert.ok(parseDay(text).dayOfWeek < 6, text);
      assert.ok(text.startsWith(String(year)), text);
    }
    for (const text of worked) {
      assert.equal(parseDay(text).dayOfWeek, 6, text);
      assert.ok(text.startsWith(String(year)), text);
    }
  }
});

/** Working days of a five-day week, from the production calendars of these years. */
const worked = [
  { year: 2016, days: 247 },
  { year: 2017, days: 247 },
  { year: 2018, days: 247 },
  { year: 2019, days: 247 },
  { year: 2020, days: 248 },
  { year: 2021, days: 247 },
  { year: 2022, days: 247 },
  { year: 2023, days: 247 },
  { year: 2024, days: 248 },
  { year: 2025, days: 247 },
  { year: 2026, days: 247 },
];

for (const { year, days: expected } of worked) {
  test(`the year ${year} has ${expected} working days`, () => {
    let count = 0;
    let day = parseDay(`${year}-01-01`);
    for (; day.year === year; day = day.add({ days: 1 })) if (isWorkingDay(day)) count += 1;
    assert.equal(count, expected);
  });
}

test('the years are consecutive, and the last one is known to its end', () => {
  const years = movedRestDays.map(({ year }) => year);
  assert.deepEqual(
    years,
    years.map((_, index) => 2016 + index),
  );
  assert.equal(movedRestDaysKnownTo.year, years.at(-1));
});

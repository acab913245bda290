import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compareMonths,
  monthsFrom,
  nextMonth,
  parseBillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { daysBetween, parseDay } from '@kvartplata/domain/calendar/day.ts';
import {
  dueDateOf,
  limitationOf,
} from '@kvartplata/domain/regulation/payment-allocation/limitation.ts';
import { ageBoundsOf, latestBarred, OVERDUE_AGES } from './debt-age.ts';
import { percentOf } from './percent.ts';

const NO_RULES = { house: [], organization: [] };

test('the latest month of an age is overdue by at least its first day', () => {
  // Due on 10 November 2025 (a Monday), 16 March 2026 (the 15th is a Sunday), 15 April 2026.
  const of = (day: string) => {
    const bounds = ageBoundsOf(NO_RULES, parseDay(day));
    return OVERDUE_AGES.map((age) => String(bounds[age]));
  };
  assert.deepEqual(of('2026-04-15'), ['2026-02', '2026-01', '2025-12', '2025-09', '2025-03']);
  assert.equal(of('2026-04-16')[0], '2026-03');
});

for (const day of ['2026-04-15', '2026-03-16', '2026-03-17', '2024-02-29', '2026-01-01'])
  test(`on ${day} the age of every month agrees with its days overdue`, () => {
    const asOf = parseDay(day);
    const bounds = ageBoundsOf(NO_RULES, asOf);
    for (const month of monthsFrom(parseBillingMonth('2022-01'), 60)) {
      const overdue = daysBetween(dueDateOf(month, NO_RULES), asOf);
      const reached = OVERDUE_AGES.filter((age) => compareMonths(month, bounds[age]) <= 0).length;
      assert.equal(reached, [1, 31, 91, 181, 366].filter((days) => overdue >= days).length);
    }
  });

test('the latest month whose limitation has run out was due more than three years ago', () => {
  // The charges of 2023-02 were due on 2023-03-10, those of 2023-03 on 2023-04-10.
  assert.equal(String(latestBarred(NO_RULES, parseDay('2026-03-10'))), '2023-01');
  assert.equal(String(latestBarred(NO_RULES, parseDay('2026-03-11'))), '2023-02');
  const off = { validFrom: parseDay('2020-01-01'), validTo: null, isOn: false } as const;
  const rules = { house: [], organization: [{ kind: 'limitation', ...off } as const] };
  assert.equal(latestBarred(rules, parseDay('2026-03-11')), null);
});

for (const dueDay of [10, 25, 28, 30, 31])
  test(`with a term by the ${dueDay}th, the latest barred month is followed by one that is not`, () => {
    const agreed = { validFrom: parseDay('2010-01-01'), validTo: null } as const;
    const rules = { house: [], organization: [{ ...agreed, kind: 'due-day', dueDay } as const] };
    const { isBarred } = limitationOf(rules);
    for (let day = parseDay('2026-11-01'); day.year < 2028; day = day.add({ days: 1 })) {
      const month = latestBarred(rules, day);
      assert.ok(month, String(day));
      assert.deepEqual([isBarred(month, day), isBarred(nextMonth(month), day)], [true, false]);
    }
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

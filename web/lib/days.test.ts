import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  figuresOf,
  lastDayOf,
  monthFrom,
  parseDay,
  parseMonth,
  showDay,
  showDayOf,
  showMonth,
  showShortMonth,
  showSinceMonth,
  showUntilMonth,
  showWithMonth,
  today,
} from './days.ts';

const TYPED = [
  { typed: '21.11.2026', day: '2026-11-21' },
  { typed: '1.2.26', day: '2026-02-01' },
  { typed: '211126', day: '2026-11-21' },
  { typed: '21112026', day: '2026-11-21' },
  { typed: '21,11,2026', day: '2026-11-21' },
  { typed: '2026-11-21', day: '2026-11-21' },
  { typed: '29.02.2028', day: '2028-02-29' },
  { typed: '29.02.2026', day: undefined },
  { typed: '31.11.2026', day: undefined },
  { typed: '21.11', day: undefined },
  { typed: '', day: undefined },
];
for (const { typed, day } of TYPED)
  test(`"${typed}" is parsed as ${day}`, () => assert.equal(parseDay(typed), day));

const TYPED_MONTHS = [
  { typed: '11.2026', month: '2026-11' },
  { typed: '1.26', month: '2026-01' },
  { typed: '1126', month: '2026-11' },
  { typed: ' 112026 ', month: '2026-11' },
  { typed: '2026-11', month: '2026-11' },
  { typed: 'ноябрь 2026', month: '2026-11' },
  { typed: 'Ноября 2026 г.', month: '2026-11' },
  { typed: 'нояб. 26', month: '2026-11' },
  { typed: 'май 2026', month: '2026-05' },
  { typed: 'мая 2026 года', month: '2026-05' },
  { typed: 'мар 2026', month: '2026-03' },
  { typed: 'November 2026', month: '2026-11' },
  { typed: 'sept 26', month: '2026-09' },
  { typed: 'ноябрьский 2026', month: undefined },
  { typed: 'но 2026', month: undefined },
  { typed: 'ноябрь', month: undefined },
  { typed: '13.2026', month: undefined },
  { typed: '2026-13', month: undefined },
  { typed: '11', month: undefined },
  { typed: '', month: undefined },
];
for (const { typed, month } of TYPED_MONTHS)
  test(`"${typed}" is parsed as the month ${month}`, () => assert.equal(parseMonth(typed), month));

test('days and months are shown in figures and in words', () => {
  assert.equal(showDay('2026-11-21'), '21.11.2026');
  assert.equal(showMonth('2026-11', 'ru'), 'ноябрь 2026');
  assert.equal(showMonth('2026-11', 'en'), 'November 2026');
  assert.equal(showShortMonth('2026-05', 'ru'), 'май');
  assert.equal(showSinceMonth('2026-05', 'ru'), 'с мая 2026');
  assert.equal(showSinceMonth('2026-05', 'en'), 'since May 2026');
  assert.equal(showUntilMonth('2027-03', 'ru'), 'до марта 2027');
  assert.equal(showUntilMonth('2027-03', 'en'), 'until March 2027');
  assert.equal(showWithMonth('2026-10', 'ru'), 'вместе с октябрём 2026');
  assert.equal(showWithMonth('2027-03', 'en'), 'together with March 2027');
});

test('a month is two figures', () => {
  assert.deepEqual(figuresOf('2026-09'), { year: 2026, month: 9 });
});

test('months are added and subtracted across years', () => {
  assert.equal(monthFrom('2026-01', -1), '2025-12');
  assert.equal(monthFrom('2026-12', 1), '2027-01');
  assert.equal(monthFrom('2026-11', -12), '2025-11');
});

test('a day begins at midnight in Moscow', () => {
  assert.equal(today(new Date('2026-11-30T21:00:00Z')), '2026-12-01');
  assert.equal(today(new Date('2026-11-30T20:59:59Z')), '2026-11-30');
  assert.equal(showDayOf('2026-11-30T21:00:00Z'), '01.12.2026');
});

test('the last day of a month is found, also in leap years', () => {
  assert.deepEqual(['2026-01', '2026-02', '2028-02', '2026-12'].map(lastDayOf), [
    '2026-01-31',
    '2026-02-28',
    '2028-02-29',
    '2026-12-31',
  ]);
});

// The days on which a house is heated.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heatedDays, type HeatingSeason } from './heating-season.ts';

const season = (from: string, to: string | null): HeatingSeason => ({
  from: Temporal.PlainDate.from(from),
  to: to === null ? null : Temporal.PlainDate.from(to),
});
const MONTHS = [1, 2, 3, 4, 10, 11, 12];
const whole = season('2025-10-05', '2026-04-20');

const cases: {
  why: string;
  month: string;
  seasons?: readonly HeatingSeason[];
  months?: readonly number[];
  days: readonly (readonly [number, number])[] | undefined;
}[] = [
  { why: 'without seasons a month is heated or not', month: '2025-10', days: [[1, 31]] },
  { why: 'without seasons July is not', month: '2025-07', days: [] },
  { why: 'nobody knows', month: '2025-10', months: [], days: undefined },
  { why: 'the first days', month: '2025-10', seasons: [whole], days: [[5, 31]] },
  { why: 'in between', month: '2026-02', seasons: [whole], days: [[1, 28]] },
  { why: 'the last days', month: '2026-04', seasons: [whole], days: [[1, 20]] },
  { why: 'after it', month: '2026-05', seasons: [whole], days: [] },
  {
    why: 'its September, though no month of the season',
    month: '2025-09',
    seasons: [whole],
    days: [],
  },
  { why: 'the year before has months alone', month: '2025-04', seasons: [whole], days: [[1, 30]] },
  { why: 'so has the year after', month: '2026-10', seasons: [whole], days: [[1, 31]] },
  {
    why: 'and nobody knows without them',
    month: '2026-10',
    months: [],
    seasons: [whole],
    days: undefined,
  },
  {
    why: 'a season that lasts',
    month: '2026-06',
    seasons: [season('2025-10-05', null)],
    days: [[1, 30]],
  },
  {
    why: 'it ends with its year',
    month: '2026-07',
    seasons: [season('2025-10-05', null)],
    days: [],
  },
  {
    why: 'a break in the heating',
    month: '2025-10',
    seasons: [season('2025-10-02', '2025-10-04'), season('2025-10-10', '2026-04-20')],
    days: [
      [2, 4],
      [10, 31],
    ],
  },
];
for (const { why, month, seasons = [], months = MONTHS, days } of cases) {
  test(`${month}: ${why}`, () => {
    const found = heatedDays(Temporal.PlainYearMonth.from(month), {
      heatingMonths: months,
      heatingSeasons: seasons,
    });
    assert.deepEqual(
      found?.map(({ first, last }) => [first, last]),
      days,
    );
  });
}

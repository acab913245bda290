// Working days (рабочие дни): without weekends, public holidays, and the days of rest that the Government moves every year.

import { compareDays, formatDay, parseDay } from './day.ts';

/** The days moved by the Government in a year, in addition to weekends and public holidays. */
export type MovedRestDays = {
  readonly year: number;
  readonly act: string;
  /** Weekdays off, including those to which a holiday on a weekend moves by law. */
  readonly off: readonly string[];
  /** Saturdays on which people work instead. */
  readonly worked: readonly string[];
};

/**
 * Month and day of the yearly public holidays.
 * Source: Labour Code art. 112 p. 1, edition of Federal Law 35-FZ of 2012-04-23, in force since 2013.
 */
const PUBLIC_HOLIDAYS: ReadonlySet<string> = new Set([
  '01-01',
  '01-02',
  '01-03',
  '01-04',
  '01-05',
  '01-06',
  '01-07',
  '01-08',
  '02-23',
  '03-08',
  '05-01',
  '05-09',
  '06-12',
  '11-04',
]);

/**
 * The moved days of each year with a published Government decree, in the order of years.
 * Source: Labour Code art. 112 p. 2 and 5, and each year's decree "О переносе выходных дней".
 */
export const movedRestDays: readonly MovedRestDays[] = [
  {
    year: 2016,
    act: 'Decree 1017 of 2015-09-24',
    off: ['2016-02-22', '2016-03-07', '2016-05-02', '2016-05-03', '2016-06-13'],
    worked: ['2016-02-20'],
  },
  {
    year: 2017,
    act: 'Decree 756 of 2016-08-04',
    off: ['2017-02-24', '2017-05-08', '2017-11-06'],
    worked: [],
  },
  {
    year: 2018,
    act: 'Decree 1250 of 2017-10-14',
    off: ['2018-03-09', '2018-04-30', '2018-05-02', '2018-06-11', '2018-11-05', '2018-12-31'],
    worked: ['2018-04-28', '2018-06-09', '2018-12-29'],
  },
  {
    year: 2019,
    act: 'Decree 1163 of 2018-10-01',
    off: ['2019-05-02', '2019-05-03', '2019-05-10'],
    worked: [],
  },
  {
    year: 2020,
    act: 'Decree 875 of 2019-07-10',
    off: ['2020-02-24', '2020-03-09', '2020-05-04', '2020-05-05', '2020-05-11'],
    worked: [],
  },
  {
    year: 2021,
    act: 'Decree 1648 of 2020-10-10',
    off: ['2021-02-22', '2021-05-03', '2021-05-10', '2021-06-14', '2021-11-05', '2021-12-31'],
    worked: ['2021-02-20'],
  },
  {
    year: 2022,
    act: 'Decree 1564 of 2021-09-16',
    off: ['2022-03-07', '2022-05-02', '2022-05-03', '2022-05-10', '2022-06-13'],
    worked: ['2022-03-05'],
  },
  {
    year: 2023,
    act: 'Decree 1505 of 2022-08-29',
    off: ['2023-02-24', '2023-05-08', '2023-11-06'],
    worked: [],
  },
  {
    year: 2024,
    act: 'Decree 1314 of 2023-08-10',
    off: ['2024-04-29', '2024-04-30', '2024-05-10', '2024-12-30', '2024-12-31'],
    worked: ['2024-04-27', '2024-11-02', '2024-12-28'],
  },
  {
    year: 2025,
    act: 'Decree 1335 of 2024-10-04',
    off: ['2025-05-02', '2025-05-08', '2025-06-13', '2025-11-03', '2025-12-31'],
    worked: ['2025-11-01'],
  },
  {
    year: 2026,
    act: 'Decree 1466 of 2025-09-24',
    off: ['2026-01-09', '2026-03-09', '2026-05-11', '2026-12-31'],
    worked: [],
  },
];

const OFF = new Set(movedRestDays.flatMap(({ off }) => off));
const WORKED = new Set(movedRestDays.flatMap(({ worked }) => worked));
const MONDAY = 1;
const SATURDAY = 6;
const JANUARY = 1;

/** The last day for which moved days are known. */
export const movedRestDaysKnownTo: Temporal.PlainDate = movedRestDays
  .map(({ year }) => parseDay(`${year}-12-31`))
  .reduce((latest, day) => (compareDays(latest, day) < 0 ? day : latest));

/**
 * Whether the day is a working day: not a Saturday, Sunday, public holiday or moved day of rest, or a Saturday that is worked.
 * For years whose decree is not published yet, weekends and public holidays are known, and the Mondays that the law itself gives.
 * Source: Labour Code art. 111, 112.
 */
export function isWorkingDay(day: Temporal.PlainDate): boolean {
  const text = formatDay(day);
  if (WORKED.has(text)) return true;
  if (compareDays(day, movedRestDaysKnownTo) > 0 && followsHoliday(day)) return false;
  return day.dayOfWeek < SATURDAY && !isHoliday(day) && !OFF.has(text);
}

/**
 * Whether a day of rest that coincides with a holiday of the weekend moves to this Monday. Those of January are left to decrees.
 * Source: Labour Code art. 112 p. 2.
 */
function followsHoliday(day: Temporal.PlainDate): boolean {
  if (day.dayOfWeek !== MONDAY || day.month === JANUARY) return false;
  return isHoliday(day.subtract({ days: 1 })) || isHoliday(day.subtract({ days: 2 }));
}

function isHoliday(day: Temporal.PlainDate): boolean {
  return PUBLIC_HOLIDAYS.has(formatDay(day).slice(5));
}

/** The day itself if it is a working day, otherwise the first working day after it. */
export function workingDayFrom(day: Temporal.PlainDate): Temporal.PlainDate {
  let next = day;
  while (!isWorkingDay(next)) next = next.add({ days: 1 });
  return next;
}

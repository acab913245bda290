// The heating seasons of a house: which are valid together, and which days a change of them affects.
import type { FieldError } from '@kvartplata/contracts/problem.ts';
import { compareDays, daysBetween, formatDay } from '@kvartplata/domain/calendar/day.ts';
import {
  heatingYearOf,
  lastDayOf,
  type HeatingSeason as Season,
} from '@kvartplata/domain/regulation/heating-season/heating-season.ts';
import type { FactDays } from '../../access/applied-months/applied-months.service.ts';
import type { HeatingSeason } from './houses.table.ts';

/** As given in a body. */
export type GivenSeason = {
  readonly from: Temporal.PlainDate;
  readonly to?: Temporal.PlainDate | null | undefined;
};

const MOST_DAYS = 366;

/** The error of each, at its place in the body: reversed, longer than a year, or overlapping another one. */
export function brokenSeasons(given: readonly GivenSeason[]): FieldError[] {
  const inOrder = given
    .map((season, index) => ({ ...toSeason(season), index }))
    .toSorted((a, b) => compareDays(a.from, b.from));
  return inOrder.flatMap(({ from, to, index }, place): FieldError[] => {
    const path = `/heatingSeasons/${index}`;
    if (to !== null && compareDays(to, from) < 0)
      return [
        {
          path: `${path}/to`,
          message: 'is before from',
          reason: { code: 'ends-before-start' },
        },
      ];
    if (to !== null && daysBetween(from, to) >= MOST_DAYS)
      return [
        {
          path: `${path}/to`,
          message: `is more than ${MOST_DAYS} days after from`,
          reason: { code: 'span-too-long', params: { limit: MOST_DAYS } },
        },
      ];
    const before = inOrder[place - 1];
    if (before === undefined || compareDays(lastDayOf(before), from) < 0) return [];
    const day = formatDay(from);
    return [
      {
        path: `${path}/from`,
        message: `is a day of another season, ${day}`,
        reason: { code: 'overlaps', params: { day } },
      },
    ];
  });
}

/** As they are stored: in chronological order. */
export function seasonsOf(given: readonly GivenSeason[]): readonly HeatingSeason[] {
  return given
    .map(toSeason)
    .toSorted((a, b) => compareDays(a.from, b.from))
    .map(({ from, to }) => ({ from: formatDay(from), to: to === null ? null : formatDay(to) }));
}

/**
 * From the first heating year whose days may change, without an end, because later averages follow from its months. Null when
 * nothing changes.
 */
export function daysOfChange(
  before: readonly HeatingSeason[],
  after: readonly HeatingSeason[],
): FactDays | null {
  const wordOf = ({ from, to }: HeatingSeason): string => `${from}/${to ?? ''}`;
  const [old, now] = [new Set(before.map(wordOf)), new Set(after.map(wordOf))];
  const [first] = [...old.symmetricDifference(now)].toSorted();
  if (first === undefined) return null;
  const year = heatingYearOf(Temporal.PlainDate.from(first.slice(0, 10)));
  return { from: `${year}-07-01`, to: null };
}

function toSeason({ from, to }: GivenSeason): Season {
  return { from, to: to ?? null };
}

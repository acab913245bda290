// A rate history as a table from which sums over any number of days are found by look-ups.

import { dayOfNumber, numberOfDay, type DayNumber } from '../../calendar/day-number.ts';
import { compareDays, parseDay } from '../../calendar/day.ts';
import type { RateRecord } from './penalty-rate.ts';
import { RateNotFoundError } from './penalty-rate.ts';

/** The figures of one stretch of days with the same rate have the same index in every list. */
export type RateTable = {
  /** Ascending; a stretch ends on the day before the next one, and the last has no end. */
  readonly firstDays: readonly DayNumber[];
  /** Percent × 10^4; null where no record covers the days. Neighbours differ. */
  readonly ratesE4: readonly (number | null)[];
  /** For all days before the stretch: the sum of their rates, the number without a rate, and the number with a rate of 0. */
  readonly sumsE4: readonly number[];
  readonly unknownDays: readonly number[];
  readonly freeDays: readonly number[];
  /** The rates before own rules lowered them; undefined where none has. */
  readonly uncapped?: RateTable;
};

/** Days with one rate, up to the day before the next stretch; null if none is known. */
type RateStretch = { readonly firstDay: DayNumber; readonly rateE4: number | null };

/** The earliest day that `parseDay` accepts. */
const EARLIEST = numberOfDay(parseDay('1900-01-01'));

/** @param rateHistory non-overlapping periods, in any order */
export function tabulateRates(rateHistory: readonly RateRecord[]): RateTable {
  const stretches: RateStretch[] = [{ firstDay: EARLIEST, rateE4: null }];
  for (const record of rateHistory.toSorted((a, b) => compareDays(a.validFrom, b.validFrom))) {
    const rateE4 = Number(record.effectiveRateE4);
    stretches.push({ firstDay: numberOfDay(record.validFrom), rateE4 });
    if (record.validTo !== null)
      stretches.push({ firstDay: numberOfDay(record.validTo) + 1, rateE4: null });
  }
  return tableOf(stretches);
}

/** @param stretches in the order of days; if two begin on one day, the later one counts */
function tableOf(stretches: readonly RateStretch[]): RateTable {
  const joined = joinNeighbours(stretches);
  const sumsE4 = [0];
  const unknownDays = [0];
  const freeDays = [0];
  for (const [index, { firstDay, rateE4 }] of joined.slice(0, -1).entries()) {
    const days = joined[index + 1]!.firstDay - firstDay;
    sumsE4.push(sumsE4[index]! + days * rateOrZero(rateE4));
    unknownDays.push(unknownDays[index]! + days * isUnknown(rateE4));
    freeDays.push(freeDays[index]! + days * isFree(rateE4));
  }
  return {
    firstDays: joined.map(({ firstDay }) => firstDay),
    ratesE4: joined.map(({ rateE4 }) => rateE4),
    sumsE4,
    unknownDays,
    freeDays,
  };
}

/**
 * The table with other rates.
 * @param changeDays the first days on which the result of `rateOf` may change
 * @param rateOf the rate on a day, by the day and the rate that the table has on it
 */
export function changeRates(
  table: RateTable,
  changeDays: readonly DayNumber[],
  rateOf: (day: DayNumber, rateE4: number | null) => number | null,
): RateTable {
  const firstDays = [...new Set([...table.firstDays, ...changeDays])].toSorted((a, b) => a - b);
  return tableOf(
    firstDays.map((firstDay) => ({ firstDay, rateE4: rateOf(firstDay, rateOn(table, firstDay)) })),
  );
}

/** The table with the record's rate on its days, replacing any other. */
export function replaceRate(
  table: RateTable,
  { validFrom, validTo, effectiveRateE4 }: RateRecord,
): RateTable {
  const from = numberOfDay(validFrom);
  const to = validTo === null ? Number.POSITIVE_INFINITY : numberOfDay(validTo);
  return changeRates(table, validTo === null ? [from] : [from, to + 1], (day, rateE4) =>
    from <= day && day <= to ? Number(effectiveRateE4) : rateE4,
  );
}

/** The rate on the day, percent × 10^4; null when no record covers it. */
export function rateOn(table: RateTable, day: DayNumber): number | null {
  return table.ratesE4[stretchAt(table, day)]!;
}

/**
 * The sum of the rates of all days in the span, both ends inclusive; 0 for an empty span.
 * @throws RateNotFoundError naming the first of them that no record covers
 */
export function sumRates(table: RateTable, from: DayNumber, to: DayNumber): number {
  if (to < from) return 0;
  const first = stretchAt(table, from);
  const next = stretchAt(table, to + 1);
  const unknown =
    before(table, table.unknownDays, next, to + 1, isUnknown) -
    before(table, table.unknownDays, first, from, isUnknown);
  if (unknown > 0) throw new RateNotFoundError(dayOfNumber(firstUnknown(table, first, from)));
  return (
    before(table, table.sumsE4, next, to + 1, rateOrZero) -
    before(table, table.sumsE4, first, from, rateOrZero)
  );
}

/** The number of days with a rate of 0 in the span, both ends inclusive. */
export function countFreeDays(table: RateTable, from: DayNumber, to: DayNumber): number {
  if (to < from) return 0;
  return (
    before(table, table.freeDays, stretchAt(table, to + 1), to + 1, isFree) -
    before(table, table.freeDays, stretchAt(table, from), from, isFree)
  );
}

/** The index of the stretch that the day belongs to. */
export function stretchAt({ firstDays }: RateTable, day: DayNumber): number {
  let low = 0;
  let high = firstDays.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (firstDays[middle]! <= day) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The total for the days before `day`, which belongs to the stretch at `place`. */
function before(
  { firstDays, ratesE4 }: RateTable,
  totals: readonly number[],
  place: number,
  day: DayNumber,
  each: (rateE4: number | null) => number,
): number {
  return totals[place]! + (day - firstDays[place]!) * each(ratesE4[place]!);
}

function rateOrZero(rateE4: number | null): number {
  return rateE4 ?? 0;
}

function isUnknown(rateE4: number | null): number {
  return rateE4 === null ? 1 : 0;
}

function isFree(rateE4: number | null): number {
  return rateE4 === 0 ? 1 : 0;
}

function firstUnknown({ firstDays, ratesE4 }: RateTable, place: number, from: DayNumber) {
  return Math.max(from, firstDays[ratesE4.indexOf(null, place)]!);
}

function joinNeighbours(stretches: readonly RateStretch[]): readonly RateStretch[] {
  const joined: RateStretch[] = [];
  for (const stretch of stretches) {
    if (joined.at(-1)?.firstDay === stretch.firstDay) joined.pop();
    if (joined.length === 0 || joined.at(-1)!.rateE4 !== stretch.rateE4) joined.push(stretch);
  }
  return joined;
}

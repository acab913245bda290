// The days on which a house is heated: the days of its seasons if these are known, otherwise whole months.
import type { BillingMonth } from '../../calendar/billing-month.ts';
import { compareDays } from '../../calendar/day.ts';

/** `to` is the last day, inclusive; null while the season lasts. */
export type HeatingSeason = {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate | null;
};

export type HeatedBy = {
  /** Month numbers. */
  readonly heatingMonths: readonly number[];
  /** In the order of days. */
  readonly heatingSeasons: readonly HeatingSeason[];
};

const FIRST_MONTH = 7;

/** A season begins in one calendar year and ends in the next, so a heating year is July to June. */
export function heatingYearOf({ year, month }: Pick<BillingMonth, 'year' | 'month'>): number {
  return month < FIRST_MONTH ? year - 1 : year;
}

/** The last day of a heating year. */
function endOfHeatingYear(heatingYear: number): Temporal.PlainDate {
  return Temporal.PlainDate.from({ year: heatingYear + 1, month: FIRST_MONTH, day: 1 }).subtract({
    days: 1,
  });
}

/** The last day of a season; an unfinished one ends with its heating year at the latest. */
export function lastDayOf({ from, to }: HeatingSeason): Temporal.PlainDate {
  return to ?? endOfHeatingYear(heatingYearOf(from));
}

/**
 * The days of a month on which the house is heated. In a heating year with a season of its own these are the days of that season,
 * in other years all days of the heating months.
 * @returns spans in the order of days, none if the house is not heated; undefined if unknown
 * Source: Government Decree 354 of 2011-05-06, p. 5: the season begins and ends with the days that the authority names.
 */
export function heatedDays(
  month: BillingMonth,
  { heatingMonths, heatingSeasons }: HeatedBy,
): readonly { readonly first: number; readonly last: number }[] | undefined {
  const heatingYear = heatingYearOf(month);
  const ofYear = heatingSeasons.filter(
    (season) =>
      heatingYearOf(season.from) <= heatingYear && heatingYear <= heatingYearOf(lastDayOf(season)),
  );
  const whole = { first: 1, last: month.daysInMonth };
  if (ofYear.length === 0) {
    if (heatingMonths.length === 0) return undefined;
    return heatingMonths.includes(month.month) ? [whole] : [];
  }
  const [start, end] = [whole.first, whole.last].map((day) => month.toPlainDate({ day }));
  return ofYear.flatMap((season) => {
    const last = lastDayOf(season);
    if (start === undefined || end === undefined) return [];
    if (compareDays(season.from, end) > 0 || compareDays(last, start) < 0) return [];
    return [
      {
        first: compareDays(season.from, start) < 0 ? whole.first : season.from.day,
        last: compareDays(last, end) > 0 ? whole.last : last.day,
      },
    ];
  });
}

// What the readings of a month are, of all houses or of chosen ones, for a file that is filled in and imported again.
import {
  firstDayOf,
  formatBillingMonth,
  lastDayOf,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { compareDays, formatDay } from '@kvartplata/domain/calendar/day.ts';
import type { Caller } from '../../access/access.service.ts';
import { openSheets } from '../../metering/readings/all-sheets.service.ts';
import type { ReadingRows } from './reading-sheet-file.ts';

/** @throws Refusal not-found for an organization or a house of others */
export async function openReadingRows(
  caller: Caller,
  {
    takenOn,
    ...of
  }: {
    readonly organizationId: number;
    readonly period: BillingMonth;
    readonly houseIds?: readonly number[] | undefined;
    readonly takenOn?: Temporal.PlainDate | undefined;
  },
  today: Temporal.PlainDate,
): Promise<ReadingRows> {
  return {
    period: formatBillingMonth(of.period),
    takenOn: formatDay(takenOn ?? lastOf(of.period, today)),
    sheets: await openSheets(caller, of),
  };
}

/** Of a month that goes on, the last day has not come. */
function lastOf(period: BillingMonth, today: Temporal.PlainDate): Temporal.PlainDate {
  const last = lastDayOf(period);
  return compareDays(today, last) < 0 && compareDays(today, firstDayOf(period)) >= 0 ? today : last;
}

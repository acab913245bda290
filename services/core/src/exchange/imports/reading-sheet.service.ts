// The readings of a month, of all houses or of chosen ones, for a file to be filled in and imported again.
import {
  firstDayOf,
  formatBillingMonth,
  lastDayOf,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { compareDays, formatDay } from '@kvartplata/domain/calendar/day.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import type { Caller } from '../../access/access.service.ts';
import { openSheets } from '../../metering/readings/all-sheets.service.ts';
import type { ReadingRows } from './reading-sheet-file.ts';

/** @throws Refusal not-found for an organization or a house that the caller may not see */
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
  const sheets = await openSheets(caller, of);
  const { organizationId } = of;
  const period = formatBillingMonth(of.period);
  await recordChange(caller.db, caller.actor, {
    action: 'organization.reading-rows-exported',
    object: { type: 'organization', id: organizationId },
    organizationId,
    after: { period, houses: of.houseIds?.length ?? 'all' },
  });
  return { period, takenOn: formatDay(takenOn ?? lastOf(of.period, today)), sheets };
}

/** For the current month today, since its last day is still to come. */
function lastOf(period: BillingMonth, today: Temporal.PlainDate): Temporal.PlainDate {
  const last = lastDayOf(period);
  return compareDays(today, last) < 0 && compareDays(today, firstDayOf(period)) >= 0 ? today : last;
}

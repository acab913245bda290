// What a snapshot tells of a meter: its readings, and of the few whose charges follow from more than these, that as well.
// Days are `YYYY-MM-DD`: their order as texts is that of the calendar.
import type { LateMeter, SnapshotMeter } from '@kvartplata/contracts/core/billing-snapshot.ts';
import { formatDay, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { faultySince } from '@kvartplata/domain/regulation/unread-meter/unread-meter.ts';
import type { MeterRow, MonthDays, RoommateRow } from './billing-snapshot.repository.ts';
import type { OutageRow } from './rare-facts.repository.ts';

/** What other rows say of some meters, by their ids. */
export type RareMeterFacts = {
  /** Of the month, in the order of days. */
  readonly outagesOf: ReadonlyMap<number, readonly OutageRow[]>;
  /** By the verification of then, of meters that were verified after the month. */
  readonly verifiedUntilThen: ReadonlyMap<number, string | null>;
};

type Told = Omit<SnapshotMeter, 'history'>;

/** Whether its readings are all that the month's charges follow from. */
export function isPlain({ meterId, rare }: MeterRow, facts: RareMeterFacts): boolean {
  const { outagesOf, verifiedUntilThen } = facts;
  return rare === null && !outagesOf.has(meterId) && !verifiedUntilThen.has(meterId);
}

export function tellPlainMeter(row: MeterRow): Told {
  return {
    meterId: row.meterId,
    houseServiceId: row.houseServiceId,
    serialNumber: row.serialNumber,
    digits: row.digits,
    previous:
      row.previousValue === null || row.previousOn === null
        ? null
        : { value: row.previousValue, takenOn: row.previousOn },
    current:
      row.currentValue === null || row.currentOn === null
        ? null
        : { value: row.currentValue, takenOn: row.currentOn, rollover: row.rollover ?? false },
    ...(row.roomId === null ? {} : { ofRoom: true }),
  };
}

export function tellMeter(row: MeterRow, month: MonthDays, facts: RareMeterFacts): Told {
  const { installedOn = null, removedOn = null } = row.rare ?? {};
  const verifiedUntil = verifiedUntilIn(row, facts);
  const outage = outageOf(row, month, facts);
  const missedPeriods = missedPeriodsOf(row, month);
  return {
    ...tellPlainMeter(row),
    ...(installedOn !== null && installedOn > month.first ? { installedOn } : {}),
    ...(removedOn !== null && removedOn <= month.last ? { removedOn } : {}),
    ...(verifiedUntil !== null && verifiedUntil < month.last ? { verifiedUntil } : {}),
    ...(outage === undefined ? {} : { outOfOrderSince: outage.from }),
    ...(missedPeriods === 0 ? {} : { missedPeriods }),
  };
}

/**
 * Before which day its readings make the average that may stand in for it; undefined when the month's reading counts.
 */
export function averagedBefore(
  meter: Told,
  countsUnverified: boolean,
  month: MonthDays,
): string | undefined {
  if (meter.previous === null) return undefined;
  const { verifiedUntil = null, outOfOrderSince = null } = meter;
  const since = faultySince(
    {
      verifiedUntil: verifiedUntil === null ? null : parseDay(verifiedUntil),
      outOfOrderSince: outOfOrderSince === null ? null : parseDay(outOfOrderSince),
    },
    countsUnverified,
  );
  if (since !== null) return formatDay(since);
  return meter.current === null ? month.first : undefined;
}

/**
 * The meter, if it is read this month after months without a reading; one of a room for each account that the room had
 * since then, since each was charged its part.
 */
export function lateMetersOf(
  row: MeterRow,
  month: MonthDays,
  roommatesOf: ReadonlyMap<number, readonly RoommateRow[]>,
): readonly LateMeter[] {
  const { currentValue, previousValue, personalAccountId, roomId } = row;
  const unreadSince = row.rare?.unreadSince ?? month.first;
  if (currentValue === null || previousValue === null || unreadSince >= month.first) return [];
  const late = (account: number | null): LateMeter => ({
    houseId: row.houseId,
    personalAccountId: account,
    houseServiceId: row.houseServiceId,
    meterId: row.meterId,
    unreadSince: unreadSince.slice(0, 7),
  });
  if (roomId === null) return [late(personalAccountId)];
  return (roommatesOf.get(roomId) ?? [])
    .filter(({ closedOn }) => closedOn === null || closedOn >= unreadSince)
    .map((account) => late(account.personalAccountId));
}

function verifiedUntilIn(
  { meterId, rare }: MeterRow,
  { verifiedUntilThen }: RareMeterFacts,
): string | null {
  const then = verifiedUntilThen.get(meterId);
  return then === undefined ? (rare?.verifiedUntil ?? null) : then;
}

/** The one that lasts on the meter's last day of the month, or in which the month's reading was taken. */
function outageOf(
  { meterId, rare, currentOn }: MeterRow,
  { last }: MonthDays,
  { outagesOf }: RareMeterFacts,
): OutageRow | undefined {
  const removedOn = rare?.removedOn ?? last;
  const lastDay = removedOn < last ? removedOn : last;
  return outagesOf
    .get(meterId)
    ?.find(
      (outage) => lastsOn(outage, lastDay) || (currentOn !== null && lastsOn(outage, currentOn)),
    );
}

function lastsOn({ from, to }: OutageRow, day: string): boolean {
  return from <= day && (to === null || day <= to);
}

/** None of a meter that does not stand yet. */
function missedPeriodsOf(
  { previousValue, currentValue, rare }: MeterRow,
  { first }: MonthDays,
): number {
  if (previousValue === null || currentValue !== null) return 0;
  return monthNumber(first) - monthNumber(rare?.unreadSince ?? first) + 1;
}

function monthNumber(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
}

// The facts of a meter in the snapshot: its readings, and further facts for the few meters whose charges depend on them. Days are
// `YYYY-MM-DD`: sorting them as text is chronological.
import type { LateMeter, SnapshotMeter } from '@kvartplata/contracts/core/billing-snapshot.ts';
import { dayBefore } from '@kvartplata/domain/calendar/day-span.ts';
import { formatDay, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { unusableSince } from '@kvartplata/domain/regulation/unread-meter/unread-meter.ts';
import type { MeterRow, MonthDays, RoommateRow } from './billing-snapshot.repository.ts';
import type { ActRow } from './rare-facts.repository.ts';

/** Facts about some meters from other rows, by meter id. */
export type RareMeterFacts = {
  /** In force in the month or on the day before it, in chronological order. */
  readonly actsOf: ReadonlyMap<number, readonly ActRow[]>;
  /** The meters that were verified in the month. */
  readonly verifiedNow: ReadonlySet<number>;
  /** For meters with a later verification: the last day of the one that was in force in the month. */
  readonly verifiedUntilThen: ReadonlyMap<number, string | null>;
};

type Told = Omit<SnapshotMeter, 'history'>;

/** Whether the month's charges depend on nothing but its readings. */
export function isPlain({ meterId, rare }: MeterRow, facts: RareMeterFacts): boolean {
  const { actsOf, verifiedNow, verifiedUntilThen } = facts;
  return (
    rare === null &&
    !actsOf.has(meterId) &&
    !verifiedNow.has(meterId) &&
    !verifiedUntilThen.has(meterId)
  );
}

export function plainMeterFacts(row: MeterRow): Told {
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

export function meterFacts(row: MeterRow, month: MonthDays, facts: RareMeterFacts): Told {
  const { installedOn = null, removedOn = null } = row.rare ?? {};
  const verifiedUntil = verifiedUntilIn(row, facts);
  const broken = actOf(row, month, facts, ['failed', 'tampering']);
  const refused = actOf(row, month, facts, ['access-refused']);
  const tampered = tamperedIn(row, month, facts);
  const missedPeriods = missedPeriodsOf(row, month);
  return {
    ...plainMeterFacts(row),
    ...(installedOn !== null && installedOn > month.first ? { installedOn } : {}),
    ...(removedOn !== null && removedOn <= month.last ? { removedOn } : {}),
    ...(verifiedUntil !== null && verifiedUntil < month.last ? { verifiedUntil } : {}),
    ...(broken === undefined ? {} : { outOfOrderSince: broken.from }),
    ...(refused === undefined ? {} : { accessRefusedSince: refused.from }),
    ...(missedPeriods === 0 ? {} : { missedPeriods }),
    ...(tampered.length === 0 ? {} : { tampered }),
  };
}

/** Which readings of earlier months form an average: those taken before a day, or all. */
export type Averaged = { readonly before: string | null };

/**
 * The readings that form the average that may replace its reading; undefined when the month's reading counts. A meter that is
 * only unread has counted all that was read: a reading of an earlier month may have been taken in this one.
 */
export function averagedBy(meter: Told, countsUnverified: boolean): Averaged | undefined {
  if (meter.previous === null) return undefined;
  const unusable = unusableSince(
    {
      verifiedUntil: dayOf(meter.verifiedUntil),
      outOfOrderSince: dayOf(meter.outOfOrderSince),
      accessRefusedSince: dayOf(meter.accessRefusedSince),
    },
    countsUnverified,
  );
  if (unusable !== null) return { before: formatDay(unusable.since) };
  return meter.current === null ? { before: null } : undefined;
}

/** The previous reading of a meter that is read in the month. */
export type ReadBefore = { readonly readOn: string; readonly monthEnd: string };

/**
 * The previous reading, from which the month's consumption starts, if the meter may have stopped counting after it: it was unread
 * since, was verified in the month, or an act on it was still in force when the month began.
 */
export function readBefore(
  row: MeterRow,
  month: MonthDays,
  { actsOf, verifiedNow }: RareMeterFacts,
): ReadBefore | undefined {
  const { meterId, currentValue, previousOn, rare } = row;
  if (currentValue === null || previousOn === null) return undefined;
  const since = unreadSinceOf(row, month);
  const isDoubtful =
    since < month.first ||
    verifiedNow.has(meterId) ||
    (actsOf.get(meterId) ?? []).some(({ from }) => from < month.first);
  // The value at installation is not a reading of a month.
  const isInstalled = rare !== null && since <= rare.installedOn;
  return isDoubtful && !isInstalled
    ? { readOn: previousOn, monthEnd: dayBefore(since) }
    : undefined;
}

/**
 * The meter, if it is read this month after months with estimates; a room's meter once for each account that the room has had
 * since then, since each was charged a part.
 * @param hasFailed whether it stopped counting in the month of its last reading, after that reading
 */
export function lateMetersOf(
  row: MeterRow,
  month: MonthDays,
  roommatesOf: ReadonlyMap<number, readonly RoommateRow[]>,
  hasFailed: boolean,
): readonly LateMeter[] {
  const { currentValue, previousValue, personalAccountId, roomId } = row;
  const unreadSince = unreadSinceOf(row, month);
  const since = hasFailed ? `${dayBefore(unreadSince).slice(0, 7)}-01` : unreadSince;
  if (currentValue === null || previousValue === null || since >= month.first) return [];
  const late = (account: number | null): LateMeter => ({
    houseId: row.houseId,
    personalAccountId: account,
    houseServiceId: row.houseServiceId,
    meterId: row.meterId,
    estimatedSince: since.slice(0, 7),
  });
  if (roomId === null) return [late(personalAccountId)];
  return (roommatesOf.get(roomId) ?? [])
    .filter(({ closedOn }) => closedOn === null || closedOn >= since)
    .map((account) => late(account.personalAccountId));
}

/** The first day of the month after its last reading before this one. */
function unreadSinceOf({ rare }: MeterRow, { first }: MonthDays): string {
  return rare?.unreadSince ?? first;
}

function dayOf(text: string | undefined): Temporal.PlainDate | null {
  return text === undefined ? null : parseDay(text);
}

function verifiedUntilIn(
  { meterId, rare }: MeterRow,
  { verifiedUntilThen }: RareMeterFacts,
): string | null {
  const then = verifiedUntilThen.get(meterId);
  return then === undefined ? (rare?.verifiedUntil ?? null) : then;
}

/**
 * The first act in force on the meter's last day of the month, or on the day of the month's reading. Removing a meter requires
 * access, so a refusal of access has ended by then.
 */
function actOf(
  { meterId, rare, currentOn }: MeterRow,
  { last }: MonthDays,
  { actsOf }: RareMeterFacts,
  kinds: readonly ActRow['kind'][],
): ActRow | undefined {
  const removedOn = rare?.removedOn ?? null;
  const isOff = removedOn !== null && removedOn <= last;
  const lastDay = isOff ? removedOn : last;
  return actsOf
    .get(meterId)
    ?.find(
      (act) =>
        kinds.includes(act.kind) &&
        !(isOff && act.kind === 'access-refused') &&
        (lastsOn(act, lastDay) || (currentOn !== null && lastsOn(act, currentOn))),
    );
}

function tamperedIn(
  { meterId }: MeterRow,
  { first }: MonthDays,
  { actsOf }: RareMeterFacts,
): NonNullable<Told['tampered']> {
  return (actsOf.get(meterId) ?? [])
    .filter(({ kind, from }) => kind === 'tampering' && from >= first)
    .map(({ from, lastCheckOn, capacityPerDay }) => ({
      on: from,
      lastCheckOn: lastCheckOn ?? from,
      capacityPerDay,
    }));
}

function lastsOn({ from, to }: ActRow, day: string): boolean {
  return from <= day && (to === null || day <= to);
}

/** 0 for a meter that is not installed yet. */
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

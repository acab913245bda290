// Converts a database row to the API's reading: with the previous reading, the consumption, and whether that is odd.
import type {
  CountedReading,
  Reading,
  ReadingSheetRow,
} from '@kvartplata/contracts/core/readings.ts';
import { formatDay, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { formatScaled, parseScaled } from '@kvartplata/domain/money/scaled.ts';
import { meanOf, oddityOf, volumeBetween, type CountedYear } from './consumption.ts';
import type {
  NextReading,
  PresentReading,
  ReadingRow,
  SheetRow,
  StoredRow,
} from './readings.repository.ts';
import type { Neighbours } from './reading-rules.ts';

/** The reading's own fields, as the audit log keeps them. */
export type PlainReading = Pick<
  Reading,
  'id' | 'houseId' | 'meterId' | 'period' | 'value' | 'takenOn' | 'source' | 'rollover'
>;

export function toReading(row: StoredRow): Reading {
  return { ...toPlainReading(row), ...countedUpTo(row) };
}

export function toPlainReading({ present, houseId, meterId }: StoredRow): PlainReading {
  return { ...ownFields(present), houseId, meterId, period: monthText(present.period) };
}

export function toSheetRow(row: SheetRow): ReadingSheetRow {
  return {
    meterId: row.meterId,
    serialNumber: row.serialNumber,
    digits: row.digits,
    personalAccountId: row.personalAccountId,
    accountNumber: row.accountNumber,
    payer: row.payer,
    roomNumber: row.roomNumber,
    houseServiceId: row.houseServiceId,
    serviceCode: row.serviceCode,
    serviceName: row.serviceName,
    unit: row.unit,
    reading: row.present === null ? null : ownFields(row.present),
    ...countedUpTo(row),
  };
}

/** The readings before and after that of the row's month. */
export function neighboursOf(row: ReadingRow & NextReading): Neighbours {
  const { value, takenOn } = previousOf(row);
  const { nextValue, nextOn, nextRollover } = row;
  return {
    previous: { valueE3: parseScaled(value, 3), takenOn },
    next:
      nextValue === null || nextOn === null
        ? null
        : {
            valueE3: parseScaled(nextValue, 3),
            takenOn: nextOn,
            rollover: nextRollover ?? false,
          },
  };
}

function countedUpTo(row: ReadingRow): CountedReading {
  const previous = previousOf(row);
  const year = yearOf(row, parseScaled(previous.value, 3));
  const meanE3 = meanOf(year);
  return {
    previous,
    mean: meanE3 === null ? null : formatScaled(meanE3, 3),
    ...presentVolume(row, previous, year),
  };
}

function presentVolume(
  { present, digits, previousPeriod, installedOn }: ReadingRow,
  previous: Reading['previous'],
  year: CountedYear,
): Pick<CountedReading, 'consumption' | 'odd'> {
  if (present === null) return { consumption: null, odd: null };
  const [previousE3, valueE3] = [parseScaled(previous.value, 3), parseScaled(present.value, 3)];
  const volumeE3 = volumeBetween(previousE3, valueE3, digits, present.rollover);
  if (volumeE3 === undefined) return { consumption: null, odd: null };
  const months = monthsBetween(previousPeriod, present.period, installedOn);
  return { consumption: formatScaled(volumeE3, 3), odd: oddityOf({ volumeE3, months }, year) };
}

/** The previous reading, or else the meter's value when it was installed. */
function previousOf(row: ReadingRow): Reading['previous'] {
  const { previousPeriod, previousValue, previousOn } = row;
  return previousPeriod === null || previousValue === null || previousOn === null
    ? { period: null, value: row.initialReading, takenOn: row.installedOn }
    : { period: monthText(previousPeriod), value: previousValue, takenOn: previousOn };
}

/** The consumption is the difference between the last reading and the base, plus a full turn for each rollover. */
function yearOf(row: ReadingRow, lastE3: bigint): CountedYear {
  const turnE3 = 10n ** BigInt(row.digits) * 1000n;
  const baseE3 = parseScaled(row.baseValue ?? row.initialReading, 3);
  return {
    volumeE3: lastE3 - baseE3 + BigInt(row.yearRollovers) * turnE3,
    months: monthsBetween(row.basePeriod, row.previousPeriod ?? row.installedOn, row.installedOn),
    readings: row.yearReadings,
  };
}

/**
 * The months after one period up to another; without the first, those since the installation, whose month counts unless it was on
 * its last day. At least 1.
 */
function monthsBetween(after: string | null, upTo: string, installedOn: string): number {
  const before = after === null ? monthNumber(dayAfter(installedOn)) - 1 : monthNumber(after);
  return Math.max(monthNumber(upTo) - before, 1);
}

function dayAfter(day: string): string {
  return formatDay(parseDay(day).add({ days: 1 }));
}

function monthNumber(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
}

function ownFields({ id, value, takenOn, source, rollover }: PresentReading) {
  return { id, value, takenOn, source, rollover };
}

function monthText(firstDay: string): string {
  return firstDay.slice(0, 7);
}

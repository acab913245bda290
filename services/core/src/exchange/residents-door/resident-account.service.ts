// An account as shown to its resident: the reading window, its meters with their last readings, how receipts are sent.
import type { ResidentAccount, ResidentMeter } from '@kvartplata/contracts/core/residents-door.ts';
import type { ReadingSheetRow } from '@kvartplata/contracts/core/readings.ts';
import { formatBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { readingWindowOn, type ReadingWindow } from '@kvartplata/domain/meters/reading-window.ts';
import { readSheetOf } from '../../metering/readings/reading-sheets.service.ts';
import type { Db } from '../../tables.ts';
import * as repository from './residents-door.repository.ts';
import type { AccountOfHouse, AccountRow, MeterRow } from './residents-door.repository.ts';

/** Undefined when the house has no such account. */
export async function readResidentAccount(
  db: Db,
  of: AccountOfHouse,
  today: Temporal.PlainDate,
): Promise<ResidentAccount | undefined> {
  const account = await repository.findAccount(db, of);
  if (account === undefined) return undefined;
  const { organizationId, accountNumber, payer, openedOn, closedOn, email, wantsPaper } = account;
  const place = { ...of, organizationId };
  const window = windowOf(account, today);
  const meters = await repository.listMeters(db, place, account.roomId);
  const ids = meters.map(({ id }) => id);
  const rows = await readSheetOf(db, place, window.period, ids);
  return {
    accountNumber,
    payer,
    openedOn,
    closedOn,
    email,
    wantsPaper,
    window: {
      period: formatBillingMonth(window.period),
      from: formatDay(window.from),
      to: formatDay(window.to),
      isOpen: window.isOpen && isOpenOn(account, today),
    },
    meters: rows.map((row) => toMeter(row, meters)),
  };
}

export function windowOf(
  { readingFromDay, readingToDay }: AccountRow,
  today: Temporal.PlainDate,
): ReadingWindow {
  const days =
    readingFromDay === null || readingToDay === null
      ? null
      : { fromDay: readingFromDay, toDay: readingToDay };
  return readingWindowOn(days, today);
}

export function isOpenOn({ openedOn, closedOn }: AccountRow, today: Temporal.PlainDate): boolean {
  const day = formatDay(today);
  return openedOn <= day && (closedOn === null || day <= closedOn);
}

function toMeter(row: ReadingSheetRow, meters: readonly MeterRow[]): ResidentMeter {
  const { meterId, serviceName, unit, serialNumber, digits, previous, mean, reading } = row;
  return {
    meterId,
    serviceName,
    unit,
    serialNumber,
    digits,
    verifiedUntil: meters.find(({ id }) => id === meterId)?.verifiedUntil ?? null,
    previous: { value: previous.value, takenOn: previous.takenOn },
    mean,
    reading:
      reading === null
        ? null
        : {
            value: reading.value,
            takenOn: reading.takenOn,
            source: reading.source,
            consumption: row.consumption,
          },
  };
}

// Account transfers: the account ends on the day before and its successor begins, with the meters, in one transaction.
import type {
  NewAccountTransfer,
  TransferredAccount,
} from '@kvartplata/contracts/core/account-transfers.ts';
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { monthOf } from '@kvartplata/domain/calendar/billing-month.ts';
import { dayBefore } from '@kvartplata/domain/calendar/day-span.ts';
import { formatDay, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { requireVersion, type Named } from '@kvartplata/platform/http/entity-tag.ts';
import { invalidField, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { StaticDecode } from 'typebox';
import type { Caller } from '../../access/access.service.ts';
import {
  requireConfirmedLoss,
  type Confirmable,
} from '../../access/applied-months/applied-months.service.ts';
import {
  appliedMonthsOf,
  type Changed,
  type Editor,
} from '../../access/records/records.service.ts';
import { copyAccountServices } from '../../prices/account-services/account-services.service.ts';
import { succeedAccount } from '../../registry/personal-accounts/account-succession.service.ts';
import {
  getAccount,
  getAccountPlace,
  numberedInTransaction,
  type AccountPlace,
} from '../../registry/personal-accounts/personal-accounts.service.ts';
import type { Trx } from '../../tables.ts';
import {
  changeMeter,
  installMeter,
  lockMetersOf,
  type MeterRow,
} from '../meters/meters.service.ts';
import { requireReadingsFit } from '../meters/meter-life.service.ts';
import { storeReadings } from '../readings/store-readings.service.ts';
import * as repository from './account-transfers.repository.ts';

type Body = StaticDecode<typeof NewAccountTransfer>;
type Given = NonNullable<Body['readings']>[number];

const WHOLE_ROOM = '1.00000000';

/** The parameters of handing over the meters. */
type Handover = {
  readonly former: PersonalAccount;
  readonly successorId: number;
  readonly on: string;
  readonly today: Temporal.PlainDate;
};

/**
 * @returns the new account
 * @throws Refusal not-found, forbidden below owner, validation-failed, months-charged, dependency-unavailable,
 *   version-stale, account-number-taken, meter-removed, meter-out-of-order, reading-needed, readings-contradict, and one
 *   for each rule of readings
 */
export async function transferAccount(
  editor: Editor,
  { id, ifMatch, isConfirmed }: Named & Confirmable,
  { readings = [], ...succession }: Body,
  today: Temporal.PlainDate,
): Promise<Changed<TransferredAccount>> {
  const { caller, books } = editor;
  const place = await getAccountPlace(caller, id);
  const { record: standing, version } = await getAccount(caller, id, today);
  const on = formatDay(succession.on);
  const last = requireWithinLife(standing, on);
  const { houseId, organizationId } = place;
  await requireConfirmedLoss(books, caller.actor.requestId, {
    question: { organizationId, houseId, personalAccountId: id },
    before: { from: standing.openedOn, to: standing.closedOn },
    after: { from: standing.openedOn, to: last },
    isConfirmed,
  });
  requireVersion(ifMatch, version);
  const transferred = await numberedInTransaction(caller, async (trx) => {
    const opened = await succeedAccount(trx, caller, place, {
      standing: { record: standing, version },
      succession,
      today,
    });
    const successorId = opened.record.id;
    await copyAccountServices(trx, caller, place, { successorId, on });
    await handOverMeters(trx, caller, place, readings, {
      former: standing,
      successorId,
      on,
      today,
    });
    const hasRepairs = await repository.hasMajorRepairs(trx, place, on);
    const remarks: TransferredAccount['remarks'] = hasRepairs ? ['major-repairs-debt'] : [];
    return { ...opened, record: { ...opened.record, formerAccountId: id, remarks } };
  });
  // The last reading of the old account counts for the day before.
  const days = { from: last, to: null };
  return { ...transferred, appliedMonths: await appliedMonthsOf(editor, place, days) };
}

/** @returns the last day of the old account */
function requireWithinLife({ openedOn, closedOn }: PersonalAccount, on: string): string {
  if (on <= openedOn)
    throw invalidField('/on', `must be after the account was opened, ${openedOn}`, {
      code: 'before-day',
      params: { day: openedOn },
    });
  if (closedOn !== null && on > closedOn)
    throw invalidField('/on', `must not be after the account was closed, ${closedOn}`, {
      code: 'after-day',
      params: { day: closedOn },
    });
  return dayBefore(on);
}

async function handOverMeters(
  trx: Trx,
  caller: Caller,
  place: AccountPlace,
  readings: readonly Given[],
  handover: Handover,
): Promise<void> {
  const { on, successorId } = handover;
  const meters = await lockMetersOf(trx, place, place.id);
  requireOwnMeters(
    meters.filter((row) => standsOn(row, on)),
    readings,
  );
  for (const ofService of Map.groupBy(meters, (row) => row.houseServiceId).values()) {
    const unread = ofService.filter((row) => standsOn(row, on) && !isRead(row, readings));
    if (unread.length > 0)
      await shareByDays(trx, caller, place, ofService, { unread, readings, ...handover });
    else
      for (const row of ofService) {
        const index = readings.findIndex(({ meterId }) => meterId === row.id);
        const given = readings[index];
        if (given !== undefined)
          await splitByReading(trx, caller, place, row, { given, index, ...handover });
        else if (row.installedOn >= on)
          await changeMeter(trx, caller, place, row, { personalAccountId: successorId });
      }
  }
}

/** Whether it was installed before the day and is still installed on it. */
function standsOn({ installedOn, removedOn }: MeterRow, on: string): boolean {
  return installedOn < on && (removedOn === null || removedOn >= on);
}

function isRead({ id }: MeterRow, readings: readonly Given[]): boolean {
  return readings.some(({ meterId }) => meterId === id);
}

/** @throws Refusal validation-failed */
function requireOwnMeters(standing: readonly MeterRow[], readings: readonly Given[]): void {
  for (const [index, { meterId }] of readings.entries()) {
    const path = `/readings/${index}/meterId`;
    if (!standing.some(({ id }) => id === meterId))
      throw invalidField(path, 'is no meter of the account that stands there on the day', {
        code: 'not-for-owner',
      });
    if (readings.findIndex((one) => one.meterId === meterId) !== index)
      throw invalidField(path, 'stands there twice', { code: 'repeated' });
  }
}

/**
 * The device continues as another meter of the new account, starting at its value on the day.
 * @throws Refusal meter-removed, meter-out-of-order, readings-contradict, and one for each rule of readings
 */
async function splitByReading(
  trx: Trx,
  caller: Caller,
  place: AccountPlace,
  row: MeterRow,
  {
    given,
    index,
    successorId,
    on,
    today,
  }: Handover & { readonly given: Given; readonly index: number },
): Promise<void> {
  requireWorking(row);
  const { houseId, organizationId } = place;
  const meter = { houseId, organizationId, meterId: row.id };
  const removedOn = dayBefore(on);
  const takenOn = parseDay(removedOn);
  await requireNoLaterReadings(trx, meter, row, removedOn);
  const { refused } = await storeReadings(
    trx,
    caller,
    {
      houseId,
      organizationId,
      period: monthOf(takenOn),
      today,
      onExisting: 'replace',
      audited: 'reading',
    },
    [
      {
        meterId: row.id,
        value: given.value,
        takenOn,
        rollover: given.rollover ?? false,
        source: 'operator',
      },
    ],
  );
  const [problem] = refused;
  if (problem !== undefined) {
    const path = ['period', 'takenOn'].includes(problem.field)
      ? '/on'
      : `/readings/${index}/${problem.field === 'rollover' ? 'rollover' : 'value'}`;
    const message = `meter ${row.serialNumber}: ${problem.message}`;
    throw new Refusal(problem.code, message, { errors: [{ path, message }] });
  }
  await changeMeter(trx, caller, place, row, { removedOn });
  await installMeter(
    trx,
    caller,
    place,
    {
      houseServiceId: row.houseServiceId,
      ownerType: row.ownerType,
      personalAccountId: successorId,
      roomId: row.roomId,
      meterTypeId: row.meterTypeId,
      serialNumber: row.serialNumber,
      digits: row.digits,
      initialReading: given.value,
      installedOn: on,
      verifiedUntil: row.verifiedUntil,
      removedOn: null,
      gisMeterGuid: row.gisMeterGuid,
    },
    row.id,
  );
}

/** @throws Refusal readings-contradict that names the day */
async function requireNoLaterReadings(
  trx: Trx,
  meter: Parameters<typeof requireReadingsFit>[1],
  row: MeterRow,
  removedOn: string,
): Promise<void> {
  try {
    await requireReadingsFit(trx, meter, { ...row, removedOn });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'readings-contradict') throw error;
    const message = `meter ${row.serialNumber} has a reading of that day or a later one`;
    throw new Refusal('readings-contradict', message, {
      errors: [{ path: '/on', message }],
      cause: error,
    });
  }
}

/**
 * Volumes without a reading are shared by days: all meters of the service become meters of the room, which the two accounts have
 * alone, one after the other.
 * @throws Refusal reading-needed where others have a part of the room, or another meter of the service has a reading
 */
async function shareByDays(
  trx: Trx,
  caller: Caller,
  place: AccountPlace,
  ofService: readonly MeterRow[],
  {
    former,
    successorId,
    unread,
    readings,
  }: Handover & { readonly unread: readonly MeterRow[]; readonly readings: readonly Given[] },
): Promise<void> {
  const since = ofService.map(({ installedOn }) => installedOn).toSorted()[0] ?? former.openedOn;
  const isAlone =
    former.share === WHOLE_ROOM &&
    !ofService.some((row) => isRead(row, readings)) &&
    !(await repository.hasRoommates(trx, place, successorId, since));
  if (!isAlone)
    throw new Refusal(
      'reading-needed',
      `Meter ${unread.map(({ serialNumber }) => serialNumber).join(', ')} needs its reading on the day`,
    );
  for (const row of ofService)
    await changeMeter(trx, caller, place, row, {
      ownerType: 'room',
      personalAccountId: null,
      roomId: former.roomId,
    });
}

/** @throws Refusal meter-removed, meter-out-of-order */
function requireWorking({ serialNumber, removedOn, outOfOrderSince }: MeterRow): void {
  if (removedOn !== null)
    throw new Refusal('meter-removed', `Meter ${serialNumber} was removed on ${removedOn}`);
  if (outOfOrderSince !== null)
    throw new Refusal(
      'meter-out-of-order',
      `Meter ${serialNumber} is out of order since ${outOfOrderSince}: what it shows does not count`,
    );
}

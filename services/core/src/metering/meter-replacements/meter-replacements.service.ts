// Meter replacements: the final reading, the end of the old meter and the beginning of the new one are stored together or not at
// all.
import type { Named } from '@kvartplata/platform/http/entity-tag.ts';
import type { NewMeterReplacement } from '@kvartplata/contracts/core/meter-replacements.ts';
import type { Meter } from '@kvartplata/contracts/core/meters.ts';
import { monthOf } from '@kvartplata/domain/calendar/billing-month.ts';
import { compareDays, formatDay } from '@kvartplata/domain/calendar/day.ts';
import { serialNumberOf } from '@kvartplata/domain/meters/serial-number.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { invalidField, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { StaticDecode } from 'typebox';
import type { Caller } from '../../access/access.service.ts';
import {
  changeMeter,
  getMeterPlace,
  getParts,
  installMeter,
  lockMeter,
  requireWholeLife,
  type MeterColumns,
  type MeterPlace,
  type MeterRow,
} from '../meters/meters.service.ts';
import { requireReadingsFit } from '../meters/meter-life.service.ts';
import { storeReadings, type RefusedReading } from '../readings/store-readings.service.ts';
import {
  appliedMonthsOf,
  type Changed,
  type Editor,
} from '../../access/records/records.service.ts';
import type { Trx } from '../../tables.ts';

export type ReplacementBody = StaticDecode<typeof NewMeterReplacement>;

/**
 * @returns the new meter
 * @throws Refusal not-found, forbidden below owner, validation-failed, version-stale, meter-removed,
 *   readings-contradict, serial-number-taken, and one for each rule of readings
 */
export async function replaceMeter(
  editor: Editor,
  { id, ifMatch }: Named,
  body: ReplacementBody,
  today: Temporal.PlainDate,
): Promise<Changed<Meter>> {
  const { caller } = editor;
  const place = await getMeterPlace(caller, id);
  if (compareDays(body.meter.installedOn, body.removedOn) < 0)
    throw invalidField('/meter/installedOn', 'is before removedOn', { code: 'ends-before-start' });
  const installed = await inTransaction(caller.db, async (trx) => {
    const row = await lockMeter(trx, place, ifMatch);
    if (row.removedOn !== null) throw new Refusal('meter-removed');
    const successor = successorOf(row, body);
    requireWholeLife(successor, '/meter');
    await getParts(trx, caller, successor, place.houseId);
    await removeMeter(trx, caller, place, row, body, today);
    return installMeter(trx, caller, place, successor, id);
  });
  const days = { from: formatDay(body.removedOn), to: null };
  return { ...installed, appliedMonths: await appliedMonthsOf(editor, place, days) };
}

/** Stores the final reading as that of the month, and ends the meter. */
async function removeMeter(
  trx: Trx,
  caller: Caller,
  place: MeterPlace,
  row: MeterRow,
  { removedOn, finalReading, rollover = false }: ReplacementBody,
  today: Temporal.PlainDate,
): Promise<void> {
  const removed = { removedOn: formatDay(removedOn) };
  await requireReadingsFit(trx, place, { ...row, ...removed });
  const { houseId, organizationId, meterId } = place;
  const month = { houseId, organizationId, period: monthOf(removedOn), today } as const;
  const how = { onExisting: 'replace', audited: 'reading' } as const;
  const { refused } = await storeReadings(trx, caller, { ...month, ...how }, [
    { meterId, value: finalReading, takenOn: removedOn, rollover, source: 'operator' },
  ]);
  if (refused[0] !== undefined) throw refusalOfFinal(refused[0]);
  await changeMeter(trx, caller, place, row, removed);
}

const FIELDS: Readonly<Record<RefusedReading['field'], string>> = {
  meterId: '/finalReading',
  value: '/finalReading',
  rollover: '/rollover',
  period: '/removedOn',
  takenOn: '/removedOn',
};

function refusalOfFinal({ code, field, message }: RefusedReading): Refusal {
  const path = FIELDS[field];
  return new Refusal(code, `${path.slice(1)} ${message}`, { errors: [{ path, message }] });
}

/** The new meter counts the same service for the same owner. */
function successorOf(row: MeterRow, { meter }: ReplacementBody): MeterColumns {
  return {
    houseServiceId: row.houseServiceId,
    ownerType: row.ownerType,
    personalAccountId: row.personalAccountId,
    roomId: row.roomId,
    meterTypeId: meter.meterTypeId ?? row.meterTypeId,
    serialNumber: serialNumberOf(meter.serialNumber),
    digits: meter.digits,
    initialReading: meter.initialReading,
    installedOn: formatDay(meter.installedOn),
    verifiedUntil: meter.verifiedUntil ? formatDay(meter.verifiedUntil) : null,
    removedOn: null,
    gisMeterGuid: null,
  };
}

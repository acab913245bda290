// The acts on a meter: failure, refused check, interference, seal. Ended acts are kept, because earlier months are recomputed
// with the meter's state at that time.
import type { Named } from '@kvartplata/platform/http/entity-tag.ts';
import type { AppliedMonths } from '@kvartplata/contracts/core/applied-months.ts';
import type { MeterAct, MeterActBody } from '@kvartplata/contracts/core/meter-acts.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { differenceOf, hullOf } from '@kvartplata/domain/calendar/day-span.ts';
import { compareDays, formatDay } from '@kvartplata/domain/calendar/day.ts';
import { violates } from '@kvartplata/platform/database/database-errors.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { invalidField, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { StaticDecode } from 'typebox';
import type { Caller } from '../../access/access.service.ts';
import type { FactDays } from '../../access/applied-months/applied-months.service.ts';
import {
  getMeterPlace,
  lockMeter,
  type MeterPlace,
  type MeterRow,
} from '../meters/meters.service.ts';
import {
  appliedMonthsOf,
  auditorOf,
  lockVersion,
  type Changed,
  type Editor,
  type Versioned,
} from '../../access/records/records.service.ts';
import type { Trx } from '../../tables.ts';
import * as repository from './meter-acts.repository.ts';
import type { ActFields, ActRow } from './meter-acts.repository.ts';

type Body = StaticDecode<typeof MeterActBody>;

const audit = auditorOf<MeterAct>('meter-act');

/** @throws Refusal not-found */
export async function listActs(
  caller: Caller,
  meterId: number,
  query: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
): Promise<PageOf<MeterAct>> {
  const place = await getMeterPlace(caller, meterId);
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const [day, id] = decodeCursor(query.cursor, ['day', 'id']) ?? [];
  const before = day === undefined || id === undefined ? undefined : { day, id };
  const rows = await repository.listActs(caller.db, place, { before, limit: limit + 1 });
  return pageOf(
    rows,
    limit,
    (row) => [row.actedOn, row.id],
    (row) => toVersioned(row).record,
  );
}

/** @throws Refusal not-found */
export async function getAct(caller: Caller, id: number): Promise<Versioned<MeterAct>> {
  return toVersioned(await getRow(caller, id));
}

/** @throws Refusal not-found, forbidden below owner, validation-failed, act-exists */
export async function addAct(
  editor: Editor,
  meterId: number,
  body: Body,
  today: Temporal.PlainDate,
): Promise<Changed<MeterAct>> {
  const { caller } = editor;
  const place = await getMeterPlace(caller, meterId);
  requireWhole(body, today);
  const { days, ...added } = await inTransaction(caller.db, async (trx) => {
    await requireFitting(trx, place, await lockMeter(trx, place, undefined), body);
    const act = toVersioned(await oneADay(repository.insertAct(trx, place, fieldsOf(body))));
    await repository.endActsBySeals(trx, place);
    await audit(trx, caller, place, { after: act.record });
    return { ...act, days: await daysOf(trx, place, act.record) };
  });
  return { ...added, appliedMonths: await appliedMonthsOf(editor, place, days) };
}

/** @throws Refusal not-found, forbidden below owner, validation-failed, version-stale, act-exists */
export async function replaceAct(
  editor: Editor,
  { id, ifMatch }: Named,
  body: Body,
  today: Temporal.PlainDate,
): Promise<Changed<MeterAct>> {
  const { caller } = editor;
  const place = await getPlace(caller, id);
  requireWhole(body, today);
  const { days, ...replaced } = await inTransaction(caller.db, async (trx) => {
    await requireFitting(trx, place, await lockMeter(trx, place, undefined), body);
    const { record } = toVersioned(await lock(trx, place, { id, ifMatch }));
    const row = await oneADay(repository.updateAct(trx, { ...place, id }, fieldsOf(body)));
    const act = toVersioned(row);
    await repository.endActsBySeals(trx, place);
    await audit(trx, caller, place, { before: record, after: act.record });
    return { ...act, days: await changedDays(trx, place, record, act.record) };
  });
  return { ...replaced, appliedMonths: await appliedMonthsOf(editor, place, days) };
}

/** @throws Refusal not-found, forbidden below owner, version-stale */
export async function deleteAct(editor: Editor, { id, ifMatch }: Named): Promise<AppliedMonths> {
  const { caller } = editor;
  const place = await getPlace(caller, id);
  const days = await inTransaction(caller.db, async (trx) => {
    await lockMeter(trx, place, undefined);
    const { record } = toVersioned(await lock(trx, place, { id, ifMatch }));
    await repository.deleteAct(trx, { ...place, id });
    await repository.endActsBySeals(trx, place);
    await audit(trx, caller, place, { before: record });
    return daysOf(trx, place, record);
  });
  return appliedMonthsOf(editor, place, days);
}

/**
 * The days on which it is in force. A seal ends other acts and is the check from which interference is charged: without other
 * acts, null.
 */
async function daysOf(trx: Trx, place: MeterPlace, act: MeterAct): Promise<FactDays | null> {
  if (act.kind !== 'seal') return { from: act.on, to: act.until };
  const counts = await repository.hasOtherThanSeals(trx, place);
  return counts ? { from: act.on, to: null } : null;
}

/** Another day, kind or capacity affects the whole act, from its first day. */
async function changedDays(
  trx: Trx,
  place: MeterPlace,
  before: MeterAct,
  after: MeterAct,
): Promise<FactDays | null> {
  const [days, now] = [await daysOf(trx, place, before), await daysOf(trx, place, after)];
  if (days === null || now === null) return days ?? now;
  const isOther =
    before.on !== after.on ||
    before.kind !== after.kind ||
    before.capacityPerDay !== after.capacityPerDay;
  return isOther ? hullOf(days, now) : differenceOf(days, now);
}

/** @throws Refusal validation-failed */
function requireWhole({ kind, on, until, capacityPerDay }: Body, today: Temporal.PlainDate): void {
  const isAfterToday = `is after today, ${formatDay(today)}`;
  if (compareDays(on, today) > 0) throw invalidField('/on', isAfterToday, { code: 'after-today' });
  if (capacityPerDay && kind !== 'tampering')
    throw invalidField('/capacityPerDay', 'only interference has one', { code: 'not-for-act' });
  if (!until) return;
  if (kind === 'seal')
    throw invalidField('/until', 'a seal has no last day', { code: 'not-for-act' });
  if (compareDays(until, on) < 0)
    throw invalidField('/until', 'is before on', { code: 'ends-before-start' });
  if (compareDays(until, today) > 0)
    throw invalidField('/until', isAfterToday, { code: 'after-today' });
}

/** @throws Refusal validation-failed */
async function requireFitting(
  trx: Trx,
  place: MeterPlace,
  meter: MeterRow,
  body: Body,
): Promise<void> {
  requireStanding(meter, body);
  if (body.kind !== 'tampering') return;
  if (!(await repository.isOfMeteredService(trx, place, meter.houseServiceId)))
    throw invalidField('/kind', 'interference is charged where the meter alone counts', {
      code: 'not-for-service',
    });
}

/** @throws Refusal validation-failed */
function requireStanding({ installedOn, removedOn, ownerType }: MeterRow, body: Body): void {
  const { kind } = body;
  if (ownerType === 'house' && (kind === 'access-refused' || kind === 'tampering'))
    throw invalidField('/kind', 'a house-wide meter is in nobody’s room', {
      code: 'not-for-owner',
    });
  const day = formatDay(body.on);
  if (day < installedOn)
    throw invalidField('/on', `is before installedOn, ${installedOn}`, {
      code: 'before-day',
      params: { day: installedOn },
    });
  if (removedOn !== null && day > removedOn)
    throw invalidField('/on', `is after removedOn, ${removedOn}`, {
      code: 'after-day',
      params: { day: removedOn },
    });
}

/** @throws Refusal act-exists */
async function oneADay(written: Promise<ActRow>): Promise<ActRow> {
  try {
    return await written;
  } catch (cause) {
    if (violates(cause, 'meter_acts_day_unique'))
      throw new Refusal('act-exists', undefined, { cause });
    throw cause;
  }
}

/** The meter must be locked first: other changes of the meter lock it, too. */
async function lock(trx: Trx, place: MeterPlace, { id, ifMatch }: Named): Promise<ActRow> {
  return lockVersion('The act', ifMatch, async () => repository.lockAct(trx, { ...place, id }));
}

async function getPlace(caller: Caller, id: number): Promise<MeterPlace> {
  const { houseId, meterId, organizationId } = await getRow(caller, id);
  return { houseId, meterId, organizationId };
}

async function getRow(caller: Caller, id: number) {
  return caller.getOwn('The act', async (organizations) =>
    repository.findAct(caller.db, id, organizations),
  );
}

function fieldsOf({ kind, on, until, capacityPerDay = null, basis }: Body): ActFields {
  return {
    kind,
    actedOn: formatDay(on),
    endsOn: until ? formatDay(until) : null,
    capacityPerDay,
    basis,
  };
}

function toVersioned(row: ActRow): Versioned<MeterAct> {
  const record = {
    id: row.id,
    houseId: row.houseId,
    meterId: row.meterId,
    kind: row.kind,
    on: row.actedOn,
    until: row.endsOn,
    capacityPerDay: row.capacityPerDay,
    basis: row.basis,
  };
  return { record, version: row.version };
}

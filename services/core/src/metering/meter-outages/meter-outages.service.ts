// The outages of a meter: the days on which it is broken or lost, so that its readings do not count. Ended ones stay: an
// earlier month is replayed as the meter was then.
import type { Named } from '@kvartplata/platform/http/entity-tag.ts';
import type { AppliedMonths } from '@kvartplata/contracts/core/applied-months.ts';
import type { MeterOutage, MeterOutageBody } from '@kvartplata/contracts/core/meter-outages.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { differenceOf, hullOf } from '@kvartplata/domain/calendar/day-span.ts';
import { compareDays, formatDay } from '@kvartplata/domain/calendar/day.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { invalidField } from '@kvartplata/platform/http/refusal.ts';
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
  auditRecord,
  lockVersion,
  type Changed,
  type Editor,
  type Versioned,
} from '../../access/records/records.service.ts';
import type { Trx } from '../../tables.ts';
import * as repository from './meter-outages.repository.ts';
import type { OutageFields, OutageRow } from './meter-outages.repository.ts';

type Body = StaticDecode<typeof MeterOutageBody>;

/** @throws Refusal not-found */
export async function listOutages(
  caller: Caller,
  meterId: number,
  query: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
): Promise<PageOf<MeterOutage>> {
  const place = await getMeterPlace(caller, meterId);
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const [beforeDay] = decodeCursor(query.cursor, ['day']) ?? [];
  const rows = await repository.listOutages(caller.db, place, { beforeDay, limit: limit + 1 });
  return pageOf(
    rows,
    limit,
    (row) => [row.beginsOn],
    (row) => toVersioned(row).record,
  );
}

/** @throws Refusal not-found */
export async function getOutage(caller: Caller, id: number): Promise<Versioned<MeterOutage>> {
  return toVersioned(await getRow(caller, id));
}

/** @throws Refusal not-found, forbidden below owner, validation-failed, period-overlap */
export async function addOutage(
  editor: Editor,
  meterId: number,
  body: Body,
  today: Temporal.PlainDate,
): Promise<Changed<MeterOutage>> {
  const { caller } = editor;
  const place = await getMeterPlace(caller, meterId);
  requireOrder(body, today);
  const added = await inTransaction(caller.db, async (trx) => {
    requireStanding(await lockMeter(trx, place, undefined), body);
    const outage = toVersioned(await repository.insertOutage(trx, place, fieldsOf(body)));
    await audit(trx, caller, place, { id: outage.record.id, after: outage.record });
    return outage;
  });
  return { ...added, appliedMonths: await appliedMonthsOf(editor, place, added.record) };
}

/** @throws Refusal not-found, forbidden below owner, validation-failed, version-stale, period-overlap */
export async function replaceOutage(
  editor: Editor,
  { id, ifMatch }: Named,
  body: Body,
  today: Temporal.PlainDate,
): Promise<Changed<MeterOutage>> {
  const { caller } = editor;
  const place = await getPlace(caller, id);
  requireOrder(body, today);
  const { before, after } = await inTransaction(caller.db, async (trx) => {
    requireStanding(await lockMeter(trx, place, undefined), body);
    const { record } = toVersioned(await lock(trx, place, { id, ifMatch }));
    const row = await repository.updateOutage(trx, { ...place, id }, fieldsOf(body));
    const outage = toVersioned(row);
    await audit(trx, caller, place, { id, before: record, after: outage.record });
    return { before: record, after: outage };
  });
  const days = changedDays(before, after.record);
  return { ...after, appliedMonths: await appliedMonthsOf(editor, place, days) };
}

/** @throws Refusal not-found, forbidden below owner, version-stale */
export async function deleteOutage(editor: Editor, { id, ifMatch }: Named): Promise<AppliedMonths> {
  const { caller } = editor;
  const place = await getPlace(caller, id);
  const before = await inTransaction(caller.db, async (trx) => {
    await lockMeter(trx, place, undefined);
    const { record } = toVersioned(await lock(trx, place, { id, ifMatch }));
    await repository.deleteOutage(trx, { ...place, id });
    await audit(trx, caller, place, { id, before: record });
    return record;
  });
  return appliedMonthsOf(editor, place, before);
}

/** Another first day counts in the whole outage: its months are counted from there. */
function changedDays(before: MeterOutage, after: MeterOutage): FactDays | null {
  const compare = before.from === after.from ? differenceOf : hullOf;
  return compare(before, after);
}

/** @throws Refusal validation-failed */
function requireOrder({ from, to }: Body, today: Temporal.PlainDate): void {
  const isAfterToday = `is after today, ${formatDay(today)}`;
  if (compareDays(from, today) > 0)
    throw invalidField('/from', isAfterToday, { code: 'after-today' });
  if (!to) return;
  if (compareDays(to, from) < 0)
    throw invalidField('/to', 'is before from', { code: 'ends-before-start' });
  if (compareDays(to, today) > 0) throw invalidField('/to', isAfterToday, { code: 'after-today' });
}

/** @throws Refusal validation-failed */
function requireStanding({ installedOn, removedOn }: MeterRow, { from }: Body): void {
  const day = formatDay(from);
  if (day < installedOn)
    throw invalidField('/from', `is before installedOn, ${installedOn}`, {
      code: 'before-day',
      params: { day: installedOn },
    });
  if (removedOn !== null && day > removedOn)
    throw invalidField('/from', `is after removedOn, ${removedOn}`, {
      code: 'after-day',
      params: { day: removedOn },
    });
}

/** The meter is locked before: whoever changes its life holds it, too. */
async function lock(trx: Trx, place: MeterPlace, { id, ifMatch }: Named): Promise<OutageRow> {
  return lockVersion('The outage', ifMatch, async () =>
    repository.lockOutage(trx, { ...place, id }),
  );
}

async function audit(
  trx: Trx,
  caller: Caller,
  { organizationId }: MeterPlace,
  change: { readonly id: number; readonly before?: MeterOutage; readonly after?: MeterOutage },
): Promise<void> {
  await auditRecord(trx, caller, { type: 'meter-outage', organizationId, ...change });
}

async function getPlace(caller: Caller, id: number): Promise<MeterPlace> {
  const { houseId, meterId, organizationId } = await getRow(caller, id);
  return { houseId, meterId, organizationId };
}

async function getRow(caller: Caller, id: number) {
  return caller.getOwn('The outage', async (organizations) =>
    repository.findOutage(caller.db, id, organizations),
  );
}

function fieldsOf({ from, to, basis = null }: Body): OutageFields {
  return { beginsOn: formatDay(from), endsOn: to ? formatDay(to) : null, basis };
}

function toVersioned(row: OutageRow): Versioned<MeterOutage> {
  const record = {
    id: row.id,
    houseId: row.houseId,
    meterId: row.meterId,
    from: row.beginsOn,
    to: row.endsOn,
    basis: row.basis,
  };
  return { record, version: row.version };
}

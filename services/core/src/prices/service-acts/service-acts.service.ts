// Service acts, recorded by accountants: interruptions and bad quality of a house's services.
import type { AppliedMonths } from '@kvartplata/contracts/core/applied-months.ts';
import type { ServiceAct } from '@kvartplata/contracts/core/service-acts.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { hullOf } from '@kvartplata/domain/calendar/day-span.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import type { Named } from '@kvartplata/platform/http/entity-tag.ts';
import { invalidField, notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import type { FactDays } from '../../access/applied-months/applied-months.service.ts';
import type { HousePlace } from '../../access/places.ts';
import {
  appliedMonthsOf,
  auditorOf,
  lockVersion,
  refuseBrokenRules,
  type Changed,
  type Editor,
  type Versioned,
} from '../../access/records/records.service.ts';
import { getHousePlace } from '../../registry/houses/houses.service.ts';
import type { Trx } from '../../tables.ts';
import { getOwnHouseService } from '../house-services/house-services.service.ts';
import { getUtilityService } from '../utility-services/utility-services.service.ts';
import { brokenRules, daysOf, type Body } from './service-act-rules.ts';
import * as repository from './service-acts.repository.ts';
import type { ServiceActFields, ServiceActKey, ServiceActRow } from './service-acts.repository.ts';

const audit = auditorOf<ServiceAct>('service-act');

/** @throws Refusal not-found */
export async function listServiceActs(
  caller: Caller,
  houseId: number,
  query: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
): Promise<PageOf<ServiceAct>> {
  const house = await getHousePlace(caller, houseId);
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const after = decodeCursor(query.cursor, ['instant', 'id']);
  return pageOf(
    await repository.listServiceActs(caller.db, house, { after, limit: limit + 1 }),
    limit,
    (row) => [row.beginsAt.toISOString(), row.id],
    (row) => toVersioned(row).record,
  );
}

/** @throws Refusal not-found */
export async function getServiceAct(caller: Caller, id: number): Promise<Versioned<ServiceAct>> {
  return toVersioned(await getRow(caller, id));
}

/** @throws Refusal not-found, forbidden below accountant, validation-failed, period-overlap */
export async function createServiceAct(
  editor: Editor,
  houseId: number,
  body: Body,
  now: Date,
): Promise<Changed<ServiceAct>> {
  const { caller } = editor;
  const { organizationId } = await getHousePlace(caller, houseId);
  const house = { organizationId, houseId };
  const fields = await fieldsOf(caller, house, body, now);
  const created = await inTransaction(caller.db, async (trx) => {
    await repository.lockServiceActs(trx, house);
    const roomIds = await roomsOf(trx, house, body);
    await refuseOverlap(trx, { ...house, id: undefined }, fields, roomIds);
    const key = { ...house, id: await repository.insertServiceAct(trx, house, fields) };
    if (roomIds !== null) await repository.insertRooms(trx, key, roomIds);
    const made = await stored(trx, key);
    await audit(trx, caller, key, { after: made.record });
    return made;
  });
  const days = daysOfRecord(created.record);
  return { ...created, appliedMonths: await appliedMonthsOf(editor, house, days) };
}

/** @throws Refusal not-found, forbidden below accountant, validation-failed, version-stale, period-overlap */
export async function replaceServiceAct(
  editor: Editor,
  { id, ifMatch }: Named,
  body: Body,
  now: Date,
): Promise<Changed<ServiceAct>> {
  const { caller } = editor;
  const { organizationId, houseId } = await getRow(caller, id);
  const key = { organizationId, houseId, id };
  const fields = await fieldsOf(caller, key, body, now);
  const { before, after } = await inTransaction(caller.db, async (trx) => {
    const replaced = await lock(trx, key, ifMatch);
    const roomIds = await roomsOf(trx, key, body);
    await refuseOverlap(trx, key, fields, roomIds);
    await repository.updateServiceAct(trx, key, fields);
    await repository.deleteRooms(trx, key);
    if (roomIds !== null) await repository.insertRooms(trx, key, roomIds);
    const replacing = await stored(trx, key);
    await audit(trx, caller, key, { before: replaced.record, after: replacing.record });
    return { before: replaced.record, after: replacing };
  });
  const days = changedDays(before, after.record);
  return { ...after, appliedMonths: await appliedMonthsOf(editor, key, days) };
}

/** @throws Refusal not-found, forbidden below accountant, version-stale */
export async function deleteServiceAct(
  editor: Editor,
  { id, ifMatch }: Named,
): Promise<AppliedMonths> {
  const { caller } = editor;
  const { organizationId, houseId } = await getRow(caller, id);
  const key = { organizationId, houseId, id };
  const before = await inTransaction(caller.db, async (trx) => {
    const { record } = await lock(trx, key, ifMatch);
    await repository.deleteRooms(trx, key);
    await repository.deleteServiceAct(trx, key);
    await audit(trx, caller, key, { before: record });
    return record;
  });
  return appliedMonthsOf(editor, key, daysOfRecord(before));
}

/** @throws Refusal not-found, validation-failed */
async function fieldsOf(
  caller: Caller,
  { houseId }: HousePlace,
  body: Body,
  now: Date,
): Promise<ServiceActFields> {
  const service = await getOwnHouseService(caller, body.houseServiceId);
  if (service.houseId !== houseId) throw notFound('The house service');
  const { organizationId, utilityServiceId } = service;
  const utility = await getUtilityService(caller.db, organizationId, utilityServiceId);
  refuseBrokenRules(brokenRules(body, utility, service, now));
  return {
    houseServiceId: body.houseServiceId,
    kind: body.kind,
    beginsAt: new Date(body.from.epochMilliseconds),
    endsAt: new Date(body.to.epochMilliseconds),
    measured: body.measured ?? null,
    required: body.required ?? null,
    allowedHours: body.allowedHours ?? null,
    basis: body.basis,
  };
}

/**
 * Null for the whole house.
 * @throws Refusal validation-failed for a room of another house
 */
async function roomsOf(
  trx: Trx,
  house: HousePlace,
  { roomIds }: Body,
): Promise<readonly number[] | null> {
  if (roomIds === undefined || roomIds === null || roomIds.length === 0) return null;
  const own = new Set(await repository.findRooms(trx, house, roomIds));
  const stranger = roomIds.findIndex((id) => !own.has(id));
  if (stranger === -1) return roomIds;
  throw invalidField(`/roomIds/${stranger}`, 'is no room of the house', { code: 'not-of-house' });
}

/** @throws Refusal period-overlap */
async function refuseOverlap(
  trx: Trx,
  key: HousePlace & { readonly id: number | undefined },
  fields: ServiceActFields,
  roomIds: readonly number[] | null,
): Promise<void> {
  const overlap = await repository.findOverlap(trx, key, fields, roomIds);
  if (overlap !== undefined)
    throw new Refusal(
      'period-overlap',
      `Another act of the service and the kind begins at ${overlap.toISOString()}`,
    );
}

/** Locks the house's acts first, as every writer of them does. */
async function lock(
  trx: Trx,
  key: ServiceActKey,
  ifMatch: string | undefined,
): Promise<Versioned<ServiceAct>> {
  await repository.lockServiceActs(trx, key);
  return toVersioned(
    await lockVersion('The act', ifMatch, async () => repository.lockServiceAct(trx, key)),
  );
}

async function stored(trx: Trx, key: ServiceActKey): Promise<Versioned<ServiceAct>> {
  const row = await repository.lockServiceAct(trx, key);
  if (row === undefined) throw notFound('The act');
  return toVersioned(row);
}

async function getRow(caller: Caller, id: number): Promise<ServiceActRow> {
  return caller.getOwn('The act', async (organizations) =>
    repository.findServiceAct(caller.db, id, organizations),
  );
}

function toVersioned({
  version,
  beginsAt,
  endsAt,
  roomIds,
  ...row
}: ServiceActRow): Versioned<ServiceAct> {
  const record = {
    ...row,
    from: beginsAt.toISOString(),
    to: endsAt.toISOString(),
    roomIds: roomIds === null ? null : [...roomIds],
  };
  return { record, version };
}

function daysOfRecord({ from, to }: ServiceAct): FactDays {
  return daysOf(Temporal.Instant.from(from), Temporal.Instant.from(to));
}

/** Changing the document affects no month, any other change affects all days of both. */
function changedDays(before: ServiceAct, after: ServiceAct): FactDays | null {
  const facts = ({ basis: _basis, ...counted }: ServiceAct): string => JSON.stringify(counted);
  return facts(before) === facts(after) ? null : hullOf(daysOfRecord(before), daysOfRecord(after));
}

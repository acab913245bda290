// Rooms: read by members of their organization, changed by its owners.
import type { Named } from '@kvartplata/platform/http/entity-tag.ts';
import type { AppliedMonths } from '@kvartplata/contracts/core/applied-months.ts';
import type { Room } from '@kvartplata/contracts/core/rooms.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { violates } from '@kvartplata/platform/database/database-errors.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import type { HousePlace } from '../../access/places.ts';
import { ALL_DAYS } from '../../access/applied-months/applied-months.service.ts';
import { getHousePlace } from '../houses/houses.service.ts';
import {
  appliedMonthsOf,
  auditRecord,
  lockVersion,
  type Changed,
  type Editor,
  type Versioned,
} from '../../access/records/records.service.ts';
import type { Trx } from '../../tables.ts';
import * as repository from './rooms.repository.ts';
import type { RoomFields, RoomPlace, RoomRow } from './rooms.repository.ts';

/** @throws Refusal not-found */
export async function listRooms(
  caller: Caller,
  houseId: number,
  query: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
): Promise<PageOf<Room>> {
  const house = await getHousePlace(caller, houseId);
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const [afterId = 0] = decodeCursor(query.cursor, ['id']) ?? [];
  const rows = await repository.listRooms(caller.db, house, { afterId, limit: limit + 1 });
  return pageOf(
    rows,
    limit,
    (row) => [row.id],
    (row) => toVersioned(row).record,
  );
}

/** @throws Refusal not-found */
export async function getRoom(caller: Caller, roomId: number): Promise<Versioned<Room>> {
  const place = await getRoomPlace(caller, roomId);
  const row = await repository.findRoom(caller.db, place, roomId);
  if (row === undefined) throw notFound('The room');
  return toVersioned(row);
}

/** @throws Refusal not-found, forbidden below owner, room-number-taken */
export async function createRoom(
  editor: Editor,
  houseId: number,
  body: RoomFields,
): Promise<Changed<Room>> {
  const { caller } = editor;
  const house = await getHousePlace(caller, houseId);
  const { organizationId } = house;
  const created = await numberedInTransaction(caller, async (trx) => {
    const room = toVersioned(await repository.insertRoom(trx, house, body));
    const { id } = room.record;
    await auditRecord(trx, caller, { type: 'room', id, organizationId, after: room.record });
    return room;
  });
  // Affects charges, because common-house needs are shared out by the area of all rooms.
  return {
    ...created,
    appliedMonths: await appliedMonthsOf(editor, { organizationId, houseId }, ALL_DAYS),
  };
}

/** @throws Refusal not-found, forbidden below owner, version-stale, room-number-taken */
export async function replaceRoom(
  editor: Editor,
  { id, ifMatch }: Named,
  body: RoomFields,
): Promise<Changed<Room>> {
  const { caller } = editor;
  const place = await getRoomPlace(caller, id);
  const { houseId, organizationId } = place;
  const { before, after } = await numberedInTransaction(caller, async (trx) => {
    const replaced = toVersioned(
      await lockVersion('The room', ifMatch, async () => repository.lockRoom(trx, place, id)),
    );
    const replacing = toVersioned(await repository.updateRoom(trx, place, id, body));
    await auditRecord(trx, caller, {
      type: 'room',
      id,
      organizationId,
      before: replaced.record,
      after: replacing.record,
    });
    return { before: replaced.record, after: replacing };
  });
  const isChargedAlike = before.area === after.record.area && before.kind === after.record.kind;
  const days = isChargedAlike ? null : ALL_DAYS;
  return {
    ...after,
    appliedMonths: await appliedMonthsOf(editor, { organizationId, houseId }, days),
  };
}

/** @throws Refusal not-found, forbidden below owner, version-stale, has-children */
export async function deleteRoom(editor: Editor, { id, ifMatch }: Named): Promise<AppliedMonths> {
  const { caller } = editor;
  const place = await getRoomPlace(caller, id);
  const { houseId, organizationId } = place;
  await inTransaction(caller.db, async (trx) => {
    const row = await lockVersion('The room', ifMatch, async () =>
      repository.lockRoom(trx, place, id),
    );
    if (await repository.hasChildren(trx, place, id))
      throw new Refusal(
        'has-children',
        'The room still has personal accounts, meters or acts on services',
      );
    await repository.deleteRoom(trx, place, id);
    const before = toVersioned(row).record;
    await auditRecord(trx, caller, { type: 'room', id, organizationId, before });
  });
  return appliedMonthsOf(editor, { organizationId, houseId }, ALL_DAYS);
}

/**
 * Locks the house's room until the transaction ends, against changes of the accounts that share it.
 * @throws Refusal not-found
 */
export async function lockRoom(trx: Trx, house: HousePlace, roomId: number): Promise<Room> {
  const row = await repository.lockRoom(trx, house, roomId);
  if (row === undefined) throw notFound('The room');
  return toVersioned(row).record;
}

export async function getRoomPlace(caller: Caller, roomId: number): Promise<RoomPlace> {
  return caller.getOwn('The room', async (organizations) =>
    repository.findRoomPlace(caller.db, roomId, organizations),
  );
}

async function numberedInTransaction<Result>(
  caller: Caller,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  try {
    return await inTransaction(caller.db, work);
  } catch (error) {
    if (violates(error, 'rooms_number_unique'))
      throw new Refusal('room-number-taken', undefined, { cause: error });
    throw error;
  }
}

function toVersioned({
  version,
  organizationId: _organizationId,
  ...record
}: RoomRow): Versioned<Room> {
  return { record, version };
}

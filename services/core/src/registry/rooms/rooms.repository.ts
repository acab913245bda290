// Rooms in SQL.
import type { RoomBody } from '@kvartplata/contracts/core/rooms.ts';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { StaticDecode } from 'typebox';
import { isOfOne, type Organizations } from '@kvartplata/platform/database/of-organizations.ts';
import type { HousePlace } from '../../access/places.ts';
import type { Db, Trx } from '../../tables.ts';
import type { RoomsTable } from './rooms.table.ts';

export type RoomRow = Selectable<RoomsTable>;
export type RoomFields = StaticDecode<typeof RoomBody>;
/** Identifies a room with its house and organization. */
export type RoomPlace = HousePlace & { readonly roomId: number };

/** Ordered by id. */
export async function listRooms(
  db: Db,
  { organizationId, houseId }: HousePlace,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<RoomRow[]> {
  return db
    .selectFrom('rooms')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function findRoomPlace(
  db: Db,
  roomId: number,
  organizations: Organizations,
): Promise<RoomPlace | undefined> {
  return db
    .selectFrom('rooms')
    .modifyFront(sql`/* kept: find-room-place */`)
    .select(['id as roomId', 'houseId', 'organizationId'])
    .where('id', '=', roomId)
    .where(isOfOne(organizations, 'organizationId'))
    .executeTakeFirst();
}

export async function findRoom(
  db: Db,
  { organizationId, houseId }: HousePlace,
  roomId: number,
): Promise<RoomRow | undefined> {
  return db
    .selectFrom('rooms')
    .modifyFront(sql`/* kept: find-room */`)
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', roomId)
    .executeTakeFirst();
}

/** Locked until the transaction ends: meanwhile no account can be opened in the room, moved there or changed there. */
export async function lockRoom(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
  roomId: number,
): Promise<RoomRow | undefined> {
  return trx
    .selectFrom('rooms')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', roomId)
    .forUpdate()
    .executeTakeFirst();
}

/** @throws a violation of `rooms_number_unique` */
export async function insertRoom(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
  room: RoomFields,
): Promise<RoomRow> {
  return trx
    .insertInto('rooms')
    .values({ organizationId, houseId, ...columnsOf(room) })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** @throws a violation of `rooms_number_unique` */
export async function updateRoom(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
  roomId: number,
  room: RoomFields,
): Promise<RoomRow> {
  return trx
    .updateTable('rooms')
    .set((row) => ({ ...columnsOf(room), version: row('version', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', roomId)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function deleteRoom(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
  roomId: number,
): Promise<void> {
  await trx
    .deleteFrom('rooms')
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', roomId)
    .execute();
}

/** Whether the room has an account, open or closed, a meter, or an act on a service. */
export async function hasChildren(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
  roomId: number,
): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (
      select from personal_accounts
      where personal_accounts.organization_id = ${organizationId} and personal_accounts.house_id = ${houseId}
        and personal_accounts.room_id = ${roomId}
    ) or exists (
      select from meters where meters.organization_id = ${organizationId} and meters.house_id = ${houseId}
        and meters.room_id = ${roomId}
    ) or exists (
      select from service_act_rooms
      where service_act_rooms.organization_id = ${organizationId} and service_act_rooms.house_id = ${houseId}
        and service_act_rooms.room_id = ${roomId}
    ) as exists
  `.execute(trx);
  return rows[0]?.exists ?? false;
}

const COLUMNS = [
  'rooms.organizationId',
  'rooms.houseId',
  'rooms.id',
  'rooms.number',
  'rooms.area',
  'rooms.kind',
  'rooms.version',
] as const;

function columnsOf(room: RoomFields): Omit<Insertable<RoomsTable>, 'organizationId' | 'houseId'> {
  return { number: room.number, area: room.area, kind: room.kind ?? 'residential' };
}

// The rooms of a house.
import {
  createRoom,
  deleteRoom as remove,
  getRoom,
  listRooms,
  replaceRoom,
  type Room,
  type RoomBody,
} from '@kvartplata/contracts/core/rooms.ts';
import type { StaticEncode } from 'typebox';
import { call } from '../../lib/api.ts';
import { readAll, readVersioned } from '../../lib/reads.ts';

export type RoomFields = StaticEncode<typeof RoomBody>;

/** Every room of a house. */
export function allRoomsOf(houseId: number) {
  return readAll(listRooms, { params: { houseId } });
}

export function roomOf(roomId: number) {
  return readVersioned(getRoom, { params: { roomId } });
}

export async function addRoom(houseId: number, body: RoomFields): Promise<Room> {
  return call(createRoom, { params: { houseId }, body });
}

export async function changeRoom(
  roomId: number,
  ifMatch: string | undefined,
  body: RoomFields,
): Promise<Room> {
  return call(replaceRoom, { params: { roomId }, body, ifMatch });
}

export async function deleteRoom(roomId: number, ifMatch: string | undefined): Promise<void> {
  await call(remove, { params: { roomId }, ifMatch });
}

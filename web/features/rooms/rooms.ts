// The rooms of a house.
import type { Room, RoomBody } from '@kvartplata/contracts/core/rooms.ts';
import { queryOptions } from '@tanstack/react-query';
import type { StaticEncode } from 'typebox';
import { ask, askVersioned, type Versioned } from '../../lib/api.ts';
import { askAll, pagesOf } from '../../lib/paged.ts';

const pathOf = (houseId: number): string => `/api/houses/${houseId}/rooms`;

export type RoomFields = StaticEncode<typeof RoomBody>;

export function roomsOf(houseId: number) {
  return pagesOf<Room>('core', pathOf(houseId));
}

/** Every room of a house, to choose from. */
export function allRoomsOf(houseId: number) {
  return queryOptions({
    queryKey: [pathOf(houseId), 'all'],
    queryFn: async ({ signal }) => askAll<Room>('core', pathOf(houseId), { signal }),
  });
}

export async function readRoom(id: number): Promise<Versioned<Room>> {
  return askVersioned('core', `/api/rooms/${id}`);
}

export async function addRoom(houseId: number, body: RoomFields): Promise<Room> {
  return ask<Room>('core', pathOf(houseId), { method: 'POST', body });
}

export async function changeRoom(
  id: number,
  etag: string | undefined,
  body: RoomFields,
): Promise<Room> {
  return ask<Room>('core', `/api/rooms/${id}`, { method: 'PUT', body, ifMatch: etag });
}

// Rooms of a house. PUT replaces: a field that is left out gets its default.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { Decimal, DecimalIn, Id, Line } from '../scalars.ts';
import { Written } from './applied-months.ts';

const RoomKind = Type.Union([Type.Literal('residential'), Type.Literal('non-residential')]);

/** The body of POST and PUT. */
export const RoomBody = Type.Object(
  {
    number: Line(20),
    area: Decimal({ places: 2, from: '0', isOpen: true, to: '100000', unit: 'm²' }),
    kind: Type.Optional(RoomKind),
  },
  { additionalProperties: false },
);

const RoomsQuery = Type.Object(PageQuery, { additionalProperties: false });

export const Room = Type.Object({
  id: Id,
  houseId: Id,
  number: Type.String(),
  area: DecimalIn('m²'),
  kind: RoomKind,
});
export type Room = Static<typeof Room>;

export const WrittenRoom = Written(Room);
export type WrittenRoom = Static<typeof WrittenRoom>;

export const listRooms = endpoint({
  id: 'listRooms',
  service: 'core',
  method: 'GET',
  path: '/api/houses/:houseId/rooms',
  tag: 'rooms',
  summary: 'List the rooms of a house',
  description: 'In the order of ids, which is the order in which they were added.',
  access: 'viewer',
  query: RoomsQuery,
  answers: { 200: Page(Room) },
  refusals: ['not-found'],
});

export const createRoom = endpoint({
  id: 'createRoom',
  service: 'core',
  method: 'POST',
  path: '/api/houses/:houseId/rooms',
  tag: 'rooms',
  summary: 'Add a room to a house',
  description:
    'Residential unless given otherwise. Common-house needs are shared out by the area of all rooms, so a new room ' +
    'counts in every month.',
  access: 'owner',
  body: RoomBody,
  answers: { 201: WrittenRoom },
  refusals: ['not-found', 'room-number-taken', 'unprocessable-reference'],
});

export const getRoom = endpoint({
  id: 'getRoom',
  service: 'core',
  method: 'GET',
  path: '/api/rooms/:roomId',
  tag: 'rooms',
  summary: 'Get a room',
  description: 'With its version in `ETag`.',
  access: 'viewer',
  answers: { 200: Room },
  refusals: ['not-found'],
});

export const replaceRoom = endpoint({
  id: 'replaceRoom',
  service: 'core',
  method: 'PUT',
  path: '/api/rooms/:roomId',
  tag: 'rooms',
  summary: 'Replace a room',
  description:
    'A field that is left out gets its default. A changed area or kind counts in every month, a changed number in none.',
  access: 'owner',
  body: RoomBody,
  ifMatch: true,
  answers: { 200: WrittenRoom },
  refusals: ['not-found', 'room-number-taken'],
});

export const deleteRoom = endpoint({
  id: 'deleteRoom',
  service: 'core',
  method: 'DELETE',
  path: '/api/rooms/:roomId',
  tag: 'rooms',
  summary: 'Delete a room',
  description:
    'Only one without accounts, open or closed. The header `Applied-Months` lists the applied months that it concerns.',
  access: 'owner',
  ifMatch: true,
  answers: { 204: null },
  refusals: ['not-found', 'has-children'],
});

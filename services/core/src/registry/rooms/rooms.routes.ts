// /api/houses/:houseId/rooms and /api/rooms
import { Written } from '@kvartplata/contracts/core/applied-months.ts';
import {
  ListRoomsQuery,
  OfHouseParams,
  Room,
  RoomBody,
  RoomIdParams,
} from '@kvartplata/contracts/core/rooms.ts';
import { Page } from '@kvartplata/contracts/page.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import { namedBy } from '@kvartplata/platform/http/entity-tag.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import Type from 'typebox';
import type { Deps } from '../../access/deps.ts';
import {
  answerChanged,
  answerCreated,
  answerDeleted,
  answerRecord,
  editorOf,
} from '../../access/records/records.service.ts';
import * as rooms from './rooms.service.ts';

const OF_HOUSE = '/api/houses/:houseId/rooms';
const PATH = '/api/rooms';

export function roomsRoutes(app: HttpServer, deps: Deps): void {
  const { access } = deps;

  app.get(OF_HOUSE, LIST, async (request) =>
    rooms.listRooms(await access.callerOf(request), request.params.houseId, request.query),
  );

  app.post(OF_HOUSE, CREATE, async (request, reply) => {
    const editor = await editorOf(deps, request);
    return answerCreated(
      reply,
      PATH,
      await rooms.createRoom(editor, request.params.houseId, request.body),
    );
  });

  app.get(`${PATH}/:id`, READ, async (request, reply) =>
    answerRecord(reply, await rooms.getRoom(await access.callerOf(request), request.params.id)),
  );

  app.put(`${PATH}/:id`, REPLACE, async (request, reply) =>
    answerChanged(
      reply,
      await rooms.replaceRoom(await editorOf(deps, request), namedBy(request), request.body),
    ),
  );

  app.delete(`${PATH}/:id`, DELETE, async (request, reply) =>
    answerDeleted(reply, await rooms.deleteRoom(await editorOf(deps, request), namedBy(request))),
  );
}

const tags = ['rooms'];
const viewer = { access: 'viewer' } as const;
const owner = { access: 'owner' } as const;

const LIST = {
  config: viewer,
  schema: {
    tags,
    summary: 'The rooms of a house, in the order of ids',
    params: OfHouseParams,
    querystring: ListRoomsQuery,
    response: { 200: Page(Room), ...refusals(400, 401, 404, 503) },
  },
};

const CREATE = {
  config: owner,
  schema: {
    tags,
    summary: 'Add a room to a house',
    params: OfHouseParams,
    body: RoomBody,
    response: { 201: Written(Room), ...refusals(400, 401, 403, 404, 409, 422, 503) },
  },
};

const READ = {
  config: viewer,
  schema: {
    tags,
    summary: 'One room',
    params: RoomIdParams,
    response: { 200: Room, ...refusals(400, 401, 404, 503) },
  },
};

const REPLACE = {
  config: owner,
  schema: {
    tags,
    summary: 'Replace a room; a field left out gets its default',
    params: RoomIdParams,
    body: RoomBody,
    response: { 200: Written(Room), ...refusals(400, 401, 403, 404, 409, 412, 503) },
  },
};

const DELETE = {
  config: owner,
  schema: {
    tags,
    summary: 'Delete a room that no account belongs to',
    params: RoomIdParams,
    response: { 204: Type.Null(), ...refusals(400, 401, 403, 404, 409, 412, 503) },
  },
};

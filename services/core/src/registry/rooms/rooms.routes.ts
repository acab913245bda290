// The rooms of a house.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/core/rooms.ts';
import { namedBy } from '@kvartplata/platform/http/entity-tag.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import {
  answerChanged,
  answerCreated,
  answerDeleted,
  answerRecord,
  editorOf,
} from '../../access/records/records.service.ts';
import * as rooms from './rooms.service.ts';

export function roomsRoutes(app: HttpServer, deps: Deps): void {
  const { access } = deps;

  route(app, api.listRooms, async (request) =>
    rooms.listRooms(await access.callerOf(request), request.params.houseId, request.query),
  );

  route(app, api.createRoom, async (request, reply) => {
    const editor = await editorOf(deps, request);
    const created = await rooms.createRoom(editor, request.params.houseId, request.body);
    return answerCreated(reply, addressOfRoom, created);
  });

  route(app, api.getRoom, async (request, reply) =>
    answerRecord(reply, await rooms.getRoom(await access.callerOf(request), request.params.roomId)),
  );

  route(app, api.replaceRoom, async (request, reply) => {
    const named = namedBy(request, request.params.roomId);
    const editor = await editorOf(deps, request);
    return answerChanged(reply, await rooms.replaceRoom(editor, named, request.body));
  });

  route(app, api.deleteRoom, async (request, reply) => {
    const named = namedBy(request, request.params.roomId);
    return answerDeleted(reply, await rooms.deleteRoom(await editorOf(deps, request), named));
  });
}

function addressOfRoom(roomId: number): string {
  return addressOf(api.getRoom, { params: { roomId } });
}

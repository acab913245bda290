// The houses of organizations.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/core/houses.ts';
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
import * as houses from './houses.service.ts';

export function housesRoutes(app: HttpServer, deps: Deps): void {
  const { access, today } = deps;

  route(app, api.listHouses, async (request) =>
    houses.listHouses(await access.callerOf(request), request.query, today()),
  );

  route(app, api.createHouse, async (request, reply) => {
    const editor = await editorOf(deps, request);
    const created = await houses.createHouse(editor, request.query.organizationId, request.body);
    return answerCreated(reply, addressOfHouse, created);
  });

  route(app, api.getHouse, async (request, reply) => {
    const caller = await access.callerOf(request);
    return answerRecord(reply, await houses.getHouse(caller, request.params.houseId));
  });

  route(app, api.replaceHouse, async (request, reply) => {
    const editor = await editorOf(deps, request);
    const named = namedBy(request, request.params.houseId);
    return answerChanged(reply, await houses.replaceHouse(editor, named, request.body));
  });

  route(app, api.deleteHouse, async (request, reply) => {
    const named = namedBy(request, request.params.houseId);
    return answerDeleted(reply, await houses.deleteHouse(await editorOf(deps, request), named));
  });
}

function addressOfHouse(houseId: number): string {
  return addressOf(api.getHouse, { params: { houseId } });
}

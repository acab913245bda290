// The services of a house.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/core/house-services.ts';
import { namedBy } from '@kvartplata/platform/http/entity-tag.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import {
  answerChanged,
  answerCreated,
  answerDeleted,
  answerRecord,
  confirmedBy,
  editorOf,
} from '../../access/records/records.service.ts';
import * as houseServices from './house-services.service.ts';

export function houseServicesRoutes(app: HttpServer, deps: Deps): void {
  const { access } = deps;

  route(app, api.listHouseServices, async (request) => {
    const caller = await access.callerOf(request);
    return houseServices.listHouseServices(caller, request.params.houseId, request.query);
  });

  route(app, api.createHouseService, async (request, reply) => {
    const { params, body } = request;
    const editor = await editorOf(deps, request);
    const created = await houseServices.createHouseService(editor, params.houseId, body);
    return answerCreated(reply, addressOfService, created);
  });

  route(app, api.getHouseService, async (request, reply) => {
    const caller = await access.callerOf(request);
    const { houseServiceId } = request.params;
    return answerRecord(reply, await houseServices.getHouseService(caller, houseServiceId));
  });

  route(app, api.replaceHouseService, async (request, reply) => {
    const editor = await editorOf(deps, request);
    const named = namedBy(request, request.params.houseServiceId);
    const replaced = await houseServices.replaceHouseService(
      editor,
      { ...named, ...confirmedBy(request) },
      request.body,
    );
    return answerChanged(reply, replaced);
  });

  route(app, api.deleteHouseService, async (request, reply) => {
    const editor = await editorOf(deps, request);
    const named = namedBy(request, request.params.houseServiceId);
    return answerDeleted(reply, await houseServices.deleteHouseService(editor, named));
  });
}

function addressOfService(houseServiceId: number): string {
  return addressOf(api.getHouseService, { params: { houseServiceId } });
}

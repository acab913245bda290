// Service acts: interruptions and bad quality of a house's services.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/core/service-acts.ts';
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
import * as acts from './service-acts.service.ts';

export function serviceActsRoutes(app: HttpServer, deps: Deps): void {
  const { access, now } = deps;

  route(app, api.listServiceActs, async (request) =>
    acts.listServiceActs(await access.callerOf(request), request.params.houseId, request.query),
  );

  route(app, api.createServiceAct, async (request, reply) => {
    const { params, body } = request;
    const editor = await editorOf(deps, request);
    const created = await acts.createServiceAct(editor, params.houseId, body, now());
    return answerCreated(reply, addressOfServiceAct, created);
  });

  route(app, api.getServiceAct, async (request, reply) => {
    const caller = await access.callerOf(request);
    return answerRecord(reply, await acts.getServiceAct(caller, request.params.serviceActId));
  });

  route(app, api.replaceServiceAct, async (request, reply) => {
    const editor = await editorOf(deps, request);
    const named = namedBy(request, request.params.serviceActId);
    return answerChanged(reply, await acts.replaceServiceAct(editor, named, request.body, now()));
  });

  route(app, api.deleteServiceAct, async (request, reply) => {
    const editor = await editorOf(deps, request);
    const named = namedBy(request, request.params.serviceActId);
    return answerDeleted(reply, await acts.deleteServiceAct(editor, named));
  });
}

function addressOfServiceAct(serviceActId: number): string {
  return addressOf(api.getServiceAct, { params: { serviceActId } });
}

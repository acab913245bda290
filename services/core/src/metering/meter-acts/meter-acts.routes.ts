// The acts on a meter.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/core/meter-acts.ts';
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
import * as acts from './meter-acts.service.ts';

export function meterActsRoutes(app: HttpServer, deps: Deps): void {
  const { access, today } = deps;

  route(app, api.listMeterActs, async (request) =>
    acts.listActs(await access.callerOf(request), request.params.meterId, request.query),
  );

  route(app, api.createMeterAct, async (request, reply) => {
    const { params, body } = request;
    const editor = await editorOf(deps, request);
    const added = await acts.addAct(editor, params.meterId, body, today());
    return answerCreated(reply, addressOfAct, added);
  });

  route(app, api.getMeterAct, async (request, reply) => {
    const caller = await access.callerOf(request);
    return answerRecord(reply, await acts.getAct(caller, request.params.actId));
  });

  route(app, api.replaceMeterAct, async (request, reply) => {
    const named = namedBy(request, request.params.actId);
    const editor = await editorOf(deps, request);
    return answerChanged(reply, await acts.replaceAct(editor, named, request.body, today()));
  });

  route(app, api.deleteMeterAct, async (request, reply) => {
    const named = namedBy(request, request.params.actId);
    return answerDeleted(reply, await acts.deleteAct(await editorOf(deps, request), named));
  });
}

function addressOfAct(actId: number): string {
  return addressOf(api.getMeterAct, { params: { actId } });
}

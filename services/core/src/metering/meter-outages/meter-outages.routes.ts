// The outages of a meter.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/core/meter-outages.ts';
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
import * as outages from './meter-outages.service.ts';

export function meterOutagesRoutes(app: HttpServer, deps: Deps): void {
  const { access, today } = deps;

  route(app, api.listMeterOutages, async (request) =>
    outages.listOutages(await access.callerOf(request), request.params.meterId, request.query),
  );

  route(app, api.createMeterOutage, async (request, reply) => {
    const { params, body } = request;
    const editor = await editorOf(deps, request);
    const added = await outages.addOutage(editor, params.meterId, body, today());
    return answerCreated(reply, addressOfOutage, added);
  });

  route(app, api.getMeterOutage, async (request, reply) => {
    const caller = await access.callerOf(request);
    return answerRecord(reply, await outages.getOutage(caller, request.params.outageId));
  });

  route(app, api.replaceMeterOutage, async (request, reply) => {
    const named = namedBy(request, request.params.outageId);
    const editor = await editorOf(deps, request);
    return answerChanged(reply, await outages.replaceOutage(editor, named, request.body, today()));
  });

  route(app, api.deleteMeterOutage, async (request, reply) => {
    const named = namedBy(request, request.params.outageId);
    return answerDeleted(reply, await outages.deleteOutage(await editorOf(deps, request), named));
  });
}

function addressOfOutage(outageId: number): string {
  return addressOf(api.getMeterOutage, { params: { outageId } });
}

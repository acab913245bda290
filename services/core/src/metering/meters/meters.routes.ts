// The meters of accounts and houses.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/core/meters.ts';
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
import * as meters from './meters.service.ts';

export function metersRoutes(app: HttpServer, deps: Deps): void {
  const { access } = deps;

  route(app, api.listMeters, async (request) =>
    meters.listMeters(await access.callerOf(request), request.query),
  );

  route(app, api.createMeter, async (request, reply) => {
    const editor = await editorOf(deps, request);
    const created = await meters.createMeter(editor, request.query.houseId, request.body);
    return answerCreated(reply, addressOfMeter, created);
  });

  route(app, api.getMeter, async (request, reply) => {
    const caller = await access.callerOf(request);
    return answerRecord(reply, await meters.getMeter(caller, request.params.meterId));
  });

  route(app, api.replaceMeter, async (request, reply) => {
    const named = namedBy(request, request.params.meterId);
    const editor = await editorOf(deps, request);
    return answerChanged(reply, await meters.replaceMeter(editor, named, request.body));
  });

  route(app, api.deleteMeter, async (request, reply) => {
    const named = namedBy(request, request.params.meterId);
    return answerDeleted(reply, await meters.deleteMeter(await editorOf(deps, request), named));
  });
}

function addressOfMeter(meterId: number): string {
  return addressOf(api.getMeter, { params: { meterId } });
}

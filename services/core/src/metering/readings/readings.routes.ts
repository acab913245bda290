// Single readings of a meter.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/core/readings.ts';
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
import * as readings from './readings.service.ts';

export function readingsRoutes(app: HttpServer, deps: Deps): void {
  const { access, today } = deps;

  route(app, api.listReadings, async (request) =>
    readings.listReadings(await access.callerOf(request), request.params.meterId, request.query),
  );

  route(app, api.createReading, async (request, reply) => {
    const { params, body } = request;
    const editor = await editorOf(deps, request);
    const created = await readings.createReading(editor, params.meterId, body, today());
    return answerCreated(reply, addressOfReading, created);
  });

  route(app, api.getReading, async (request, reply) => {
    const caller = await access.callerOf(request);
    return answerRecord(reply, await readings.getReading(caller, request.params.readingId));
  });

  route(app, api.replaceReading, async (request, reply) => {
    const named = namedBy(request, request.params.readingId);
    const editor = await editorOf(deps, request);
    const replaced = await readings.replaceReading(editor, named, request.body, today());
    return answerChanged(reply, replaced);
  });

  route(app, api.deleteReading, async (request, reply) => {
    const named = namedBy(request, request.params.readingId);
    return answerDeleted(reply, await readings.deleteReading(await editorOf(deps, request), named));
  });
}

function addressOfReading(readingId: number): string {
  return addressOf(api.getReading, { params: { readingId } });
}

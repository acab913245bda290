// /api/meters/:id/outages and /api/meter-outages
import { Written } from '@kvartplata/contracts/core/applied-months.ts';
import {
  ListMeterOutagesQuery,
  MeterOutage,
  MeterOutageBody,
  MeterOutageIdParams,
} from '@kvartplata/contracts/core/meter-outages.ts';
import { MeterIdParams } from '@kvartplata/contracts/core/meters.ts';
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
import * as outages from './meter-outages.service.ts';

const OF_METER = '/api/meters/:id/outages';
const PATH = '/api/meter-outages';

export function meterOutagesRoutes(app: HttpServer, deps: Deps): void {
  const { access, today } = deps;

  app.get(OF_METER, LIST, async (request) =>
    outages.listOutages(await access.callerOf(request), request.params.id, request.query),
  );

  app.post(OF_METER, ADD, async (request, reply) => {
    const { params, body } = request;
    const editor = await editorOf(deps, request);
    return answerCreated(reply, PATH, await outages.addOutage(editor, params.id, body, today()));
  });

  app.get(`${PATH}/:id`, READ, async (request, reply) =>
    answerRecord(reply, await outages.getOutage(await access.callerOf(request), request.params.id)),
  );

  app.put(`${PATH}/:id`, REPLACE, async (request, reply) => {
    const editor = await editorOf(deps, request);
    const replaced = await outages.replaceOutage(editor, namedBy(request), request.body, today());
    return answerChanged(reply, replaced);
  });

  app.delete(`${PATH}/:id`, DELETE, async (request, reply) =>
    answerDeleted(
      reply,
      await outages.deleteOutage(await editorOf(deps, request), namedBy(request)),
    ),
  );
}

const tags = ['meters'];
const viewer = { access: 'viewer' } as const;
const owner = { access: 'owner' } as const;

const LIST = {
  config: viewer,
  schema: {
    tags,
    summary: 'The outages of a meter, newest first',
    params: MeterIdParams,
    querystring: ListMeterOutagesQuery,
    response: { 200: Page(MeterOutage), ...refusals(400, 401, 404, 503) },
  },
};

const READ = {
  config: viewer,
  schema: {
    tags,
    summary: 'One outage',
    params: MeterOutageIdParams,
    response: { 200: MeterOutage, ...refusals(400, 401, 404, 503) },
  },
};

const ADD = {
  config: owner,
  schema: {
    tags,
    summary: 'Put down since when a meter is broken or lost, and until when if that is over',
    params: MeterIdParams,
    body: MeterOutageBody,
    response: { 201: Written(MeterOutage), ...refusals(400, 401, 403, 404, 409, 503) },
  },
};

const REPLACE = {
  config: owner,
  schema: {
    tags,
    summary:
      'Replace an outage, e.g. once the meter is repaired; a field left out gets its default',
    params: MeterOutageIdParams,
    body: MeterOutageBody,
    response: { 200: Written(MeterOutage), ...refusals(400, 401, 403, 404, 409, 412, 503) },
  },
};

const DELETE = {
  config: owner,
  schema: {
    tags,
    summary: 'Take back an outage that was put down by mistake',
    params: MeterOutageIdParams,
    response: { 204: Type.Null(), ...refusals(400, 401, 403, 404, 412, 503) },
  },
};

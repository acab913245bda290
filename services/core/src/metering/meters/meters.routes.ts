// /api/meters
import { Written } from '@kvartplata/contracts/core/applied-months.ts';
import {
  ListMetersQuery,
  Meter,
  MeterIdParams,
  NewMeter,
  NewMeterQuery,
} from '@kvartplata/contracts/core/meters.ts';
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
import * as meters from './meters.service.ts';

const PATH = '/api/meters';

export function metersRoutes(app: HttpServer, deps: Deps): void {
  const { access } = deps;

  app.get(PATH, LIST, async (request) =>
    meters.listMeters(await access.callerOf(request), request.query),
  );

  app.get(`${PATH}/:id`, READ, async (request, reply) =>
    answerRecord(reply, await meters.getMeter(await access.callerOf(request), request.params.id)),
  );

  app.post(PATH, CREATE, async (request, reply) => {
    const editor = await editorOf(deps, request);
    return answerCreated(
      reply,
      PATH,
      await meters.createMeter(editor, request.query.houseId, request.body),
    );
  });

  app.put(`${PATH}/:id`, REPLACE, async (request, reply) =>
    answerChanged(
      reply,
      await meters.replaceMeter(await editorOf(deps, request), namedBy(request), request.body),
    ),
  );

  app.delete(`${PATH}/:id`, DELETE, async (request, reply) =>
    answerDeleted(reply, await meters.deleteMeter(await editorOf(deps, request), namedBy(request))),
  );
}

const tags = ['meters'];
const viewer = { access: 'viewer' } as const;
const owner = { access: 'owner' } as const;

const LIST = {
  config: viewer,
  schema: {
    tags,
    summary:
      'Meters of a house, an account or a service, or all of the caller, in the order of ids',
    querystring: ListMetersQuery,
    response: { 200: Page(Meter), ...refusals(400, 401, 404, 503) },
  },
};

const READ = {
  config: viewer,
  schema: {
    tags,
    summary: 'One meter',
    params: MeterIdParams,
    response: { 200: Meter, ...refusals(400, 401, 404, 503) },
  },
};

const CREATE = {
  config: owner,
  schema: {
    tags,
    summary: 'Add a meter to an account or to the house of its service',
    querystring: NewMeterQuery,
    body: NewMeter,
    response: { 201: Written(Meter), ...refusals(400, 401, 403, 404, 409, 503) },
  },
};

const REPLACE = {
  config: owner,
  schema: {
    tags,
    summary: 'Replace what is said of a meter; a field left out gets its default',
    params: MeterIdParams,
    body: NewMeter,
    response: { 200: Written(Meter), ...refusals(400, 401, 403, 404, 409, 412, 503) },
  },
};

const DELETE = {
  config: owner,
  schema: {
    tags,
    summary: 'Delete a meter that was never read',
    params: MeterIdParams,
    response: { 204: Type.Null(), ...refusals(400, 401, 403, 404, 409, 412, 503) },
  },
};

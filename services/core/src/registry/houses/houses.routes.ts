// /api/houses
import { Written } from '@kvartplata/contracts/core/applied-months.ts';
import {
  ChangedHouse,
  House,
  HouseIdParams,
  ListHousesQuery,
  NewHouse,
} from '@kvartplata/contracts/core/houses.ts';
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
import * as houses from './houses.service.ts';

const PATH = '/api/houses';

export function housesRoutes(app: HttpServer, deps: Deps): void {
  const { access } = deps;

  app.get(PATH, LIST, async (request) =>
    houses.listHouses(await access.callerOf(request), request.query),
  );

  app.get(`${PATH}/:id`, READ, async (request, reply) =>
    answerRecord(reply, await houses.getHouse(await access.callerOf(request), request.params.id)),
  );

  app.post(PATH, CREATE, async (request, reply) =>
    answerCreated(
      reply,
      PATH,
      await houses.createHouse(await editorOf(deps, request), request.body),
    ),
  );

  app.put(`${PATH}/:id`, REPLACE, async (request, reply) =>
    answerChanged(
      reply,
      await houses.replaceHouse(await editorOf(deps, request), namedBy(request), request.body),
    ),
  );

  app.delete(`${PATH}/:id`, DELETE, async (request, reply) =>
    answerDeleted(reply, await houses.deleteHouse(await editorOf(deps, request), namedBy(request))),
  );
}

const tags = ['houses'];
const viewer = { access: 'viewer' } as const;
const owner = { access: 'owner' } as const;

const LIST = {
  config: viewer,
  schema: {
    tags,
    summary: "Houses of one organization, or of all the caller's, in the order of ids",
    querystring: ListHousesQuery,
    response: { 200: Page(House), ...refusals(400, 401, 404, 503) },
  },
};

const READ = {
  config: viewer,
  schema: {
    tags,
    summary: 'One house',
    params: HouseIdParams,
    response: { 200: House, ...refusals(400, 401, 404, 503) },
  },
};

const CREATE = {
  config: owner,
  schema: {
    tags,
    summary: 'Add a house to an organization',
    body: NewHouse,
    response: { 201: Written(House), ...refusals(400, 401, 403, 404, 503) },
  },
};

const REPLACE = {
  config: owner,
  schema: {
    tags,
    summary: 'Replace a house; a field left out gets its default',
    params: HouseIdParams,
    body: ChangedHouse,
    response: { 200: Written(House), ...refusals(400, 401, 403, 404, 412, 503) },
  },
};

const DELETE = {
  config: owner,
  schema: {
    tags,
    summary: 'Delete a house that nothing belongs to',
    params: HouseIdParams,
    response: { 204: Type.Null(), ...refusals(400, 401, 403, 404, 409, 412, 503) },
  },
};

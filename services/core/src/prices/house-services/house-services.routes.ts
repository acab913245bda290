// /api/houses/:houseId/services and /api/house-services
import { ConfirmedQuery, Written } from '@kvartplata/contracts/core/applied-months.ts';
import {
  HouseService,
  HouseServiceBody,
  HouseServiceParams,
  HouseServicesParams,
  ListHouseServicesQuery,
} from '@kvartplata/contracts/core/house-services.ts';
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
  confirmedBy,
  editorOf,
} from '../../access/records/records.service.ts';
import * as houseServices from './house-services.service.ts';

const OF_HOUSE = '/api/houses/:houseId/services';
const PATH = '/api/house-services';

export function houseServicesRoutes(app: HttpServer, deps: Deps): void {
  const { access } = deps;

  app.get(OF_HOUSE, LIST, async (request) =>
    houseServices.listHouseServices(
      await access.callerOf(request),
      request.params.houseId,
      request.query,
    ),
  );

  app.post(OF_HOUSE, CREATE, async (request, reply) =>
    answerCreated(
      reply,
      PATH,
      await houseServices.createHouseService(
        await editorOf(deps, request),
        request.params.houseId,
        request.body,
      ),
    ),
  );

  app.get(`${PATH}/:id`, READ, async (request, reply) =>
    answerRecord(
      reply,
      await houseServices.getHouseService(await access.callerOf(request), request.params.id),
    ),
  );

  app.put(`${PATH}/:id`, REPLACE, async (request, reply) =>
    answerChanged(
      reply,
      await houseServices.replaceHouseService(
        await editorOf(deps, request),
        { ...namedBy(request), ...confirmedBy(request) },
        request.body,
      ),
    ),
  );

  app.delete(`${PATH}/:id`, DELETE, async (request, reply) =>
    answerDeleted(
      reply,
      await houseServices.deleteHouseService(await editorOf(deps, request), namedBy(request)),
    ),
  );
}

const tags = ['house services'];
const viewer = { access: 'viewer' } as const;
const owner = { access: 'owner' } as const;

const LIST = {
  config: viewer,
  schema: {
    tags,
    summary: 'What a house is charged for, in the order of ids; only the house-wide meters by name',
    params: HouseServicesParams,
    querystring: ListHouseServicesQuery,
    response: { 200: Page(HouseService), ...refusals(400, 401, 404, 503) },
  },
};

const CREATE = {
  config: owner,
  schema: {
    tags,
    summary: 'Charge a house for a service of the catalogue, from a day on',
    params: HouseServicesParams,
    body: HouseServiceBody,
    response: { 201: Written(HouseService), ...refusals(400, 401, 403, 404, 409, 503) },
  },
};

const READ = {
  config: viewer,
  schema: {
    tags,
    summary: 'One service of a house with all its meters',
    params: HouseServiceParams,
    response: { 200: HouseService, ...refusals(400, 401, 404, 503) },
  },
};

const REPLACE = {
  config: owner,
  schema: {
    tags,
    summary: 'Replace a service of a house; a field left out gets its default',
    params: HouseServiceParams,
    querystring: ConfirmedQuery,
    body: HouseServiceBody,
    response: { 200: Written(HouseService), ...refusals(400, 401, 403, 404, 409, 412, 503) },
  },
};

const DELETE = {
  config: owner,
  schema: {
    tags,
    summary: 'Delete a service without tariffs, norms and meters that was never charged',
    params: HouseServiceParams,
    response: { 204: Type.Null(), ...refusals(400, 401, 403, 404, 409, 412, 503) },
  },
};

// /api/house-services/:id/tariffs, /api/houses/:houseId/tariffs and /api/tariffs, and the same for norms.
import { Written } from '@kvartplata/contracts/core/applied-months.ts';
import {
  CreateDatedValueQuery,
  DatedValue,
  DatedValueParams,
  ListDatedValuesQuery,
  NormBody,
  TariffBody,
} from '@kvartplata/contracts/core/dated-values.ts';
import {
  HouseServiceParams,
  HouseServicesParams,
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
  editorOf,
} from '../../access/records/records.service.ts';
import * as values from './dated-values.service.ts';

export function datedValuesRoutes(app: HttpServer, deps: Deps): void {
  routesOf(app, deps, { word: 'tariff', table: 'serviceTariffs' }, TariffBody);
  routesOf(app, deps, { word: 'norm', table: 'serviceNorms' }, NormBody);
}

function routesOf(
  app: HttpServer,
  deps: Deps,
  kind: values.DatedValueKind,
  body: typeof TariffBody,
): void {
  const { access } = deps;
  const ofService = `/api/house-services/:id/${kind.word}s`;
  const path = `/api/${kind.word}s`;
  const schemas = schemasOf(kind, body);

  app.get(`/api/houses/:houseId/${kind.word}s`, schemas.listOfHouse, async (request) =>
    values.listDatedValuesOfHouse(
      kind,
      await access.callerOf(request),
      request.params.houseId,
      request.query,
    ),
  );

  app.get(ofService, schemas.list, async (request) =>
    values.listDatedValues(kind, await access.callerOf(request), request.params.id, request.query),
  );

  app.post(ofService, schemas.create, async (request, reply) =>
    answerCreated(
      reply,
      path,
      await values.createDatedValue(
        kind,
        await editorOf(deps, request),
        {
          houseServiceId: request.params.id,
          closesPrevious: request.query.closePrevious ?? false,
        },
        request.body,
      ),
    ),
  );

  app.get(`${path}/:id`, schemas.read, async (request, reply) =>
    answerRecord(
      reply,
      await values.getDatedValue(kind, await access.callerOf(request), request.params.id),
    ),
  );

  app.put(`${path}/:id`, schemas.replace, async (request, reply) =>
    answerChanged(
      reply,
      await values.replaceDatedValue(
        kind,
        await editorOf(deps, request),
        namedBy(request),
        request.body,
      ),
    ),
  );

  app.delete(`${path}/:id`, schemas.delete, async (request, reply) =>
    answerDeleted(
      reply,
      await values.deleteDatedValue(kind, await editorOf(deps, request), namedBy(request)),
    ),
  );
}

const viewer = { access: 'viewer' } as const;
const owner = { access: 'owner' } as const;

function schemasOf({ word }: values.DatedValueKind, body: typeof TariffBody) {
  const tags = ['house services'];
  const params = DatedValueParams;
  return {
    listOfHouse: {
      config: viewer,
      schema: {
        tags,
        summary: `The ${word}s of all services of a house, in the order of ids`,
        params: HouseServicesParams,
        querystring: ListDatedValuesQuery,
        response: { 200: Page(DatedValue), ...refusals(400, 401, 404, 503) },
      },
    },
    list: {
      config: viewer,
      schema: {
        tags,
        summary: `The ${word}s of a house's service, by component and day`,
        params: HouseServiceParams,
        querystring: ListDatedValuesQuery,
        response: { 200: Page(DatedValue), ...refusals(400, 401, 404, 503) },
      },
    },
    create: {
      config: owner,
      schema: {
        tags,
        summary: `Add a ${word}; closePrevious ends the one without a last day the day before`,
        params: HouseServiceParams,
        querystring: CreateDatedValueQuery,
        body,
        response: { 201: Written(DatedValue), ...refusals(400, 401, 403, 404, 409, 503) },
      },
    },
    read: {
      config: viewer,
      schema: {
        tags,
        summary: `One ${word}`,
        params,
        response: { 200: DatedValue, ...refusals(400, 401, 404, 503) },
      },
    },
    replace: {
      config: owner,
      schema: {
        tags,
        summary: `Replace a ${word}; a field left out gets its default`,
        params,
        body,
        response: { 200: Written(DatedValue), ...refusals(400, 401, 403, 404, 409, 412, 503) },
      },
    },
    delete: {
      config: owner,
      schema: {
        tags,
        summary: `Delete a ${word}`,
        params,
        response: { 204: Type.Null(), ...refusals(400, 401, 403, 404, 412, 503) },
      },
    },
  };
}

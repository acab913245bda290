// /api/meters/:id/readings and /api/readings
import { Written } from '@kvartplata/contracts/core/applied-months.ts';
import { MeterIdParams } from '@kvartplata/contracts/core/meters.ts';
import {
  ChangedReading,
  ListReadingsQuery,
  NewReading,
  Reading,
  ReadingIdParams,
} from '@kvartplata/contracts/core/readings.ts';
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
import * as readings from './readings.service.ts';

const OF_METER = '/api/meters/:id/readings';
const PATH = '/api/readings';

export function readingsRoutes(app: HttpServer, deps: Deps): void {
  const { access, today } = deps;

  app.get(OF_METER, LIST, async (request) =>
    readings.listReadings(await access.callerOf(request), request.params.id, request.query),
  );

  app.get(`${PATH}/:id`, READ, async (request, reply) =>
    answerRecord(
      reply,
      await readings.getReading(await access.callerOf(request), request.params.id),
    ),
  );

  app.post(OF_METER, CREATE, async (request, reply) => {
    const { params, body } = request;
    const editor = await editorOf(deps, request);
    return answerCreated(
      reply,
      PATH,
      await readings.createReading(editor, params.id, body, today()),
    );
  });

  app.put(`${PATH}/:id`, REPLACE, async (request, reply) => {
    const editor = await editorOf(deps, request);
    return answerChanged(
      reply,
      await readings.replaceReading(editor, namedBy(request), request.body, today()),
    );
  });

  app.delete(`${PATH}/:id`, DELETE, async (request, reply) =>
    answerDeleted(
      reply,
      await readings.deleteReading(await editorOf(deps, request), namedBy(request)),
    ),
  );
}

const tags = ['readings'];
const viewer = { access: 'viewer' } as const;
const accountant = { access: 'accountant' } as const;

const LIST = {
  config: viewer,
  schema: {
    tags,
    summary: 'The readings of a meter, newest first',
    params: MeterIdParams,
    querystring: ListReadingsQuery,
    response: { 200: Page(Reading), ...refusals(400, 401, 404, 503) },
  },
};

const READ = {
  config: viewer,
  schema: {
    tags,
    summary: 'One reading',
    params: ReadingIdParams,
    response: { 200: Reading, ...refusals(400, 401, 404, 503) },
  },
};

const CREATE = {
  config: accountant,
  schema: {
    tags,
    summary: 'Put down what a meter shows for a month',
    params: MeterIdParams,
    body: NewReading,
    response: { 201: Written(Reading), ...refusals(400, 401, 403, 404, 409, 503) },
  },
};

const REPLACE = {
  config: accountant,
  schema: {
    tags,
    summary: 'Replace a reading; a field left out gets its default',
    params: ReadingIdParams,
    body: ChangedReading,
    response: { 200: Written(Reading), ...refusals(400, 401, 403, 404, 409, 412, 503) },
  },
};

const DELETE = {
  config: accountant,
  schema: {
    tags,
    summary: 'Delete a reading',
    params: ReadingIdParams,
    response: { 204: Type.Null(), ...refusals(400, 401, 403, 404, 409, 412, 503) },
  },
};

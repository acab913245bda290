// /api/personal-accounts/:id/registered-persons
import { Written } from '@kvartplata/contracts/core/applied-months.ts';
import {
  AccountIdParams,
  NewRegisteredPersons,
  RegisteredPersons,
  RegisteredPersonsParams,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import { Page } from '@kvartplata/contracts/page.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import { namedBy } from '@kvartplata/platform/http/entity-tag.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import Type from 'typebox';
import type { Deps } from '../../access/deps.ts';
import { answerChanged, answerDeleted, editorOf } from '../../access/records/records.service.ts';
import * as persons from './registered-persons.service.ts';

const PATH = '/api/personal-accounts/:id/registered-persons';

export function registeredPersonsRoutes(app: HttpServer, deps: Deps): void {
  const { access, today } = deps;

  app.get(PATH, LIST, async (request) =>
    persons.listPersons(await access.callerOf(request), request.params.id),
  );

  app.post(PATH, WRITE, async (request, reply) => {
    const editor = await editorOf(deps, request);
    const written = await persons.writePersons(editor, namedBy(request), request.body, today());
    const location = `${request.url.split('?', 1)[0]}/${written.record.validFrom}`;
    return answerChanged(reply.code(201).header('location', location), written);
  });

  app.get(`${PATH}/:validFrom`, READ, async (request) =>
    persons.getPersons(await access.callerOf(request), request.params.id, request.params.validFrom),
  );

  app.delete(`${PATH}/:validFrom`, DELETE, async (request, reply) => {
    const editor = await editorOf(deps, request);
    const { validFrom } = request.params;
    return answerDeleted(
      reply,
      await persons.deletePersons(editor, namedBy(request), validFrom, today()),
    );
  });
}

const tags = ['personal accounts'];
const viewer = { access: 'viewer' } as const;
const owner = { access: 'owner' } as const;

const LIST = {
  config: viewer,
  schema: {
    tags,
    summary: 'How many persons are registered from which day on; always all of them',
    params: AccountIdParams,
    response: { 200: Page(RegisteredPersons), ...refusals(400, 401, 404, 503) },
  },
};

const READ = {
  config: viewer,
  schema: {
    tags,
    summary: 'The entry that begins on a day',
    params: RegisteredPersonsParams,
    response: { 200: RegisteredPersons, ...refusals(400, 401, 404, 503) },
  },
};

const WRITE = {
  config: owner,
  schema: {
    tags,
    summary:
      'Write how many persons are registered from a day on; an entry of that day is replaced',
    params: AccountIdParams,
    body: NewRegisteredPersons,
    response: { 201: Written(RegisteredPersons), ...refusals(400, 401, 403, 404, 412, 503) },
  },
};

const DELETE = {
  config: owner,
  schema: {
    tags,
    summary: 'Delete an entry: the count before it holds on',
    params: RegisteredPersonsParams,
    response: { 204: Type.Null(), ...refusals(400, 401, 403, 404, 409, 412, 503) },
  },
};

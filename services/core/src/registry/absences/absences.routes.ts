// /api/personal-accounts/:id/absences and /api/absences
import {
  Absence,
  AbsenceBody,
  AbsenceIdParams,
  ListAbsencesQuery,
} from '@kvartplata/contracts/core/absences.ts';
import { Written } from '@kvartplata/contracts/core/applied-months.ts';
import { AccountIdParams } from '@kvartplata/contracts/core/personal-accounts.ts';
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
import * as absences from './absences.service.ts';

const OF_ACCOUNT = '/api/personal-accounts/:id/absences';
const PATH = '/api/absences';

export function absencesRoutes(app: HttpServer, deps: Deps): void {
  const { access, today } = deps;

  app.get(OF_ACCOUNT, LIST, async (request) =>
    absences.listAbsences(await access.callerOf(request), request.params.id, request.query),
  );

  app.post(OF_ACCOUNT, ADD, async (request, reply) => {
    const { params, body } = request;
    const editor = await editorOf(deps, request);
    return answerCreated(reply, PATH, await absences.addAbsence(editor, params.id, body, today()));
  });

  app.get(`${PATH}/:id`, READ, async (request, reply) =>
    answerRecord(
      reply,
      await absences.getAbsence(await access.callerOf(request), request.params.id),
    ),
  );

  app.put(`${PATH}/:id`, REPLACE, async (request, reply) => {
    const editor = await editorOf(deps, request);
    const replaced = await absences.replaceAbsence(editor, namedBy(request), request.body, today());
    return answerChanged(reply, replaced);
  });

  app.delete(`${PATH}/:id`, DELETE, async (request, reply) =>
    answerDeleted(
      reply,
      await absences.deleteAbsence(await editorOf(deps, request), namedBy(request)),
    ),
  );
}

const tags = ['personal-accounts'];
const viewer = { access: 'viewer' } as const;
const accountant = { access: 'accountant' } as const;

const LIST = {
  config: viewer,
  schema: {
    tags,
    summary: 'The absences of an account, those that began last first',
    params: AccountIdParams,
    querystring: ListAbsencesQuery,
    response: { 200: Page(Absence), ...refusals(400, 401, 404, 503) },
  },
};

const ADD = {
  config: accountant,
  schema: {
    tags,
    summary:
      'Put down that persons are away for some days; more than five in a row are recalculated',
    params: AccountIdParams,
    body: AbsenceBody,
    response: { 201: Written(Absence), ...refusals(400, 401, 403, 404, 409, 503) },
  },
};

const READ = {
  config: viewer,
  schema: {
    tags,
    summary: 'One absence',
    params: AbsenceIdParams,
    response: { 200: Absence, ...refusals(400, 401, 404, 503) },
  },
};

const REPLACE = {
  config: accountant,
  schema: {
    tags,
    summary: 'Replace an absence',
    params: AbsenceIdParams,
    body: AbsenceBody,
    response: { 200: Written(Absence), ...refusals(400, 401, 403, 404, 409, 412, 503) },
  },
};

const DELETE = {
  config: accountant,
  schema: {
    tags,
    summary: 'Delete an absence',
    params: AbsenceIdParams,
    response: { 204: Type.Null(), ...refusals(400, 401, 403, 404, 412, 503) },
  },
};

// /api/houses/:houseId/personal-accounts and /api/personal-accounts
import { ConfirmedQuery, Written } from '@kvartplata/contracts/core/applied-months.ts';
import {
  AccountIdParams,
  ListAccountsOfHouseQuery,
  ListAccountsQuery,
  PersonalAccount,
  PersonalAccountBody,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import { OfHouseParams } from '@kvartplata/contracts/core/rooms.ts';
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
import * as accounts from './personal-accounts.service.ts';

const OF_HOUSE = '/api/houses/:houseId/personal-accounts';
const PATH = '/api/personal-accounts';

export function personalAccountsRoutes(app: HttpServer, deps: Deps): void {
  const { access, today } = deps;

  app.get(PATH, LIST, async (request) =>
    accounts.listAccounts(await access.callerOf(request), request.query, today()),
  );

  app.get(OF_HOUSE, LIST_OF_HOUSE, async (request) => {
    const caller = await access.callerOf(request);
    return accounts.listAccounts(caller, { ...request.params, ...request.query }, today());
  });

  app.post(OF_HOUSE, CREATE, async (request, reply) => {
    const editor = await editorOf(deps, request);
    const { houseId } = request.params;
    return answerCreated(
      reply,
      PATH,
      await accounts.createAccount(editor, houseId, request.body, today()),
    );
  });

  app.get(`${PATH}/:id`, READ, async (request, reply) => {
    const caller = await access.callerOf(request);
    return answerRecord(reply, await accounts.getAccount(caller, request.params.id, today()));
  });

  app.put(`${PATH}/:id`, REPLACE, async (request, reply) => {
    const editor = await editorOf(deps, request);
    return answerChanged(
      reply,
      await accounts.replaceAccount(
        editor,
        { ...namedBy(request), ...confirmedBy(request) },
        request.body,
        today(),
      ),
    );
  });

  app.delete(`${PATH}/:id`, DELETE, async (request, reply) => {
    const editor = await editorOf(deps, request);
    return answerDeleted(reply, await accounts.deleteAccount(editor, namedBy(request), today()));
  });
}

const tags = ['personal accounts'];
const viewer = { access: 'viewer' } as const;
const owner = { access: 'owner' } as const;

const LIST = {
  config: viewer,
  schema: {
    tags,
    summary:
      'Personal accounts in the order of houses and ids, or those in which all words are found',
    querystring: ListAccountsQuery,
    response: { 200: Page(PersonalAccount), ...refusals(400, 401, 404, 503) },
  },
};

const LIST_OF_HOUSE = {
  config: viewer,
  schema: {
    tags,
    summary: 'The personal accounts of a house, in the order of ids',
    params: OfHouseParams,
    querystring: ListAccountsOfHouseQuery,
    response: { 200: Page(PersonalAccount), ...refusals(400, 401, 404, 503) },
  },
};

const CREATE = {
  config: owner,
  schema: {
    tags,
    summary: 'Open a personal account in a room of the house',
    params: OfHouseParams,
    body: PersonalAccountBody,
    response: { 201: Written(PersonalAccount), ...refusals(400, 401, 403, 404, 409, 422, 503) },
  },
};

const READ = {
  config: viewer,
  schema: {
    tags,
    summary: 'One personal account',
    params: AccountIdParams,
    response: { 200: PersonalAccount, ...refusals(400, 401, 404, 503) },
  },
};

const REPLACE = {
  config: owner,
  schema: {
    tags,
    summary:
      'Replace a personal account; a field left out gets its default, but for the registered persons',
    params: AccountIdParams,
    querystring: ConfirmedQuery,
    body: PersonalAccountBody,
    response: { 200: Written(PersonalAccount), ...refusals(400, 401, 403, 404, 409, 412, 503) },
  },
};

const DELETE = {
  config: owner,
  schema: {
    tags,
    summary: 'Delete a personal account that was never charged and has no meters',
    params: AccountIdParams,
    response: { 204: Type.Null(), ...refusals(400, 401, 403, 404, 409, 412, 503) },
  },
};

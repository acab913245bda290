// The personal accounts of houses.
import { addressOf } from '@kvartplata/contracts/address.ts';
import { listAccountsInOrder } from '@kvartplata/contracts/core/internal.ts';
import * as api from '@kvartplata/contracts/core/personal-accounts.ts';
import { namedBy } from '@kvartplata/platform/http/entity-tag.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import {
  answerChanged,
  answerCreated,
  answerDeleted,
  answerRecord,
  confirmedBy,
  editorOf,
} from '../../access/records/records.service.ts';
import { findAccountsInOrder } from './account-order.service.ts';
import * as accounts from './personal-accounts.service.ts';

export function personalAccountsRoutes(app: HttpServer, deps: Deps): void {
  const { access, today } = deps;

  route(app, api.listPersonalAccounts, async (request) =>
    accounts.listAccounts(await access.callerOf(request), request.query, today()),
  );

  route(app, listAccountsInOrder, async ({ params, body }) =>
    findAccountsInOrder(access.everything, params.organizationId, body, today()),
  );

  route(app, api.listAccountsOfHouse, async (request) => {
    const caller = await access.callerOf(request);
    return accounts.listAccounts(caller, { ...request.params, ...request.query }, today());
  });

  route(app, api.createPersonalAccount, async (request, reply) => {
    const editor = await editorOf(deps, request);
    const { params, body } = request;
    const created = await accounts.createAccount(editor, params.houseId, body, today());
    return answerCreated(reply, addressOfAccount, created);
  });

  route(app, api.getPersonalAccount, async (request, reply) => {
    const caller = await access.callerOf(request);
    const { personalAccountId } = request.params;
    return answerRecord(reply, await accounts.getAccount(caller, personalAccountId, today()));
  });

  route(app, api.replacePersonalAccount, async (request, reply) => {
    const editor = await editorOf(deps, request);
    const named = namedBy(request, request.params.personalAccountId);
    const replaced = await accounts.replaceAccount(
      editor,
      { ...named, ...confirmedBy(request) },
      request.body,
      today(),
    );
    return answerChanged(reply, replaced);
  });

  route(app, api.deletePersonalAccount, async (request, reply) => {
    const editor = await editorOf(deps, request);
    const named = namedBy(request, request.params.personalAccountId);
    return answerDeleted(reply, await accounts.deleteAccount(editor, named, today()));
  });
}

function addressOfAccount(personalAccountId: number): string {
  return addressOf(api.getPersonalAccount, { params: { personalAccountId } });
}

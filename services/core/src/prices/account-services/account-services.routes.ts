// Account services: differences from the house's services.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/core/account-services.ts';
import { namedBy } from '@kvartplata/platform/http/entity-tag.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import {
  answerChanged,
  answerCreated,
  answerDeleted,
  answerRecord,
  editorOf,
} from '../../access/records/records.service.ts';
import * as services from './account-services.service.ts';

export function accountServicesRoutes(app: HttpServer, deps: Deps): void {
  const { access } = deps;

  route(app, api.listAccountServices, async (request) => {
    const caller = await access.callerOf(request);
    return services.listAccountServices(caller, request.params.personalAccountId, request.query);
  });

  route(app, api.createAccountService, async (request, reply) => {
    const { params, body } = request;
    const editor = await editorOf(deps, request);
    const created = await services.createAccountService(editor, params.personalAccountId, body);
    return answerCreated(reply, addressOfAccountService, created);
  });

  route(app, api.getAccountService, async (request, reply) => {
    const caller = await access.callerOf(request);
    const { accountServiceId } = request.params;
    return answerRecord(reply, await services.getAccountService(caller, accountServiceId));
  });

  route(app, api.replaceAccountService, async (request, reply) => {
    const editor = await editorOf(deps, request);
    const named = namedBy(request, request.params.accountServiceId);
    return answerChanged(reply, await services.replaceAccountService(editor, named, request.body));
  });

  route(app, api.deleteAccountService, async (request, reply) => {
    const editor = await editorOf(deps, request);
    const named = namedBy(request, request.params.accountServiceId);
    return answerDeleted(reply, await services.deleteAccountService(editor, named));
  });
}

function addressOfAccountService(accountServiceId: number): string {
  return addressOf(api.getAccountService, { params: { accountServiceId } });
}

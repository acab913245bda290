// The benefits of an account's residents.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/core/benefits.ts';
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
import * as benefits from './benefits.service.ts';

export function benefitsRoutes(app: HttpServer, deps: Deps): void {
  const { access } = deps;

  route(app, api.listBenefits, async (request) => {
    const caller = await access.callerOf(request);
    return benefits.listBenefits(caller, request.params.personalAccountId, request.query);
  });

  route(app, api.createBenefit, async (request, reply) => {
    const { params, body } = request;
    const editor = await editorOf(deps, request);
    const created = await benefits.createBenefit(editor, params.personalAccountId, body);
    return answerCreated(reply, addressOfBenefit, created);
  });

  route(app, api.getBenefit, async (request, reply) => {
    const caller = await access.callerOf(request);
    return answerRecord(reply, await benefits.getBenefit(caller, request.params.benefitId));
  });

  route(app, api.replaceBenefit, async (request, reply) => {
    const editor = await editorOf(deps, request);
    const named = namedBy(request, request.params.benefitId);
    return answerChanged(reply, await benefits.replaceBenefit(editor, named, request.body));
  });

  route(app, api.deleteBenefit, async (request, reply) => {
    const editor = await editorOf(deps, request);
    const named = namedBy(request, request.params.benefitId);
    return answerDeleted(reply, await benefits.deleteBenefit(editor, named));
  });
}

function addressOfBenefit(benefitId: number): string {
  return addressOf(api.getBenefit, { params: { benefitId } });
}

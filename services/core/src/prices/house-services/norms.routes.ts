// The norms of a house's services.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/core/norms.ts';
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
import * as values from './dated-values.service.ts';

const NORM: values.DatedValueKind = {
  word: 'norm',
  table: 'serviceNorms',
  steps: 'byPersons',
};

export function normsRoutes(app: HttpServer, deps: Deps): void {
  const { access } = deps;

  route(app, api.listNormsOfHouse, async (request) => {
    const { params, query } = request;
    const caller = await access.callerOf(request);
    return values.listDatedValuesOfHouse(NORM, caller, params.houseId, query);
  });

  route(app, api.listNorms, async (request) => {
    const { params, query } = request;
    const caller = await access.callerOf(request);
    return values.listDatedValues(NORM, caller, params.houseServiceId, query);
  });

  route(app, api.createNorm, async (request, reply) => {
    const { houseServiceId } = request.params;
    const closesPrevious = request.query.closePrevious ?? false;
    const editor = await editorOf(deps, request);
    const created = await values.createDatedValue(
      NORM,
      editor,
      { houseServiceId, closesPrevious },
      request.body,
    );
    return answerCreated(reply, addressOfNorm, created);
  });

  route(app, api.getNorm, async (request, reply) => {
    const caller = await access.callerOf(request);
    return answerRecord(reply, await values.getDatedValue(NORM, caller, request.params.normId));
  });

  route(app, api.replaceNorm, async (request, reply) => {
    const editor = await editorOf(deps, request);
    const named = namedBy(request, request.params.normId);
    return answerChanged(reply, await values.replaceDatedValue(NORM, editor, named, request.body));
  });

  route(app, api.deleteNorm, async (request, reply) => {
    const editor = await editorOf(deps, request);
    const named = namedBy(request, request.params.normId);
    return answerDeleted(reply, await values.deleteDatedValue(NORM, editor, named));
  });
}

function addressOfNorm(normId: number): string {
  return addressOf(api.getNorm, { params: { normId } });
}

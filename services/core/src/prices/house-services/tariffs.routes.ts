// The tariffs of a house's services.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/core/tariffs.ts';
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

const TARIFF: values.DatedValueKind = {
  word: 'tariff',
  table: 'serviceTariffs',
  steps: 'ranges',
};

export function tariffsRoutes(app: HttpServer, deps: Deps): void {
  const { access } = deps;

  route(app, api.listTariffsOfHouse, async (request) => {
    const { params, query } = request;
    const caller = await access.callerOf(request);
    return values.listDatedValuesOfHouse(TARIFF, caller, params.houseId, query);
  });

  route(app, api.listTariffs, async (request) => {
    const { params, query } = request;
    const caller = await access.callerOf(request);
    return values.listDatedValues(TARIFF, caller, params.houseServiceId, query);
  });

  route(app, api.createTariff, async (request, reply) => {
    const { houseServiceId } = request.params;
    const closesPrevious = request.query.closePrevious ?? false;
    const editor = await editorOf(deps, request);
    const created = await values.createDatedValue(
      TARIFF,
      editor,
      { houseServiceId, closesPrevious },
      request.body,
    );
    return answerCreated(reply, addressOfTariff, created);
  });

  route(app, api.getTariff, async (request, reply) => {
    const caller = await access.callerOf(request);
    return answerRecord(reply, await values.getDatedValue(TARIFF, caller, request.params.tariffId));
  });

  route(app, api.replaceTariff, async (request, reply) => {
    const editor = await editorOf(deps, request);
    const named = namedBy(request, request.params.tariffId);
    return answerChanged(
      reply,
      await values.replaceDatedValue(TARIFF, editor, named, request.body),
    );
  });

  route(app, api.deleteTariff, async (request, reply) => {
    const editor = await editorOf(deps, request);
    const named = namedBy(request, request.params.tariffId);
    return answerDeleted(reply, await values.deleteDatedValue(TARIFF, editor, named));
  });
}

function addressOfTariff(tariffId: number): string {
  return addressOf(api.getTariff, { params: { tariffId } });
}

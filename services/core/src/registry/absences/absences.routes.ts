// The absences of an account's persons.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/core/absences.ts';
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
import * as absences from './absences.service.ts';

export function absencesRoutes(app: HttpServer, deps: Deps): void {
  const { access, today } = deps;

  route(app, api.listAbsences, async (request) => {
    const caller = await access.callerOf(request);
    return absences.listAbsences(caller, request.params.personalAccountId, request.query);
  });

  route(app, api.createAbsence, async (request, reply) => {
    const { params, body } = request;
    const editor = await editorOf(deps, request);
    const created = await absences.createAbsence(editor, params.personalAccountId, body, today());
    return answerCreated(reply, addressOfAbsence, created);
  });

  route(app, api.getAbsence, async (request, reply) => {
    const caller = await access.callerOf(request);
    return answerRecord(reply, await absences.getAbsence(caller, request.params.absenceId));
  });

  route(app, api.replaceAbsence, async (request, reply) => {
    const editor = await editorOf(deps, request);
    const named = namedBy(request, request.params.absenceId);
    return answerChanged(
      reply,
      await absences.replaceAbsence(editor, named, request.body, today()),
    );
  });

  route(app, api.deleteAbsence, async (request, reply) => {
    const named = namedBy(request, request.params.absenceId);
    return answerDeleted(reply, await absences.deleteAbsence(await editorOf(deps, request), named));
  });
}

function addressOfAbsence(absenceId: number): string {
  return addressOf(api.getAbsence, { params: { absenceId } });
}

// The history of an account's registered persons.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/core/registered-persons.ts';
import { namedBy } from '@kvartplata/platform/http/entity-tag.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { answerChanged, answerDeleted, editorOf } from '../../access/records/records.service.ts';
import * as persons from './registered-persons.service.ts';

export function registeredPersonsRoutes(app: HttpServer, deps: Deps): void {
  const { access, today } = deps;

  route(app, api.listRegisteredPersons, async (request) =>
    persons.listPersons(await access.callerOf(request), request.params.personalAccountId),
  );

  route(app, api.writeRegisteredPersons, async (request, reply) => {
    const { personalAccountId } = request.params;
    const editor = await editorOf(deps, request);
    const named = namedBy(request, personalAccountId);
    const written = await persons.writePersons(editor, named, request.body, today());
    const params = { personalAccountId, validFrom: written.record.validFrom };
    void reply.header('location', addressOf(api.getRegisteredPersons, { params }));
    return answerChanged(reply, written);
  });

  route(app, api.getRegisteredPersons, async (request) => {
    const { personalAccountId, validFrom } = request.params;
    return persons.getPersons(await access.callerOf(request), personalAccountId, validFrom);
  });

  route(app, api.deleteRegisteredPersons, async (request, reply) => {
    const { personalAccountId, validFrom } = request.params;
    const editor = await editorOf(deps, request);
    const named = namedBy(request, personalAccountId);
    return answerDeleted(reply, await persons.deletePersons(editor, named, validFrom, today()));
  });
}

// The verifications of a meter.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/core/meter-verifications.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { answerDeleted, editorOf } from '../../access/records/records.service.ts';
import * as verifications from './meter-verifications.service.ts';

export function meterVerificationsRoutes(app: HttpServer, deps: Deps): void {
  const { access, today } = deps;

  route(app, api.listMeterVerifications, async (request) => {
    const caller = await access.callerOf(request);
    return verifications.listVerifications(caller, request.params.meterId, request.query);
  });

  route(app, api.createMeterVerification, async (request, reply) => {
    const { params, body } = request;
    const editor = await editorOf(deps, request);
    const added = await verifications.addVerification(editor, params.meterId, body, today());
    void reply.header('location', addressOfVerification(added.id));
    return added;
  });

  route(app, api.getMeterVerification, async (request) => {
    const caller = await access.callerOf(request);
    return verifications.getVerification(caller, request.params.verificationId);
  });

  route(app, api.deleteMeterVerification, async (request, reply) => {
    const editor = await editorOf(deps, request);
    const { verificationId } = request.params;
    return answerDeleted(reply, await verifications.deleteVerification(editor, verificationId));
  });
}

function addressOfVerification(verificationId: number): string {
  return addressOf(api.getMeterVerification, { params: { verificationId } });
}

// /api/meters/:id/verifications and /api/meter-verifications
import { Written } from '@kvartplata/contracts/core/applied-months.ts';
import {
  ListMeterVerificationsQuery,
  MeterVerification,
  MeterVerificationIdParams,
  NewMeterVerification,
} from '@kvartplata/contracts/core/meter-verifications.ts';
import { MeterIdParams } from '@kvartplata/contracts/core/meters.ts';
import { Page } from '@kvartplata/contracts/page.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import Type from 'typebox';
import type { Deps } from '../../access/deps.ts';
import { answerDeleted, editorOf } from '../../access/records/records.service.ts';
import * as verifications from './meter-verifications.service.ts';

const OF_METER = '/api/meters/:id/verifications';
const PATH = '/api/meter-verifications';

export function meterVerificationsRoutes(app: HttpServer, deps: Deps): void {
  const { access, today } = deps;

  app.get(OF_METER, LIST, async (request) =>
    verifications.listVerifications(
      await access.callerOf(request),
      request.params.id,
      request.query,
    ),
  );

  app.post(OF_METER, ADD, async (request, reply) => {
    const { params, body } = request;
    const editor = await editorOf(deps, request);
    const added = await verifications.addVerification(editor, params.id, body, today());
    return reply.code(201).header('location', `${PATH}/${added.id}`).send(added);
  });

  app.get(`${PATH}/:id`, READ, async (request) =>
    verifications.getVerification(await access.callerOf(request), request.params.id),
  );

  app.delete(`${PATH}/:id`, DELETE, async (request, reply) =>
    answerDeleted(
      reply,
      await verifications.deleteVerification(await editorOf(deps, request), request.params.id),
    ),
  );
}

const tags = ['meters'];
const viewer = { access: 'viewer' } as const;
const owner = { access: 'owner' } as const;

const LIST = {
  config: viewer,
  schema: {
    tags,
    summary: 'The verifications of a meter, newest first',
    params: MeterIdParams,
    querystring: ListMeterVerificationsQuery,
    response: { 200: Page(MeterVerification), ...refusals(400, 401, 404, 503) },
  },
};

const READ = {
  config: viewer,
  schema: {
    tags,
    summary: 'One verification',
    params: MeterVerificationIdParams,
    response: { 200: MeterVerification, ...refusals(400, 401, 404, 503) },
  },
};

const ADD = {
  config: owner,
  schema: {
    tags,
    summary: 'Put down a verification; the latest says until when the meter is good',
    params: MeterIdParams,
    body: NewMeterVerification,
    response: { 201: Written(MeterVerification), ...refusals(400, 401, 403, 404, 409, 503) },
  },
};

const DELETE = {
  config: owner,
  schema: {
    tags,
    summary: 'Take back a verification that was put down by mistake',
    params: MeterVerificationIdParams,
    response: { 204: Type.Null(), ...refusals(400, 401, 403, 404, 503) },
  },
};

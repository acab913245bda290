// /api/billing/penalty-rates (specification 4.3).
import {
  CreatePenaltyRateQuery,
  PenaltyRate,
  PenaltyRateBody,
  PenaltyRateParams,
} from '@kvartplata/contracts/billing/penalty-rates.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import { entityTag, namedBy } from '@kvartplata/platform/http/entity-tag.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import type { Deps } from '../../access/deps.ts';
import * as rates from './penalty-rates.service.ts';

const PATH = '/api/billing/penalty-rates';

export function penaltyRatesRoutes(app: HttpServer, { access }: Deps): void {
  const db = access.everything;

  app.get(PATH, LIST, async () => rates.listPenaltyRates(db));

  app.get(`${PATH}/:id`, READ, async (request, reply) =>
    answer(reply, await rates.getPenaltyRate(db, request.params.id)),
  );

  app.post(PATH, CREATE, async (request, reply) => {
    const created = await rates.createPenaltyRate(
      await access.callerOf(request),
      request.body,
      request.query.closePrevious ?? false,
    );
    return answer(reply.code(201).header('location', `${PATH}/${created.rate.id}`), created);
  });

  app.put(`${PATH}/:id`, REPLACE, async (request, reply) =>
    answer(
      reply,
      await rates.replacePenaltyRate(
        await access.callerOf(request),
        namedBy(request),
        request.body,
      ),
    ),
  );

  app.delete(`${PATH}/:id`, DELETE, async (request, reply) => {
    await rates.deletePenaltyRate(await access.callerOf(request), namedBy(request));
    return reply.code(204).send(null);
  });
}

function answer(reply: FastifyReply, { rate, version }: rates.VersionedRate): FastifyReply {
  return reply.header('etag', entityTag(version)).send(rate);
}

const tags = ['penalty rates'];
const user = { access: 'user' } as const;
const admin = { access: 'admin' } as const;

const LIST = {
  config: user,
  schema: {
    tags,
    summary: 'List penalty rates, newest first',
    response: { 200: Type.Array(PenaltyRate), ...refusals(401, 503) },
  },
};

const READ = {
  config: user,
  schema: {
    tags,
    summary: 'One penalty rate',
    params: PenaltyRateParams,
    response: { 200: PenaltyRate, ...refusals(400, 401, 404, 503) },
  },
};

const CREATE = {
  config: admin,
  schema: {
    tags,
    summary: 'Add a penalty rate; closePrevious ends the open one the day before',
    querystring: CreatePenaltyRateQuery,
    body: PenaltyRateBody,
    response: { 201: PenaltyRate, ...refusals(400, 401, 403, 409, 503) },
  },
};

const REPLACE = {
  config: admin,
  schema: {
    tags,
    summary: 'Replace a penalty rate; a field left out gets its default',
    params: PenaltyRateParams,
    body: PenaltyRateBody,
    response: { 200: PenaltyRate, ...refusals(400, 401, 403, 404, 409, 412, 503) },
  },
};

const DELETE = {
  config: admin,
  schema: {
    tags,
    summary: 'Delete a penalty rate that no booked penalty rests on',
    params: PenaltyRateParams,
    response: { 204: Type.Null(), ...refusals(400, 401, 403, 404, 409, 412, 503) },
  },
};

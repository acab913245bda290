// The reference of penalty rates.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/billing/penalty-rates.ts';
import { entityTag, namedBy } from '@kvartplata/platform/http/entity-tag.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../../access/deps.ts';
import * as rates from './penalty-rates.service.ts';

export function penaltyRatesRoutes(app: HttpServer, { access }: Deps): void {
  const db = access.everything;

  route(app, api.listPenaltyRates, async () => rates.listPenaltyRates(db));

  route(app, api.getPenaltyRate, async (request, reply) =>
    answerRate(reply, await rates.getPenaltyRate(db, request.params.penaltyRateId)),
  );

  route(app, api.createPenaltyRate, async (request, reply) => {
    const caller = await access.callerOf(request);
    const { closePrevious = false } = request.query;
    const created = await rates.createPenaltyRate(caller, request.body, closePrevious);
    const params = { penaltyRateId: created.rate.id };
    void reply.header('location', addressOf(api.getPenaltyRate, { params }));
    return answerRate(reply, created);
  });

  route(app, api.replacePenaltyRate, async (request, reply) => {
    const named = namedBy(request, request.params.penaltyRateId);
    const caller = await access.callerOf(request);
    return answerRate(reply, await rates.replacePenaltyRate(caller, named, request.body));
  });

  route(app, api.deletePenaltyRate, async (request) => {
    const named = namedBy(request, request.params.penaltyRateId);
    await rates.deletePenaltyRate(await access.callerOf(request), named);
    return undefined;
  });
}

/** Answers with the rate, and its version in the `ETag` header. */
function answerRate(reply: FastifyReply, { rate, version }: rates.VersionedRate) {
  void reply.header('etag', entityTag(version));
  return rate;
}

// /api/billing/penalty-rules
import {
  CreatePenaltyRule,
  ListPenaltyRulesQuery,
  PenaltyRule,
  PenaltyRuleParams,
  PenaltyRules,
  ReplacePenaltyRule,
} from '@kvartplata/contracts/billing/penalty-rules.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import { entityTag, namedBy } from '@kvartplata/platform/http/entity-tag.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import type { Deps } from '../../access/deps.ts';
import * as rules from './penalty-rules.service.ts';

const PATH = '/api/billing/penalty-rules';

export function penaltyRulesRoutes(app: HttpServer, { access, today }: Deps): void {
  app.get(PATH, LIST, async (request) =>
    rules.listRulesFor(await access.callerOf(request), request.query, today()),
  );

  app.get(`${PATH}/:id`, READ, async (request, reply) =>
    answer(reply, await rules.getRule(await access.callerOf(request), request.params.id)),
  );

  app.post(PATH, CREATE, async (request, reply) => {
    const created = await rules.createRule(await access.callerOf(request), request.body);
    return answer(reply.code(201).header('location', `${PATH}/${created.rule.id}`), created);
  });

  app.put(`${PATH}/:id`, REPLACE, async (request, reply) =>
    answer(
      reply,
      await rules.replaceRule(await access.callerOf(request), namedBy(request), request.body),
    ),
  );

  app.delete(`${PATH}/:id`, DELETE, async (request, reply) => {
    await rules.deleteRule(await access.callerOf(request), namedBy(request));
    return reply.code(204).send(null);
  });
}

function answer(reply: FastifyReply, { rule, version }: rules.VersionedRule): FastifyReply {
  return reply.header('etag', entityTag(version)).send(rule);
}

const tags = ['penalty rules'];
const viewer = { access: 'viewer' } as const;
const owner = { access: 'owner' } as const;

const LIST = {
  config: viewer,
  schema: {
    tags,
    summary: 'The rules of the law, those that are settled in their place, and which end soon',
    querystring: ListPenaltyRulesQuery,
    response: { 200: PenaltyRules, ...refusals(400, 401, 404, 503) },
  },
};

const READ = {
  config: viewer,
  schema: {
    tags,
    summary: 'One rule that is settled',
    params: PenaltyRuleParams,
    response: { 200: PenaltyRule, ...refusals(400, 401, 404, 503) },
  },
};

const CREATE = {
  config: owner,
  schema: {
    tags,
    summary: 'Settle a rule for a house, or for all houses of an organization',
    body: CreatePenaltyRule,
    response: { 201: PenaltyRule, ...refusals(400, 401, 403, 404, 409, 503) },
  },
};

const REPLACE = {
  config: owner,
  schema: {
    tags,
    summary: 'Replace what a rule says and when it counts; its place and kind stay',
    params: PenaltyRuleParams,
    body: ReplacePenaltyRule,
    response: { 200: PenaltyRule, ...refusals(400, 401, 403, 404, 409, 412, 503) },
  },
};

const DELETE = {
  config: owner,
  schema: {
    tags,
    summary: 'Delete a rule: the law counts in its place, also for penalties not booked yet',
    params: PenaltyRuleParams,
    response: { 204: Type.Null(), ...refusals(400, 401, 403, 404, 412, 503) },
  },
};

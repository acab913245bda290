// The rules for penalties.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/billing/penalty-rules.ts';
import { entityTag, namedBy } from '@kvartplata/platform/http/entity-tag.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../../access/deps.ts';
import * as rules from './penalty-rules.service.ts';

export function penaltyRulesRoutes(app: HttpServer, { access, queue, today }: Deps): void {
  route(app, api.listPenaltyRules, async (request) =>
    rules.listRulesFor(await access.callerOf(request), request.query, today()),
  );

  route(app, api.getPenaltyRule, async (request, reply) => {
    const caller = await access.callerOf(request);
    return answerRule(reply, await rules.getRule(caller, request.params.penaltyRuleId));
  });

  route(app, api.createPenaltyRule, async (request, reply) => {
    const created = await rules.createRule(
      { caller: await access.callerOf(request), queue },
      request.body,
    );
    const params = { penaltyRuleId: created.rule.id };
    void reply.header('location', addressOf(api.getPenaltyRule, { params }));
    return answerRule(reply, created);
  });

  route(app, api.replacePenaltyRule, async (request, reply) => {
    const named = namedBy(request, request.params.penaltyRuleId);
    const caller = await access.callerOf(request);
    return answerRule(reply, await rules.replaceRule({ caller, queue }, named, request.body));
  });

  route(app, api.deletePenaltyRule, async (request) => {
    const named = namedBy(request, request.params.penaltyRuleId);
    await rules.deleteRule({ caller: await access.callerOf(request), queue }, named);
    return undefined;
  });
}

/** Answers with the rule, and its version in the `ETag` header. */
function answerRule(reply: FastifyReply, { rule, version }: rules.VersionedRule) {
  void reply.header('etag', entityTag(version));
  return rule;
}

// /api/billing/disputes
import {
  Dispute,
  DisputeParams,
  ListDisputesQuery,
  SettleDispute,
} from '@kvartplata/contracts/billing/disputes.ts';
import { Page } from '@kvartplata/contracts/page.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { getDispute, listDisputesFor, settleDispute } from './disputes.service.ts';

const PATH = '/api/billing/disputes';

export function disputesRoutes(app: HttpServer, { access }: Deps): void {
  const tags = ['disputes'];
  const viewer = { access: 'viewer' } as const;

  app.get(
    PATH,
    {
      config: viewer,
      schema: {
        tags,
        summary:
          'What residents object to and nobody has answered yet, or what was; the oldest first',
        querystring: ListDisputesQuery,
        response: { 200: Page(Dispute), ...refusals(400, 401, 404, 503) },
      },
    },
    async (request) => listDisputesFor(await access.callerOf(request), request.query),
  );

  app.get(
    `${PATH}/:id`,
    {
      config: viewer,
      schema: {
        tags,
        summary: 'One dispute',
        params: DisputeParams,
        response: { 200: Dispute, ...refusals(400, 401, 404, 503) },
      },
    },
    async (request) => getDispute(await access.callerOf(request), request.params.id),
  );

  app.post(
    `${PATH}/:id/settle`,
    {
      config: { access: 'accountant' },
      schema: {
        tags,
        summary: 'Answer it: the resident reads the answer on the page of the receipt',
        params: DisputeParams,
        body: SettleDispute,
        response: { 200: Dispute, ...refusals(400, 401, 403, 404, 409, 503) },
      },
    },
    async (request) =>
      settleDispute(await access.callerOf(request), request.params.id, request.body.answer),
  );
}

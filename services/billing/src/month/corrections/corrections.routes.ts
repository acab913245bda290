// POST and GET /api/billing/corrections.
import {
  Correction,
  CorrectionOutcome,
  CorrectionParams,
  CorrectionWithLines,
  CreateCorrection,
  ListCorrectionsQuery,
} from '@kvartplata/contracts/billing/corrections.ts';
import { IdempotencyHeaders } from '@kvartplata/contracts/idempotency.ts';
import { Page } from '@kvartplata/contracts/page.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { onceOf } from '@kvartplata/platform/idempotency/once.ts';
import type { Deps } from '../../access/deps.ts';
import type { Trials } from '../calculation-jobs/trials.service.ts';
import { correctMonths, getCorrection, listCorrectionsFor } from './corrections.service.ts';

export type CorrectionsDeps = Deps & { readonly trials: Trials };

export function correctionsRoutes(
  app: HttpServer,
  { access, trials, today }: CorrectionsDeps,
): void {
  const tags = ['corrections'];

  app.post(
    '/api/billing/corrections',
    {
      config: { access: 'accountant' },
      schema: {
        tags,
        summary: 'Compute months of the ledger again and charge the difference in the next month',
        headers: IdempotencyHeaders,
        body: CreateCorrection,
        response: {
          200: CorrectionOutcome,
          201: CorrectionOutcome,
          ...refusals(400, 401, 403, 404, 409, 422, 503),
        },
      },
    },
    async (request, reply) => {
      const caller = await access.callerOf(request);
      const once = onceOf(request, reply);
      const outcome = await correctMonths({ trials, once, today: today() }, caller, request.body);
      if (outcome.id === null) return outcome;
      return reply
        .code(201)
        .header('location', `/api/billing/corrections/${outcome.id}`)
        .send(outcome);
    },
  );

  app.get(
    '/api/billing/corrections',
    {
      config: { access: 'viewer' },
      schema: {
        tags,
        summary: 'List the corrections of a house, newest first',
        querystring: ListCorrectionsQuery,
        response: { 200: Page(Correction), ...refusals(400, 401, 404, 503) },
      },
    },
    async (request) => listCorrectionsFor(await access.callerOf(request), request.query),
  );

  app.get(
    '/api/billing/corrections/:correctionId',
    {
      config: { access: 'viewer' },
      schema: {
        tags,
        summary: 'One correction with its lines',
        params: CorrectionParams,
        response: { 200: CorrectionWithLines, ...refusals(400, 401, 404, 503) },
      },
    },
    async (request) => getCorrection(await access.callerOf(request), request.params.correctionId),
  );
}

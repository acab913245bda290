// GET /api/billing/charges: all, of a house, of a job; the outliers of a month; how one came about.
import { ChargeOutlier, ListOutliersQuery } from '@kvartplata/contracts/billing/charge-outliers.ts';
import {
  Charge,
  ChargeParams,
  ExplainedCharge,
  HouseParams,
  ListChargesQuery,
  ListHouseChargesQuery,
  ListJobChargesQuery,
} from '@kvartplata/contracts/billing/charges.ts';
import { JobParams } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { Page } from '@kvartplata/contracts/page.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { explainCharge, listChargesFor } from './charges.service.ts';
import { listOutliersFor } from './outliers.service.ts';

export function chargesRoutes(app: HttpServer, { access }: Deps): void {
  const config = { access: 'viewer' } as const;
  const tags = ['charges'];
  const response = { 200: Page(Charge), ...refusals(400, 401, 404, 503) };

  app.get(
    '/api/billing/charges',
    { config, schema: { tags, summary: 'List charges', querystring: ListChargesQuery, response } },
    async (request) => listChargesFor(await access.callerOf(request), request.query),
  );

  app.get(
    '/api/billing/charges/by-house/:houseId',
    {
      config,
      schema: {
        tags,
        summary: 'List the charges of a house',
        params: HouseParams,
        querystring: ListHouseChargesQuery,
        response,
      },
    },
    async (request) =>
      listChargesFor(await access.callerOf(request), { ...request.query, ...request.params }),
  );

  app.get(
    '/api/billing/charges/by-job/:jobId',
    {
      config,
      schema: {
        tags,
        summary: 'List the charges that a calculation job made',
        params: JobParams,
        querystring: ListJobChargesQuery,
        response,
      },
    },
    async (request) =>
      listChargesFor(await access.callerOf(request), { ...request.query, ...request.params }),
  );

  app.get(
    '/api/billing/charges/outliers',
    {
      config,
      schema: {
        tags,
        summary: 'List what an account is charged for a service oddly unlike last month',
        querystring: ListOutliersQuery,
        response: { 200: Page(ChargeOutlier), ...refusals(400, 401, 404, 503) },
      },
    },
    async (request) => listOutliersFor(await access.callerOf(request), request.query),
  );

  app.get(
    '/api/billing/charges/:id/explain',
    {
      config,
      schema: {
        tags,
        summary: 'How a charge follows from its inputs, in words with the articles of the law',
        params: ChargeParams,
        response: { 200: ExplainedCharge, ...refusals(400, 401, 404, 503) },
      },
    },
    async (request) => explainCharge(await access.callerOf(request), request.params.id),
  );
}

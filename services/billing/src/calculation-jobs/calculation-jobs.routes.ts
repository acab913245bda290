// POST and GET /api/billing/calculation-jobs.
import {
  CalculationJob,
  CreateCalculationJob,
  JobParams,
  ListJobsQuery,
} from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { Page } from '@kvartplata/contracts/page.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { Access } from '../access/access.service.ts';
import { getJob, listJobsFor, requestCalculation } from './calculation-jobs.service.ts';

export function calculationJobsRoutes(app: HttpServer, queue: JobQueue, access: Access): void {
  const config = { access: 'viewer' } as const;
  const tags = ['calculation jobs'];

  app.post(
    '/api/billing/calculation-jobs',
    {
      config: { access: 'accountant' },
      schema: {
        tags,
        summary: 'Compute the charges of a house, or of all houses of an organization',
        body: CreateCalculationJob,
        response: { 202: CalculationJob, ...refusals(400, 401, 403, 404, 409, 422, 503) },
      },
    },
    async (request, reply) => {
      const caller = await access.callerOf(request);
      const job = await requestCalculation(queue, caller, request.body);
      return reply
        .code(202)
        .header('location', `/api/billing/calculation-jobs/${job.id}`)
        .send(job);
    },
  );

  app.get(
    '/api/billing/calculation-jobs',
    {
      config,
      schema: {
        tags,
        summary: 'List jobs, newest first',
        querystring: ListJobsQuery,
        response: { 200: Page(CalculationJob), ...refusals(400, 401, 404, 503) },
      },
    },
    async (request) => listJobsFor(await access.callerOf(request), request.query),
  );

  app.get(
    '/api/billing/calculation-jobs/:jobId',
    {
      config,
      schema: {
        tags,
        summary: 'How a job stands',
        params: JobParams,
        response: { 200: CalculationJob, ...refusals(400, 401, 404, 503) },
      },
    },
    async (request) => getJob(await access.callerOf(request), request.params.jobId),
  );
}

// POST and GET /api/billing/calculation-jobs, cancelling a job, its progress as events, and whom it skipped.
import type { Readable } from 'node:stream';
import {
  CalculationJob,
  CreateCalculationJob,
  CreateCalculationJobQuery,
  JobParams,
  ListJobsQuery,
  ListSkippedQuery,
} from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { DryRun } from '@kvartplata/contracts/billing/dry-runs.ts';
import { SkippedAccount } from '@kvartplata/contracts/billing/skipped-accounts.ts';
import { Page } from '@kvartplata/contracts/page.ts';
import { fileAnswer } from '@kvartplata/contracts/file-answer.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../../access/deps.ts';
import {
  cancelJob,
  getJob,
  getOwnJob,
  listJobsFor,
  listSkippedFor,
  requestCalculation,
} from './calculation-jobs.service.ts';
import { tryCalculation } from './dry-run.service.ts';
import type { JobEvents } from './job-events.service.ts';
import type { Trials } from './trials.service.ts';

export type CalculationJobsDeps = Deps & { readonly events: JobEvents; readonly trials: Trials };

export function calculationJobsRoutes(
  app: HttpServer,
  { access, queue, events, trials, today }: CalculationJobsDeps,
): void {
  const config = { access: 'viewer' } as const;
  const tags = ['calculation jobs'];
  app.addHook('preClose', async () => events.close());

  app.post(
    '/api/billing/calculation-jobs',
    {
      config: { access: 'accountant' },
      schema: {
        tags,
        summary:
          'Compute the charges of a house, or of all or some houses of an organization; or try what that would give',
        querystring: CreateCalculationJobQuery,
        body: CreateCalculationJob,
        response: {
          200: DryRun,
          202: CalculationJob,
          ...refusals(400, 401, 403, 404, 409, 422, 429, 503),
        },
      },
    },
    async (request, reply) => {
      const caller = await access.callerOf(request);
      if (request.query.dryRun === true)
        return reply.code(200).send(await tryCalculation(trials, caller, request.body, today()));
      const job = await requestCalculation(queue, caller, request.body, today());
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

  app.get(
    '/api/billing/calculation-jobs/:jobId/skipped',
    {
      config,
      schema: {
        tags,
        summary: 'List the accounts that a job could not charge, or not in full',
        params: JobParams,
        querystring: ListSkippedQuery,
        response: { 200: Page(SkippedAccount), ...refusals(400, 401, 404, 503) },
      },
    },
    async (request) =>
      listSkippedFor(await access.callerOf(request), request.params.jobId, request.query),
  );

  app.get(
    '/api/billing/calculation-jobs/:jobId/events',
    {
      config,
      schema: {
        tags,
        summary: 'The job after each step of its progress, as server-sent events named progress',
        params: JobParams,
        response: { 200: fileAnswer('text/event-stream'), ...refusals(400, 401, 404, 429, 503) },
      },
    },
    async (request, reply) => {
      const { jobId } = request.params;
      const stream = await events.watch(await access.callerOf(request), jobId, async () => {
        await app.authenticateAgain(request);
        await getOwnJob(await access.callerOf(request), jobId);
      });
      return sendEvents(reply, stream);
    },
  );

  app.post(
    '/api/billing/calculation-jobs/:jobId/cancel',
    {
      config: { access: 'accountant' },
      schema: {
        tags,
        summary: 'End a job; houses that are computed keep their charges',
        params: JobParams,
        response: { 200: CalculationJob, ...refusals(400, 401, 403, 404, 409, 503) },
      },
    },
    async (request) => cancelJob(await access.callerOf(request), request.params.jobId),
  );
}

function sendEvents(reply: FastifyReply, stream: Readable): FastifyReply {
  return reply
    .type('text/event-stream')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(stream);
}

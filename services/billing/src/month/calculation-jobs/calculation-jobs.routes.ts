// Calculation jobs: request one or a dry run; cancel; progress as events; skipped accounts.
import { Readable } from 'node:stream';
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../../access/deps.ts';
import {
  cancelJob,
  getAccountSkips,
  getJob,
  getOwnJob,
  listJobsFor,
  listSkippedFor,
  requestCalculation,
} from './calculation-jobs.service.ts';
import { dryRunCalculation } from './dry-run.service.ts';
import type { JobEvents } from './job-events.service.ts';
import type { DryRuns } from './dry-runs.service.ts';

export type CalculationJobsDeps = Deps & { readonly events: JobEvents; readonly dryRuns: DryRuns };

export function calculationJobsRoutes(
  app: HttpServer,
  { access, queue, events, dryRuns, today }: CalculationJobsDeps,
): void {
  app.addHook('preClose', async () => events.close());

  route(app, api.createCalculationJob, async (request, reply) => {
    const caller = await access.callerOf(request);
    if (request.query.dryRun === true)
      return dryRunCalculation(dryRuns, caller, request.body, today());
    const job = await requestCalculation(queue, caller, request.body, today());
    const location = addressOf(api.getCalculationJob, { params: { jobId: job.id } });
    void reply.code(202).header('location', location);
    return job;
  });

  route(app, api.listCalculationJobs, async (request) =>
    listJobsFor(await access.callerOf(request), request.query),
  );

  route(app, api.getCalculationJob, async (request) =>
    getJob(await access.callerOf(request), request.params.jobId),
  );

  route(app, api.listSkippedAccounts, async (request) =>
    listSkippedFor(await access.callerOf(request), request.params.jobId, request.query),
  );

  route(app, api.getAccountSkips, async (request) =>
    getAccountSkips(await access.callerOf(request), request.params.personalAccountId),
  );

  route(app, api.watchCalculationJob, async (request, reply) => {
    const { jobId } = request.params;
    const caller = await access.callerOf(request);
    // Fastify asks for HEAD here too: nobody would read the stream, and it would last as long as the job.
    if (request.method === 'HEAD') {
      await getOwnJob(caller, jobId);
      return sendEvents(reply, Readable.from([]));
    }
    const stream = await events.watch(caller, jobId, async () => {
      await app.authenticateAgain(request);
      await getOwnJob(await access.callerOf(request), jobId);
    });
    return sendEvents(reply, stream);
  });

  route(app, api.cancelCalculationJob, async (request) =>
    cancelJob(await access.callerOf(request), request.params.jobId),
  );
}

function sendEvents(reply: FastifyReply, stream: Readable): FastifyReply {
  return reply
    .type('text/event-stream')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(stream);
}

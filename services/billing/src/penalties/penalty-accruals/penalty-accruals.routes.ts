// /api/billing/penalties/accruals and the jobs that make them.
import {
  AccrualJob,
  AccrualJobParams,
  AccrualParams,
  ListAccrualJobsQuery,
  ListAccrualsQuery,
  PenaltyAccrual,
  RequestAccrual,
} from '@kvartplata/contracts/billing/penalty-accruals.ts';
import { IdempotencyHeaders } from '@kvartplata/contracts/idempotency.ts';
import { Page } from '@kvartplata/contracts/page.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { onceOf } from '@kvartplata/platform/idempotency/once.ts';
import type { Deps } from '../../access/deps.ts';
import * as accruals from './penalty-accruals.service.ts';

const PATH = '/api/billing/penalties/accruals';
const JOBS = '/api/billing/penalties/accrual-jobs';

export function penaltyAccrualsRoutes(app: HttpServer, { access, queue, today }: Deps): void {
  app.post(PATH, REQUEST, async (request, reply) => {
    const caller = await access.callerOf(request);
    const job = await accruals.requestAccrual(queue, caller, request.body, {
      once: onceOf(request, reply),
      today: today(),
    });
    return reply.code(202).header('location', `${JOBS}/${job.id}`).send(job);
  });

  app.get(PATH, LIST, async (request) =>
    accruals.listAccrualsFor(await access.callerOf(request), request.query),
  );

  app.get(`${PATH}/:id`, READ, async (request) =>
    accruals.getAccrual(await access.callerOf(request), request.params.id),
  );

  app.get(JOBS, LIST_JOBS, async (request) =>
    accruals.listAccrualJobsFor(await access.callerOf(request), request.query),
  );

  app.get(`${JOBS}/:accrualJobId`, READ_JOB, async (request) =>
    accruals.getAccrualJob(await access.callerOf(request), request.params.accrualJobId),
  );
}

const tags = ['penalty accruals'];
const viewer = { access: 'viewer' } as const;

const REQUEST = {
  config: { access: 'accountant' },
  schema: {
    tags,
    summary: 'Book the penalties of a house, or of all houses of an organization, up to a day',
    headers: IdempotencyHeaders,
    body: RequestAccrual,
    response: { 202: AccrualJob, ...refusals(400, 401, 403, 404, 409, 422, 429, 503) },
  },
} as const;

const LIST = {
  config: viewer,
  schema: {
    tags,
    summary: 'List what was booked of penalties with its breakdown, in the order of booking',
    querystring: ListAccrualsQuery,
    response: { 200: Page(PenaltyAccrual), ...refusals(400, 401, 404, 503) },
  },
};

const READ = {
  config: viewer,
  schema: {
    tags,
    summary: 'One accrual with its breakdown',
    params: AccrualParams,
    response: { 200: PenaltyAccrual, ...refusals(400, 401, 404, 503) },
  },
};

const LIST_JOBS = {
  config: viewer,
  schema: {
    tags,
    summary: 'List accrual jobs, newest first',
    querystring: ListAccrualJobsQuery,
    response: { 200: Page(AccrualJob), ...refusals(400, 401, 404, 503) },
  },
};

const READ_JOB = {
  config: viewer,
  schema: {
    tags,
    summary: 'How an accrual job stands',
    params: AccrualJobParams,
    response: { 200: AccrualJob, ...refusals(400, 401, 404, 503) },
  },
};

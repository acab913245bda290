// Booked penalties, and the jobs that book them.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/billing/penalty-accruals.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { onceOf } from '@kvartplata/platform/idempotency/once.ts';
import type { Deps } from '../../access/deps.ts';
import * as accruals from './penalty-accruals.service.ts';

export function penaltyAccrualsRoutes(app: HttpServer, { access, queue, today }: Deps): void {
  route(app, api.accruePenalties, async (request, reply) => {
    const caller = await access.callerOf(request);
    const job = await accruals.requestAccrual(queue, caller, request.body, {
      once: onceOf(request, reply),
      today: today(),
    });
    const address = addressOf(api.getAccrualJob, { params: { accrualJobId: job.id } });
    void reply.header('location', address);
    return job;
  });

  route(app, api.listPenaltyAccruals, async (request) =>
    accruals.listAccrualsFor(await access.callerOf(request), request.query),
  );

  route(app, api.getPenaltyAccrual, async (request) =>
    accruals.getAccrual(await access.callerOf(request), request.params.accrualId),
  );

  route(app, api.listAccrualJobs, async (request) =>
    accruals.listAccrualJobsFor(await access.callerOf(request), request.query),
  );

  route(app, api.getAccrualJob, async (request) =>
    accruals.getAccrualJob(await access.callerOf(request), request.params.accrualJobId),
  );
}

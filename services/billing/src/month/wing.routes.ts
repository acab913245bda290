// The routes of the month: computing, correcting, applying, checking and closing it.
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../access/deps.ts';
import type { Checkpoints } from '../books/seals/checkpoints.service.ts';
import { applyRoutes } from './apply/apply.routes.ts';
import { calculationJobsRoutes } from './calculation-jobs/calculation-jobs.routes.ts';
import { moveDraftsRoutes } from './calculation-jobs/move-drafts.routes.ts';
import { createJobEvents } from './calculation-jobs/job-events.service.ts';
import type { DryRuns } from './calculation-jobs/dry-runs.service.ts';
import { chargesRoutes } from './charges/charges.routes.ts';
import { closeRoutes } from './close/close.routes.ts';
import { closingChecksRoutes } from './closing-checks/closing-checks.routes.ts';
import { correctionsRoutes } from './corrections/corrections.routes.ts';

export type MonthDeps = Deps & { readonly dryRuns: DryRuns; readonly checkpoints: Checkpoints };

export function monthWing(app: HttpServer, deps: MonthDeps): void {
  chargesRoutes(app, deps);
  calculationJobsRoutes(app, { ...deps, events: createJobEvents(deps.access.everything) });
  moveDraftsRoutes(app, deps);
  correctionsRoutes(app, deps);
  applyRoutes(app, deps);
  closingChecksRoutes(app, deps);
  closeRoutes(app, deps);
}

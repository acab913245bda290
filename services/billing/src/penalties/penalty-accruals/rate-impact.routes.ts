// The effect of a rate, before anybody accepts it.
import { measureRateImpact } from '@kvartplata/contracts/billing/penalty-rates.ts';
import { createBoundedQueue } from '@kvartplata/platform/http/bounded-queue.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { sessionOf } from '@kvartplata/platform/identity/authentication.ts';
import type { Deps } from '../../access/deps.ts';
import { measureImpact } from './rate-impact.service.ts';

/** One reads the books of all houses, perhaps for minutes. */
const TURNS = { running: 1, waiting: 5, waitMs: 30_000 };

export function rateImpactRoutes(app: HttpServer, { access, today }: Deps): void {
  const turns = createBoundedQueue(TURNS, 'The effect of another rate is being estimated');
  route(app, measureRateImpact, async (request) => {
    const caller = await access.callerOf(request);
    return turns.runFor(sessionOf(request).userId, async () =>
      measureImpact(caller, request.body, request.query.organizationId, today()),
    );
  });
}

// The effect of a rate, before anybody accepts it.
import { measureRateImpact } from '@kvartplata/contracts/billing/penalty-rates.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { measureImpact } from './rate-impact.service.ts';

export function rateImpactRoutes(app: HttpServer, { access, today }: Deps): void {
  route(app, measureRateImpact, async (request) => {
    const caller = await access.callerOf(request);
    return measureImpact(caller, request.body, request.query.organizationId, today());
  });
}

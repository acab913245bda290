// POST /api/billing/penalty-rates/impact
import {
  PenaltyRateBody,
  RateImpact,
  RateImpactQuery,
} from '@kvartplata/contracts/billing/penalty-rates.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { measureImpact } from './rate-impact.service.ts';

export function rateImpactRoutes(app: HttpServer, { access, today }: Deps): void {
  app.post(
    '/api/billing/penalty-rates/impact',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['penalty rates'],
        summary: 'How much of the unbooked penalties a rate would change, by house; stores nothing',
        querystring: RateImpactQuery,
        body: PenaltyRateBody,
        response: { 200: RateImpact, ...refusals(400, 401, 403, 422, 503) },
      },
    },
    async (request) =>
      measureImpact(
        await access.callerOf(request),
        request.body,
        request.query.organizationId,
        today(),
      ),
  );
}

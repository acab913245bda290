// POST /api/billing/penalties/calculate
import { CalculatedPenalty, CalculatePenalty } from '@kvartplata/contracts/billing/penalties.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { answerPenalty } from './penalties.service.ts';

export function penaltiesRoutes(app: HttpServer, { access }: Deps): void {
  app.post(
    '/api/billing/penalties/calculate',
    {
      config: { access: 'user' },
      schema: {
        tags: ['penalties'],
        summary: 'What a debt that is paid late costs; nothing is booked',
        body: CalculatePenalty,
        response: { 200: CalculatedPenalty, ...refusals(400, 401, 422, 503) },
      },
    },
    async (request) => answerPenalty(access.everything, request.body),
  );
}

// POST /api/test-data/seed-golden
import { GoldenHouseAnswer, GoldenHouseBody } from '@kvartplata/contracts/core/golden-house.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { seedGoldenHouse } from './golden-house.service.ts';

export function goldenHouseRoutes(app: HttpServer, { access, today }: Deps): void {
  app.post(
    '/api/test-data/seed-golden',
    {
      config: { access: 'owner' },
      schema: {
        tags: ['test data'],
        summary: 'Create the golden house, or fill what an existing house lacks of it',
        body: GoldenHouseBody,
        response: { 201: GoldenHouseAnswer, ...refusals(400, 401, 403, 404, 409, 503) },
      },
    },
    async (request, reply) => {
      const caller = await access.callerOf(request);
      const answer = await seedGoldenHouse(caller, request.body, today());
      return reply.code(201).header('location', `/api/houses/${answer.houseId}`).send(answer);
    },
  );
}

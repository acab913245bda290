// POST /api/test-data/seed-golden
import { GoldenHouseAnswer, GoldenHouseBody } from '@kvartplata/contracts/core/golden-house.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { sessionOf } from '@kvartplata/platform/identity/authentication.ts';
import type { Db } from '../tables.ts';
import { seedGoldenHouse } from './golden-house.service.ts';

export function goldenHouseRoutes(
  app: HttpServer,
  { db, today }: { readonly db: Db; readonly today: () => Temporal.PlainDate },
): void {
  app.post(
    '/api/test-data/seed-golden',
    {
      config: { access: 'user' },
      schema: {
        tags: ['test data'],
        summary: 'Create the golden house, or fill what an existing house lacks of it',
        body: GoldenHouseBody,
        response: { 201: GoldenHouseAnswer, ...refusals(400, 401, 403, 404, 409, 503) },
      },
    },
    async (request, reply) => {
      const answer = await seedGoldenHouse(db, sessionOf(request), request.body, today());
      return reply.code(201).header('location', `/api/houses/${answer.houseId}`).send(answer);
    },
  );
}

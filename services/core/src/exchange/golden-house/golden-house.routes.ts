// The golden house.
import * as api from '@kvartplata/contracts/core/golden-house.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { seedGoldenHouse } from './golden-house.service.ts';

export function goldenHouseRoutes(app: HttpServer, { access, today }: Deps): void {
  route(app, api.seedGoldenHouse, async (request, reply) => {
    const caller = await access.callerOf(request);
    const answer = await seedGoldenHouse(caller, request.body, today());
    void reply.header('location', `/api/houses/${answer.houseId}`);
    return answer;
  });
}

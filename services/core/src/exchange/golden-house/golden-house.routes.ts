// The golden house.
import { addressOf } from '@kvartplata/contracts/address.ts';
import { seedGoldenHouse } from '@kvartplata/contracts/core/golden-house.ts';
import { getHouse } from '@kvartplata/contracts/core/houses.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import * as golden from './golden-house.service.ts';

export function goldenHouseRoutes(app: HttpServer, { access, today }: Deps): void {
  route(app, seedGoldenHouse, async (request, reply) => {
    const caller = await access.callerOf(request);
    const answer = await golden.seedGoldenHouse(caller, request.body, today());
    void reply.header('location', addressOf(getHouse, { params: { houseId: answer.houseId } }));
    return answer;
  });
}

// The penalty for a debt that is paid late.
import { calculatePenalty } from '@kvartplata/contracts/billing/penalties.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { answerPenalty } from './penalties.service.ts';

export function penaltiesRoutes(app: HttpServer, { access }: Deps): void {
  route(app, calculatePenalty, async (request) => answerPenalty(access.everything, request.body));
}

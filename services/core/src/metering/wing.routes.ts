// The routes of meters, their events, and their readings.
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../access/deps.ts';
import { endingVerificationsRoutes } from './ending-verifications/ending-verifications.routes.ts';
import { accountTransfersRoutes } from './account-transfers/account-transfers.routes.ts';
import { meterTypesRoutes } from './meter-types/meter-types.routes.ts';
import { metersRoutes } from './meters/meters.routes.ts';
import { meterVerificationsRoutes } from './meter-verifications/meter-verifications.routes.ts';
import { meterActsRoutes } from './meter-acts/meter-acts.routes.ts';
import { readingsRoutes } from './readings/readings.routes.ts';
import { readingSheetsRoutes } from './readings/reading-sheets.routes.ts';
import { meterReplacementsRoutes } from './meter-replacements/meter-replacements.routes.ts';

export function meteringWing(app: HttpServer, deps: Deps): void {
  meterTypesRoutes(app, deps);
  metersRoutes(app, deps);
  meterVerificationsRoutes(app, deps);
  endingVerificationsRoutes(app, deps);
  meterActsRoutes(app, deps);
  readingsRoutes(app, deps);
  readingSheetsRoutes(app, deps);
  meterReplacementsRoutes(app, deps);
  accountTransfersRoutes(app, deps);
}

// The routes for imports and moves, and for requests of other services and operators.
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../access/deps.ts';
import type { VersionSources } from './version/version.service.ts';
import { importsRoutes } from './imports/imports.routes.ts';
import { openReading } from './imports/reading.ts';
import { movesRoutes } from './moves/moves.routes.ts';
import { goldenHouseRoutes } from './golden-house/golden-house.routes.ts';
import { billingSnapshotRoutes } from './billing-snapshot/billing-snapshot.routes.ts';
import { closingFactsRoutes } from './closing-facts/closing-facts.routes.ts';
import { gisReadingsRoutes } from './gis-readings/gis-readings.routes.ts';
import { receiptFactsRoutes } from './receipt-facts/receipt-facts.routes.ts';
import { residentsDoorRoutes } from './residents-door/residents-door.routes.ts';
import { lookupsRoutes } from './lookups/lookups.routes.ts';
import { versionRoutes } from './version/version.routes.ts';

export function exchangeWing(app: HttpServer, deps: Deps & VersionSources): void {
  const reading = openReading(app);
  importsRoutes(app, deps, reading);
  movesRoutes(app, deps, reading);
  goldenHouseRoutes(app, deps);
  billingSnapshotRoutes(app, deps);
  closingFactsRoutes(app, deps);
  gisReadingsRoutes(app, deps);
  receiptFactsRoutes(app, deps);
  residentsDoorRoutes(app, deps);
  lookupsRoutes(app, deps);
  versionRoutes(app, deps);
}

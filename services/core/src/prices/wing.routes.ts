// The routes of prices: the catalogue, house services with tariffs and norms, account services, service acts, and benefits.
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../access/deps.ts';
import { accountServicesRoutes } from './account-services/account-services.routes.ts';
import { benefitsRoutes } from './benefits/benefits.routes.ts';
import { serviceActsRoutes } from './service-acts/service-acts.routes.ts';
import { utilityServicesRoutes } from './utility-services/utility-services.routes.ts';
import { houseSetupsRoutes } from './house-setups/house-setups.routes.ts';
import { houseServicesRoutes } from './house-services/house-services.routes.ts';
import { normsRoutes } from './house-services/norms.routes.ts';
import { tariffsRoutes } from './house-services/tariffs.routes.ts';

export function pricesWing(app: HttpServer, deps: Deps): void {
  utilityServicesRoutes(app, deps);
  houseServicesRoutes(app, deps);
  tariffsRoutes(app, deps);
  normsRoutes(app, deps);
  houseSetupsRoutes(app, deps);
  accountServicesRoutes(app, deps);
  serviceActsRoutes(app, deps);
  benefitsRoutes(app, deps);
}

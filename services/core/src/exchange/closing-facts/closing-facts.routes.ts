// Closing checks that only core can answer.
import * as api from '@kvartplata/contracts/core/closing-facts.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import {
  listOddReadings,
  listOpenHouses,
  listTariffGaps,
  listUnverifiedMeters,
} from './closing-facts.service.ts';

export function closingFactsRoutes(app: HttpServer, { access: { everything } }: Deps): void {
  route(app, api.listOpenHouses, async ({ params, query }) => ({
    houseIds: await listOpenHouses(everything, params.organizationId, query.period),
  }));

  route(app, api.listUnverifiedMeters, async ({ params, query }) =>
    listUnverifiedMeters(everything, params.organizationId, query),
  );

  route(app, api.listOddReadingFacts, async ({ params, query }) =>
    listOddReadings(everything, params.organizationId, query),
  );

  route(app, api.listTariffGaps, async ({ params, query }) =>
    listTariffGaps(everything, params.organizationId, query),
  );
}
